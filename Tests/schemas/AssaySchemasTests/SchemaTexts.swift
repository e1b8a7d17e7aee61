// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayRules
import AssaySchemas

/// A schema as text, imported and run.
enum SchemaText {
    static func file(_ text: String, name: String = "order.schema.json") -> SchemaFile {
        SchemaFile(name: name, path: "/schemas/\(name)", bytes: Array(text.utf8))
    }

    static func imported(
        _ text: String, name: String = "order.schema.json",
        _ change: (inout SchemaImportOptions) -> Void = { _ in }
    ) throws(RuleSetError) -> SchemaImport {
        var options = SchemaImportOptions()
        if name.hasSuffix(".schema.json") { options.language = .jsonschema }
        change(&options)
        return try SchemaImport(file(text, name: name), options)
    }

    /// The fields of the rule set, each as a line: `age: notNull, integer`.
    static func fields(
        _ text: String, name: String = "order.schema.json",
        _ change: (inout SchemaImportOptions) -> Void = { _ in }
    ) throws(RuleSetError) -> [String] {
        try imported(text, name: name, change).ruleSet.fields.map { field in
            let rules = field.validator.rules.map { rule in
                let conditions = rule.conditions.map { condition in
                    "\(condition.path): \(condition.rules.map(\.description).joined(separator: ", "))"
                }
                return rule.expression.description
                    + (conditions.isEmpty ? "" : " when \(conditions.joined(separator: "; "))")
            }
            return "\(field.path): \(rules.joined(separator: ", "))"
        }
    }

    /// The issues of a schema that makes no rule set, each as `line: code message`.
    static func issues(
        _ text: String, name: String = "order.schema.json",
        _ change: (inout SchemaImportOptions) -> Void = { _ in }
    ) -> [String] {
        do throws(RuleSetError) {
            _ = try imported(text, name: name, change)
            return []
        } catch {
            return error.issues.map { "\($0.location?.line ?? 0): \($0.code) \($0.message)" }
        }
    }

    /// Returns `true` if a record is valid.
    static func accepts(_ record: String, _ schema: String) throws -> Bool {
        let manager = try ValidatorsManager(
            try imported(schema).ruleSet, registry: RuleRegistry.standard())
        let value = try JSONValueParser.parse(record)
        guard let record = ValidationRecord(value) else { return false }
        return manager.validate(record).isValid
    }
}

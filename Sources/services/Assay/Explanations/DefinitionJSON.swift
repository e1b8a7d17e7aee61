// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// Definitions of rules as JSON.
package enum DefinitionJSON {
    /// `{"rules":[...],"records":[...]}` on one line.
    package static func text(of definitions: [RuleDefinition], _ records: [RecordsRuleDefinition])
        -> String
    {
        object(of: definitions, records).json + "\n"
    }

    /// `{"rules":[...],"records":[...]}`, where `records` has the rules about records of a data set.
    static func object(of definitions: [RuleDefinition], _ records: [RecordsRuleDefinition])
        -> Value
    {
        ["rules": .array(definitions.map(value)), "records": .array(records.map(value))]
    }

    private static func value(of definition: RecordsRuleDefinition) -> Value {
        [
            "id": .string(definition.id), "summary": .string(definition.summary),
            "parameters": .array(definition.rule.parameters.map(parameter)),
            "codes": .array(
                definition.rule.codes.map {
                    ["id": .string($0.id), "message": .string($0.message)]
                }),
            "tolerance": .bool(definition.takesTolerance),
            "examples": .array(
                definition.examples.map { example in
                    [
                        "expression": .string(example.expression),
                        "records": .array(example.records.map { .string($0) }),
                        "valid": .bool(example.code == nil), "code": text(example.code),
                    ]
                }),
        ]
    }

    private static func value(of definition: RuleDefinition) -> Value {
        [
            "id": .string(definition.id), "summary": .string(definition.summary),
            "standard": text(definition.standard), "deprecation": text(definition.deprecation),
            "kinds": .array(kinds(of: definition.kinds)),
            "parameters": .array(definition.parameters.map(parameter)),
            "codes": .array(
                definition.allCodes.map { code in
                    [
                        "id": .string(code.id), "message": .string(code.message),
                        "deprecation": text(code.deprecation),
                    ]
                }),
            "examples": .array(definition.examples.map(example)),
            "source": source(definition.source),
        ]
    }

    private static func kinds(of kinds: ValueKinds) -> [Value] {
        let named: [(ValueKinds, Value)] = [
            (.bool, "boolean"), (.numbers, "number"), (.string, "string"), (.array, "array"),
            (.object, "object"),
        ]
        return named.filter { !kinds.isDisjoint(with: $0.0) }.map(\.1)
    }

    private static func parameter(of parameter: RuleParameter) -> Value {
        [
            "name": .string(parameter.name), "type": type(parameter.kind, name: parameter.typeName),
            "required": .bool(parameter.isRequired), "default": parameter.defaultValue,
            "minimum": parameter.limits.map { .integer($0.lowerBound) } ?? .null,
            "maximum": parameter.limits.map { .integer($0.upperBound) } ?? .null,
            "summary": .string(parameter.summary),
        ]
    }

    /// The type's name; the names to choose from for a choice.
    private static func type(_ kind: RuleParameter.Kind, name: String) -> Value {
        if case .choice(let names) = kind { return .array(names.map { .string($0) }) }
        return .string(name)
    }

    private static func example(of example: RuleExample) -> Value {
        [
            "expression": .string(example.expression), "value": example.value,
            "fields": members(example.fields), "settings": members(example.settings),
            "text": .bool(example.isText), "valid": .bool(example.code == nil),
            "code": text(example.code),
        ]
    }

    private static func text(_ text: String?) -> Value { text.map { .string($0) } ?? .null }

    private static func members(_ members: [String: Value]) -> Value {
        let sorted = members.sorted { $0.key < $1.key }
        return .object(Value.Object(sorted.map { (key: $0.key, value: $0.value) }))
    }

    private static func source(_ source: RuleSource) -> Value {
        switch source {
        case .swift: ["kind": "swift"]
        case .c: ["kind": "c"]
        case .plugin(let id, let version, let path):
            [
                "kind": "plugin", "id": .string(id), "version": .string(version),
                "path": .string(path),
            ]
        }
    }
}

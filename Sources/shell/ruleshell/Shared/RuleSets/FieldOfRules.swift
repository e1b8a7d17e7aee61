// SPDX-License-Identifier: Apache-2.0
import Assay

// Fields of rule sets as the command line gives them.
extension Field {
    /// A field with its rules: `email: required, email`.
    ///
    /// - Throws: An error for what is not a field or a rule.
    init(argument: String, registry: RuleRegistry) throws(Diagnostic) {
        var isQuoted = false
        let end = argument.firstIndex { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ":" && !isQuoted
        }
        guard let end else {
            throw Diagnostic(
                "usage", "--rule takes a field and its rules, not '\(argument)'",
                help: "such as --rule 'email: required, email'")
        }
        let path: FieldPath
        do throws(FieldPathError) {
            path = try FieldPath(PromptSession.trimmed(argument[..<end]))
        } catch {
            throw Diagnostic("field.syntax", "--rule: \(error)")
        }
        let text = PromptSession.trimmed(argument[end...].dropFirst())
        let rules = try ExpressionArgument.bind(text, registry: registry)
        self.init(path, Validator(rules: rules.map { RuleEntry($0) }))
    }
}

extension RuleSet {
    /// Adds fields with their rules.
    ///
    /// - Throws: An error for what is not a field or a rule, and for a field that the rule set has.
    mutating func add(_ arguments: [String], registry: RuleRegistry) throws(Diagnostic) {
        for argument in arguments {
            let field = try Field(argument: argument, registry: registry)
            if let other = fields.first(where: { $0.path == field.path }) {
                let place = other.validator.location.map { " at \($0)" } ?? " in another --rule"
                throw Diagnostic(
                    "field.duplicate", "--rule: '\(field.path)' has rules\(place) too",
                    help: "write all rules of a field in one place")
            }
            fields.append(field)
        }
    }

    /// The rule set of one of the fields, with what reads the texts of the others.
    ///
    /// - Parameters:
    ///   - text: The field's path.
    ///   - name: The name of the rule set in messages.
    ///   - registry: The registry that knows the rules.
    /// - Returns: The rule set, and the field.
    /// - Throws: An error if there is no such field.
    func only(
        _ text: String, of name: String, in registry: RuleRegistry
    ) throws(Diagnostic) -> (ruleSet: RuleSet, field: Field) {
        let place = text.contains("[") ? try? FieldPath(text) : nil
        let exact = fields.first { $0.path.description == text }
        guard
            let field = exact ?? fields.first(where: { place?.isPlace(of: $0.path) ?? false })
        else {
            let near = nearestName(to: text, in: fields.map(\.path.description))
            throw Diagnostic(
                "field.unknown",
                "'\(name)' has no rules for '\(text)'"
                    + (near.map { "; did you mean '\($0)'?" } ?? ""))
        }
        return (only(field, in: registry), field)
    }
}

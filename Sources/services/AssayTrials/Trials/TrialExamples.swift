// SPDX-License-Identifier: Apache-2.0
import Assay

/// Values that pass and that fail the rules of a field, made for a trial.
struct TrialExamples {
    let registry: RuleRegistry
    let isText: Bool
    let end: ExecutionLimits

    /// Longer rules are not searched: candidates are made of their arguments.
    private static let longestRules = 4096

    /// Examples for rules as they are written in a rule set.
    func value(of text: String) -> Value {
        guard text.utf8.count <= Self.longestRules else { return Self.tooLong }
        do throws(ExpressionError) {
            return value(of: try RuleExpressionParser.parse(text)) { _ in nil }
        } catch {
            return ["problem": .string(error.message)]
        }
    }

    /// Examples for a field, each as a record that differs from the given one in that field.
    func value(of field: Field, around record: ValidationRecord?) -> Value {
        let rules = field.validator.rules.map(\.expression)
        let around = Value.object(record?.fields ?? Value.Object())
        return value(of: rules) { example in
            guard !isText else { return nil }
            var whole = Value.nesting(example.value, at: field.path.segments[...], in: around)
            if case .object(var members) = whole {
                for (key, value) in example.fields {
                    members[key] = value == .absent ? Value?.none : value
                }
                whole = .object(members)
            }
            return whole.json
        }
    }

    private static var tooLong: Value {
        ["problem": "the rules are too long: examples are made for rules of up to 4,096 bytes"]
    }

    private func value(
        of rules: [RuleExpression], record: (ExampleValue) -> String?
    ) -> Value {
        let shown = rules.map { "\($0)" }.joined(separator: ", ")
        guard shown.utf8.count <= Self.longestRules else { return Self.tooLong }
        let outcome: ExampleSearch.Outcome
        do throws(ExampleSearch.Failure) {
            let search = try ExampleSearch(
                rules, registry: registry, isText: isText, limits: end)
            outcome = try search.run { end.reached != nil }
        } catch {
            return ["problem": .string(Self.message(of: error))]
        }
        var members: [(key: String, value: Value)] = [
            ("rules", .string(shown)), ("tried", .integer(Int64(outcome.tried))),
            ("isComplete", .bool(end.reached == nil)),
        ]
        if let passing = outcome.passing, passing.value != .absent || outcome.acceptsMissing {
            members.append(("passing", example(passing, [], record)))
        }
        let failing = outcome.failing.map { code, message, failing in
            example(
                failing, [("code", .string(code)), ("message", .string(message))], record)
        }
        members.append(("failing", .array(failing)))
        members.append(("about", .array(about(rules))))
        return .object(Value.Object(members))
    }

    private static func message(of failure: ExampleSearch.Failure) -> String {
        switch failure {
        case .rule(let error, _): error.message
        case .ruleSet(let error): error.issues.first?.message ?? "\(error)"
        }
    }

    private func example(
        _ example: ExampleValue, _ finding: [(key: String, value: Value)],
        _ record: (ExampleValue) -> String?
    ) -> Value {
        let isAbsent = example.value == .absent
        var members: [(key: String, value: Value)] = [
            ("value", .string(isAbsent ? "absent" : example.value.json))
        ]
        let fields = example.fields.filter { $0.value != .absent }
        if !fields.isEmpty { members.append(("with", .object(Value.Object(fields)))) }
        members += finding
        if let record = record(example) { members.append(("record", .string(record))) }
        return .object(Value.Object(members))
    }

    /// Returns a description of each rule, with the examples of its definition.
    private func about(_ rules: [RuleExpression]) -> [Value] {
        rules.compactMap { rule in
            guard let definition = registry.definition(for: rule.id) else { return nil }
            var members: [(key: String, value: Value)] = [
                ("rule", .string(definition.id)), ("summary", .string(definition.summary)),
            ]
            if let standard = definition.standard {
                members.append(("standard", .string(standard)))
            }
            let examples: [Value] = definition.examples.prefix(12).map { example in
                [
                    "rule": .string(example.expression),
                    "value": .string(
                        example.value == .absent ? "absent" : example.value.json),
                    "code": example.code.map { .string($0) } ?? .null,
                ]
            }
            members.append(("examples", .array(examples)))
            return .object(Value.Object(members))
        }
    }
}

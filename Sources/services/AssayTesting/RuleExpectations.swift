// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssayJSONRuleSets
public import AssayRules
public import Testing

/// Expects that a value passes a rule.
///
/// ```swift
/// expectValid("a@b.example", "email")
/// expectValid("secret", "sameAs(password)", with: ["password": "secret"])
/// ```
///
/// - Parameters:
///   - value: The value to check.
///   - expression: The rules as written in a rule set.
///   - fields: Further fields of the record.
///   - isText: The value comes from text, where numbers arrive as strings.
///   - registry: The rules that can be named; the built-in ones by default.
///   - sourceLocation: Where a failure is shown.
public func expectValid(
    _ value: Value, _ expression: String, with fields: [String: Value] = [:],
    isText: Bool = false, registry: RuleRegistry = .standard(),
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    RuleTrial(value, expression, fields, isText: isText, registry).run(.valid, sourceLocation)
}

/// Expects that a value fails a rule, with a certain code.
///
/// - Parameters:
///   - value: The value to check.
///   - expression: The rules as written in a rule set.
///   - code: The code of one of the violations; nil for any.
///   - fields: Further fields of the record.
///   - isText: The value comes from text, where numbers arrive as strings.
///   - registry: The rules that can be named; the built-in ones by default.
///   - sourceLocation: Where a failure is shown.
public func expectInvalid(
    _ value: Value, _ expression: String, code: String? = nil, with fields: [String: Value] = [:],
    isText: Bool = false, registry: RuleRegistry = .standard(),
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    RuleTrial(value, expression, fields, isText: isText, registry)
        .run(.invalid(code), sourceLocation)
}

/// Expects that a rule does what the examples of its definition say.
///
/// A definition needs an example of a valid value and one of an invalid value, and each of them has to use the
/// rule.
///
/// ```swift
/// expectExamples(of: StepRule.definition)
/// ```
///
/// - Parameters:
///   - definition: The definition. The rule of an asynchronous one is awaited: `await expectExamples(of:)`.
///   - registry: The other rules that the examples name; the built-in ones by default. The definition is
///     registered there, unless it has a rule with the id.
///   - sourceLocation: Where a failure is shown.
public func expectExamples(
    of definition: RuleDefinition, registry: RuleRegistry = .standard(),
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    guard !definition.isAsynchronous else {
        Issue.record(
            """
            the rule '\(definition.id)' is asynchronous; write 'await expectExamples(of:)' in an \
            asynchronous test
            """,
            sourceLocation: sourceLocation)
        return
    }
    for (trial, wanted) in trials(of: definition, registry, sourceLocation) {
        trial.run(wanted, sourceLocation)
    }
}

/// Expects that a rule, which may be asynchronous, does what the examples of its definition say.
///
/// - Parameters:
///   - definition: The definition.
///   - registry: The other rules that the examples name; the built-in ones by default. The definition is
///     registered there, unless it has a rule with the id.
///   - sourceLocation: Where a failure is shown.
public func expectExamples(
    of definition: RuleDefinition, registry: RuleRegistry = .standard(),
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) async {
    for (trial, wanted) in trials(of: definition, registry, sourceLocation) {
        await trial.run(wanted, sourceLocation)
    }
}

/// The trials of all examples of a definition; none, and an issue, if it cannot be registered.
private func trials(
    of definition: RuleDefinition, _ registry: RuleRegistry,
    _ sourceLocation: Testing.SourceLocation
) -> [(RuleTrial, RuleTrial.Outcome)] {
    let examples = definition.examples
    for (isValid, kind) in [(true, "valid"), (false, "invalid")]
    where !examples.contains(where: { ($0.code == nil) == isValid }) {
        Issue.record(
            "the rule '\(definition.id)' must have an example of a value that is \(kind)",
            sourceLocation: sourceLocation)
    }
    if registry.definition(for: definition.id) == nil {
        do throws(RegistryError) {
            try registry.register(definition)
        } catch {
            Issue.record("\(error)", sourceLocation: sourceLocation)
            return []
        }
    }
    return examples.map { example in
        if !example.names(definition.id) {
            Issue.record(
                "the example \(example.expression) must use the rule '\(definition.id)'",
                sourceLocation: sourceLocation)
        }
        let trial = RuleTrial(
            example.value, example.expression, example.fields, isText: example.isText, registry)
        return (trial, example.code.map { .invalid($0) } ?? .valid)
    }
}

extension RuleExample {
    /// Returns `true` if the expression names a rule, also inside of another one.
    ///
    /// An expression that cannot be read is an issue of its trial.
    fileprivate func names(_ id: String) -> Bool {
        guard let rules = try? RuleExpressionParser.parse(expression) else { return true }
        return rules.contains { $0.names(id) }
    }
}

extension RuleExpression {
    fileprivate func names(_ id: String) -> Bool {
        self.id == id
            || arguments.contains {
                if case .rule(let rule) = $0.value { rule.names(id) } else { false }
            }
    }
}

/// A value, a rule and the rest of the record.
private struct RuleTrial {
    /// The outcome that is expected.
    enum Outcome {
        case valid
        /// One of the violations has the code, if there is one.
        case invalid(String?)
    }

    let value: Value
    let expression: String
    let record: ValidationRecord
    let registry: RuleRegistry

    init(
        _ value: Value, _ expression: String, _ fields: [String: Value], isText: Bool,
        _ registry: RuleRegistry
    ) {
        self.value = value
        self.expression = expression
        self.registry = registry
        var members = fields.map { (key: $0.key, value: $0.value) }
        members.append((RuleTrial.field, value))
        record = ValidationRecord(Value.Object(members), isText: isText)
    }

    /// A name that no other field of a trial has.
    private static let field = "value under test"

    func run(_ wanted: Outcome, _ sourceLocation: Testing.SourceLocation) {
        guard let manager = manager(sourceLocation) else { return }
        expect(wanted, in: manager.validate(record), sourceLocation)
    }

    /// Runs asynchronous rules too.
    func run(_ wanted: Outcome, _ sourceLocation: Testing.SourceLocation) async {
        guard let manager = manager(sourceLocation) else { return }
        let report = await manager.complete(manager.validate(record), of: record)
        expect(wanted, in: report, sourceLocation)
    }

    private func expect(
        _ wanted: Outcome, in report: ValidationReport, _ sourceLocation: Testing.SourceLocation
    ) {
        switch wanted {
        case .valid:
            guard !report.isValid else { return }
            Issue.record(
                "\(value.json) must pass \(expression), but \(report.explanation)",
                sourceLocation: sourceLocation)
        case .invalid(let code):
            let codes = report.violations.filter { $0.severity == .error }.map(\.code)
            let isExpected = code.map { codes.contains($0) } ?? !codes.isEmpty
            guard !isExpected else { return }
            let wanted = code.map { " with \($0)" } ?? ""
            Issue.record(
                "\(value.json) must fail \(expression)\(wanted), but \(report.explanation)",
                sourceLocation: sourceLocation)
        }
    }

    /// Nil, and an issue, if the rules cannot be used.
    private func manager(_ sourceLocation: Testing.SourceLocation) -> ValidatorsManager? {
        do {
            let rules = try RuleExpressionParser.parse(expression)
            let validator = Validator(rules: rules.map { RuleEntry($0) })
            let ruleSet = RuleSet([Field(FieldPath(key: RuleTrial.field), validator)])
            return try ValidatorsManager(ruleSet, registry: registry)
        } catch {
            Issue.record("'\(expression)' cannot be used: \(error)", sourceLocation: sourceLocation)
            return nil
        }
    }
}

extension ValidationReport {
    /// The outcome in words, for the message of a failed expectation.
    fileprivate var explanation: String {
        let findings =
            violations.map { "\($0.code) (\($0.message))" }
            + faults.map { "\($0.code) (\($0.message))" }
            + deferred.map { "\($0.code) (\($0.message))" }
        return findings.isEmpty ? "it passed" : "it gave " + findings.joined(separator: ", ")
    }
}

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
    let trial = RuleTrial(value, expression, fields, isText: isText, registry)
    guard let report = trial.report(sourceLocation) else { return }
    if !report.isValid {
        Issue.record(
            "\(value.json) must pass \(expression), but \(report.explanation)",
            sourceLocation: sourceLocation)
    }
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
    let trial = RuleTrial(value, expression, fields, isText: isText, registry)
    guard let report = trial.report(sourceLocation) else { return }
    let codes = report.violations.filter { $0.severity == .error }.map(\.code)
    let isExpected = code.map { codes.contains($0) } ?? !codes.isEmpty
    if !isExpected {
        let wanted = code.map { " with \($0)" } ?? ""
        Issue.record(
            "\(value.json) must fail \(expression)\(wanted), but \(report.explanation)",
            sourceLocation: sourceLocation)
    }
}

/// A value, a rule and the rest of the record.
private struct RuleTrial {
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

    /// Nil, and an issue, if the rules cannot be used.
    func report(_ sourceLocation: Testing.SourceLocation) -> ValidationReport? {
        do {
            let rules = try RuleExpressionParser.parse(expression)
            let validator = Validator(rules: rules.map { RuleEntry($0) })
            let ruleSet = RuleSet([Field(FieldPath(key: RuleTrial.field), validator)])
            return try ValidatorsManager(ruleSet, registry: registry).validate(record)
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

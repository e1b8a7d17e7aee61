// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import AssayRules

/// The registry that the tests share.
let standardRules = RuleRegistry.standard()

/// What a rule says of a value in the field `value` of a record with further fields: the codes of
/// violations, then of faults.
func codes(
    _ value: Value, _ expression: RuleExpression, with fields: [String: Value] = [:],
    isText: Bool = false
) throws -> [String] {
    let manager = try ValidatorsManager(
        RuleSet(Field("value", expression)), registry: standardRules)
    var record = ValidationRecord(Value.Object(fields.map { ($0.key, $0.value) }), isText: isText)
    record["value"] = value
    let report = manager.validate(record)
    return report.violations.map(\.code) + report.faults.map(\.code)
}

/// The same for an expression in the expression language; a comma means and.
func codes(
    _ value: Value, _ text: String, with fields: [String: Value] = [:], isText: Bool = false
) throws -> [String] {
    let rules = try RuleExpressionParser.parse(text).map { RuleEntry($0) }
    let manager = try ValidatorsManager(
        RuleSet(Field("value", Validator(rules: rules))), registry: standardRules)
    var record = ValidationRecord(Value.Object(fields.map { ($0.key, $0.value) }), isText: isText)
    record["value"] = value
    let report = manager.validate(record)
    return report.violations.map(\.code) + report.faults.map(\.code)
}

/// The error of an expression that cannot be used.
func bindError(_ text: String) throws -> RuleError? {
    let expression = try RuleExpressionParser.parseOne(text)
    do throws(RuleError) {
        _ = try standardRules.bind(expression)
        return nil
    } catch {
        return error
    }
}

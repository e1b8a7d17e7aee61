// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayRuleSets

/// The declared examples are what people learn a rule from.
enum ExamplesCheck: PluginCheck {
    static let name = "examples"
    static let summary = "the declared examples give the verdicts that they declare"

    static func run(_ trial: Trial) {
        for rule in trial.rules {
            for example in rule.definition.examples { check(example, rule, trial) }
            warnOfMissing(rule, trial)
        }
    }

    private static func check(_ example: RuleExample, _ rule: TrialRule, _ trial: Trial) {
        var place = CheckPlace(rule: rule.id, expression: example.expression)
        place.value = CheckPlace.text(example.value)
        let expected = example.code.map { "FAIL (\($0))" } ?? "PASS"
        let found = verdict(example, rule, trial)
        if found == expected || (found == "SKIP" && example.code == nil) { return }
        trial.report(
            CheckFinding(
                place, found: found, expected: expected, remedy: "correct the example or the rule"))
    }

    /// What the host would say.
    private static func verdict(
        _ example: RuleExample, _ rule: TrialRule, _ trial: Trial
    ) -> String {
        let bound: BoundRule
        do {
            let expression = try RuleExpressionParser.parseOne(example.expression)
            guard expression.id == rule.id else { return "the expression of another rule" }
            guard let known = trial.bind(expression) else {
                return "arguments that the rule's parameters do not allow"
            }
            bound = known
        } catch {
            return "an expression that cannot be read (\(error.message))"
        }
        let creation = trial.create(rule, bound)
        guard let instance = creation.instance else {
            return "arguments that create refuses (\(creation.message ?? "without a message"))"
        }
        defer { trial.destroy(instance) }
        guard rule.isAsked(about: example.value) else {
            return example.value == .absent || example.value == .null
                ? "SKIP" : "FAIL (\(rule.id).kind)"
        }
        let others = [Value](repeating: .absent, count: instance.columnCount - 1)
        let rows = Rows([TrialRow(value: example.value, others: others)])
        return trial.evaluate(instance, rows).words(0, rule)
    }

    private static func warnOfMissing(_ rule: TrialRule, _ trial: Trial) {
        let examples = rule.definition.examples
        var missing: [String] = []
        if !examples.contains(where: { $0.code == nil }) { missing.append("no valid example") }
        if !examples.contains(where: { $0.code != nil }) { missing.append("no invalid example") }
        guard !missing.isEmpty else { return }
        trial.warn(
            CheckFinding(
                CheckPlace(rule: rule.id), found: missing.joined(separator: " and "),
                expected: "at least one of each", remedy: "add it to the rule's examples"))
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayRuleSets

/// A check of the declared examples, from which users learn a rule.
enum ExamplesCheck: PluginCheck {
    static let name = "examples"
    static let summary = "the declared examples give the verdicts that they declare"

    static func run(in trial: Trial) {
        for rule in trial.rules {
            for example in rule.definition.examples {
                let settings = settings(of: example)
                if settings == trial.exampleSettings {
                    check(example, of: rule, in: trial)
                } else if trial.exampleSettings == .absent {
                    trial.needs(exampleSettings: settings)
                }
            }
            if trial.exampleSettings == .absent { warnOfMissingExamples(of: rule, in: trial) }
        }
    }

    /// Returns the settings of an example as an object with sorted names, or absent for the
    /// defaults.
    private static func settings(of example: RuleExample) -> Value {
        guard !example.settings.isEmpty else { return .absent }
        let sorted = example.settings.sorted { $0.key < $1.key }
        return .object(Value.Object(sorted.map { (key: $0.key, value: $0.value) }))
    }

    private static func check(_ example: RuleExample, of rule: TrialRule, in trial: Trial) {
        var place = CheckPlace(rule: rule.id, expression: example.expression)
        place.value = CheckPlace.text(example.value)
        let expected = example.code.map { "FAIL (\($0))" } ?? "PASS"
        let found = verdict(on: example, of: rule, in: trial)
        if found == expected || (found == "SKIP" && example.code == nil) { return }
        trial.report(
            CheckFinding(
                at: place, found: found, expected: expected,
                remedy: "correct the example or the rule"))
    }

    /// Returns the verdict that the host would give on an example, in words.
    private static func verdict(
        on example: RuleExample, of rule: TrialRule, in trial: Trial
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
        let creation = trial.create(rule, with: bound)
        guard let instance = creation.instance else {
            return "arguments that create rejects (\(creation.message ?? "without a message"))"
        }
        defer { trial.destroy(instance) }
        guard rule.runs(on: example.value) else {
            return example.value == .absent || example.value == .null
                ? "SKIP" : "FAIL (\(rule.id).kind)"
        }
        let keys = bound.dependencies.map(\.topLevelKey)
        if let field = example.fields.keys.sorted().first(where: { !keys.contains($0) }) {
            return "the field '\(field)', which the expression does not name"
        }
        let others = bound.dependencies.map { $0.value(in: example.fields) }
        let rows = Rows([TrialRow(value: example.value, others: others)])
        return trial.evaluate(instance, on: rows).words(row: 0, of: rule)
    }

    private static func warnOfMissingExamples(of rule: TrialRule, in trial: Trial) {
        let examples = rule.definition.examples
        var missing: [String] = []
        if !examples.contains(where: { $0.code == nil }) { missing.append("no valid example") }
        if !examples.contains(where: { $0.code != nil }) { missing.append("no invalid example") }
        guard !missing.isEmpty else { return }
        trial.warn(
            CheckFinding(
                at: CheckPlace(rule: rule.id), found: missing.joined(separator: " and "),
                expected: "at least one of each", remedy: "add it to the rule's examples"))
    }
}

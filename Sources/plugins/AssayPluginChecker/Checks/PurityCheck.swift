// SPDX-License-Identifier: Apache-2.0
/// The verdicts of a pure rule may be kept, so nothing around the rule may decide.
enum PurityCheck: PluginCheck {
    static let name = "purity"
    static let summary = "verdicts of pure rules do not depend on order, time or environment"

    private static let remedy = "use only the values and the arguments, or drop ASSAY_RULE_PURE"

    static func run(in trial: Trial) {
        guard trial.rules.contains(where: \.isPure) else {
            return trial.skip(because: "no rule is flagged ASSAY_RULE_PURE")
        }
        trial.withInstances { instance in
            let rows = trial.rows(for: instance)
            guard instance.rule.isPure, rows.count > 0 else { return }
            let comparison = VerdictComparison(
                in: trial, instance: instance, rows: rows,
                expected: trial.evaluate(instance, on: rows))
            for row in rows.different.reversed() { _ = trial.evaluate(instance, on: Rows([row])) }
            comparison.compare(
                trial.evaluate(instance, on: rows), with: "before other calls", remedy: remedy)
            Surroundings.change(isQuick: trial.isQuick)
            comparison.compare(
                trial.evaluate(instance, on: rows),
                with: "in another locale, time zone and directory", remedy: remedy
            )
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The verdicts of a pure rule may be kept, so nothing around the rule may decide.
enum PurityCheck: PluginCheck {
    static let name = "purity"
    static let summary = "verdicts of pure rules depend on neither order, time nor surroundings"

    private static let remedy = "keep to the values and the arguments, or drop ASSAY_RULE_PURE"

    static func run(_ trial: Trial) {
        guard trial.rules.contains(where: \.isPure) else {
            return trial.skip("no rule is flagged ASSAY_RULE_PURE")
        }
        trial.withInstances { instance in
            let rows = trial.rows(for: instance)
            guard instance.rule.isPure, rows.count > 0 else { return }
            let comparison = VerdictComparison(
                trial, instance, rows, trial.evaluate(instance, rows))
            for row in rows.different.reversed() { _ = trial.evaluate(instance, Rows([row])) }
            comparison.compare(
                trial.evaluate(instance, rows), "before other calls", remedy)
            surroundings(of: trial)
            comparison.compare(
                trial.evaluate(instance, rows), "in another locale, time zone and directory", remedy
            )
        }
    }

    /// The process is the check's own, so nothing is put back.
    private static func surroundings(of trial: Trial) {
        for (name, value) in [
            ("TZ", "Pacific/Kiritimati"), ("LANG", "tr_TR.UTF-8"), ("LC_ALL", "C.UTF-8"),
            ("HOME", "/"), ("USER", "nobody"), ("PATH", "/nowhere"),
        ] { setenv(name, value, 1) }
        tzset()
        setlocale(LC_ALL, "")
        chdir("/")
        usleep(trial.isQuick ? 1000 : 1_100_000)
    }
}

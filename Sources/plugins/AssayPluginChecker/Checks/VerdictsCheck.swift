// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// A check for verdicts and results that the host would have to report as faults.
enum VerdictsCheck: PluginCheck {
    static let name = "verdicts"
    static let summary = "every row gets a verdict that exists"

    static func run(in trial: Trial) {
        trial.withInstances { instance in
            let rows = trial.rows(for: instance)
            guard rows.count > 0 else { return }
            check(trial.evaluate(instance, on: rows), of: instance, on: rows, in: trial)
        }
    }

    private static func check(
        _ evaluation: Evaluation, of instance: TrialInstance, on rows: Rows, in trial: Trial
    ) {
        if let (expected, remedy) = error(in: evaluation.result) {
            let found = "\(Evaluation.resultName(evaluation.result)) from evaluate"
            trial.report(
                CheckFinding(
                    at: trial.place(of: instance, on: rows), found: found, expected: expected,
                    remedy: remedy))
        }
        guard evaluation.result >= 0 else { return }
        let codes = instance.rule.definition.codes.count
        for (row, verdict) in evaluation.verdicts.enumerated() {
            guard let (found, expected, remedy) = error(in: verdict, codeCount: codes) else {
                continue
            }
            return trial.report(
                CheckFinding(
                    at: trial.place(of: instance, on: rows, row: row), found: found,
                    expected: expected,
                    remedy: remedy))
        }
    }

    private static func error(in result: assay_rc) -> (expected: String, remedy: String)? {
        if result > 0 || result < ASSAY_E_CANCELLED {
            return ("ASSAY_OK or an ASSAY_E_ number", "return ASSAY_OK")
        }
        guard result == ASSAY_E_CANCELLED else { return nil }
        return ("ASSAY_OK, for the call was not cancelled", "look at call->cancelled before")
    }

    private static func error(
        in verdict: assay_verdict, codeCount codes: Int
    ) -> (found: String, expected: String, remedy: String)? {
        let statuses = "ASSAY_PASS, ASSAY_FAIL, ASSAY_SKIP or ASSAY_UNDECIDED"
        switch verdict.status {
        case ASSAY_UNSET: return ("ASSAY_UNSET", statuses, "write a verdict for every row")
        case ASSAY_FAIL where verdict.code >= codes:
            return (
                "code \(verdict.code)", "the index of one of \(codes) codes",
                "declare the code, or use one that is declared"
            )
        case ASSAY_PASS, ASSAY_FAIL, ASSAY_SKIP, ASSAY_UNDECIDED: return nil
        default: return ("status \(verdict.status)", statuses, "write one of these to status")
        }
    }
}

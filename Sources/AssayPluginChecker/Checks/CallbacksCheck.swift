// SPDX-License-Identifier: Apache-2.0

/// What the host offers during a call has rules, too.
enum CallbacksCheck: PluginCheck {
    static let name = "callbacks"
    static let summary = "callbacks are called during the call, with what they take"

    static func run(in trial: Trial) {
        trial.withInstances { instance in
            let rows = trial.rows(for: instance)
            guard rows.count > 0 else { return }
            let first = TrialCall()
            var misuse = trial.evaluate(instance, on: rows, offering: first).misuse
            // A plugin that keeps a call uses it now.
            misuse += trial.evaluate(instance, on: rows).misuse + first.misuse
            guard let found = misuse.first else { return }
            trial.report(
                CheckFinding(
                    at: trial.place(of: instance, on: rows), found: found,
                    expected: "rows of the batch, UTF-8, at most 16 arguments, and no use of a "
                        + "call that has returned",
                    remedy: "see assay_call in assay_plugin.h"))
        }
    }
}

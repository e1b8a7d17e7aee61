// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost

/// A check that the plugin follows the rules for the callbacks that the host offers during a call.
enum CallbacksCheck: PluginCheck {
    static let name = "callbacks"
    static let summary =
        "callbacks are called during the call, on its thread and with valid arguments"

    static func run(in trial: Trial) {
        var uses: [CallUse] = []
        let threads = CheckProcess.threads
        trial.withExpressions { rule, bound in uses.append(use(rule, with: bound, in: trial)) }
        // A thread that the plugin has left uses its call now.
        CheckProcess.awaitEnd(ofThreadsAbove: threads)
        for use in uses {
            guard let found = use.calls.flatMap(\.misuse).first else { continue }
            trial.report(
                CheckFinding(
                    at: use.place, found: found,
                    expected:
                        "rows of the batch, UTF-8, JSON numbers and JSON Pointers, at most 16 "
                        + "arguments of 64 KiB and 16 levels, and calls that are used on their own "
                        + "thread until they return",
                    remedy: "see assay_call in assay_plugin.h"))
        }
    }

    /// The calls that an instance is offered in its life, and where to report them.
    private struct CallUse {
        var place: CheckPlace
        let calls: [TrialCall]
    }

    private static func use(
        _ rule: TrialRule, with bound: BoundRule, in trial: Trial
    ) -> CallUse {
        let calls = (0..<3).map { _ in TrialCall() }
        var use = CallUse(place: trial.place(of: rule, with: bound), calls: calls)
        guard let instance = trial.create(rule, with: bound, offering: calls[0]).instance
        else { return use }
        let rows = trial.rows(for: instance)
        if rows.count > 0 {
            use.place = trial.place(of: instance, on: rows)
            // A plugin that keeps a call uses it in the next one.
            for call in calls.dropFirst() {
                _ = trial.evaluate(instance, on: rows, offering: call)
            }
        }
        trial.destroy(instance)
        return use
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A call that is not wanted any more returns soon, whether it notices or not.
enum CancellationCheck: PluginCheck {
    static let name = "cancellation"
    static let summary = "a call that is cancelled and past its deadline returns"

    static func run(in trial: Trial) {
        trial.withInstances { instance in
            let rows = trial.rows(for: instance)
            guard rows.count > 0 else { return }
            let call = TrialCall()
            call.cancel()
            _ = trial.evaluate(instance, on: rows, offering: call)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A check that rules start no processes.
///
/// Starting a process fails where rules run confined. Elsewhere, many processes may exhaust the
/// machine.
enum ProcessesCheck: PluginCheck {
    static let name = "processes"
    static let summary = "create, evaluate and destroy start no processes"

    static func run(in trial: Trial) {
        trial.withInstances { instance in
            let rows = trial.rows(for: instance)
            if rows.count > 0 { _ = trial.evaluate(instance, on: rows) }
        }
    }
}

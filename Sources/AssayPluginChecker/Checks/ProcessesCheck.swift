// SPDX-License-Identifier: Apache-2.0

/// Where rules run confined, starting a process fails; where they do not, many processes may end
/// the machine.
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

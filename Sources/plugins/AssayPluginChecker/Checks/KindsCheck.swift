// SPDX-License-Identifier: Apache-2.0

/// Each value alone, so that the one that ends the process is known.
enum KindsCheck: PluginCheck {
    static let name = "kinds"
    static let summary = "the rule survives values of every kind that it accepts"

    static func run(in trial: Trial) {
        trial.withInstances { instance in
            for row in trial.rows(for: instance).different {
                _ = trial.evaluate(instance, on: Rows([row]))
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// Each value alone, so that the one that ends the process is known.
enum KindsCheck: PluginCheck {
    static let name = "kinds"
    static let summary = "values of every kind that the rule accepts are survived"

    static func run(in trial: Trial) {
        trial.withInstances { instance in
            for row in trial.rows(for: instance).different {
                _ = trial.evaluate(instance, on: Rows([row]))
            }
        }
    }
}

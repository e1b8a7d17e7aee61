// SPDX-License-Identifier: Apache-2.0

/// Each value alone, so that the one that ends the process is known.
enum KindsCheck: PluginCheck {
    static let name = "kinds"
    static let summary = "values of every kind that the rule accepts are survived"

    static func run(_ trial: Trial) {
        trial.withInstances { instance in
            for row in trial.rows(for: instance).different {
                _ = trial.evaluate(instance, Rows([row]))
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// Each value alone, and every single edit of the examples, so that the one that ends the process is known.
enum KindsCheck: PluginCheck {
    static let name = "kinds"
    static let summary = "the rule survives values of every kind that it accepts"

    static func run(in trial: Trial) {
        let limit = trial.isQuick ? 500 : 5000
        trial.withInstances { instance in
            for row in trial.rows(for: instance, editsOfEach: limit).different {
                _ = trial.evaluate(instance, on: Rows([row]))
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// Strings that break code which takes text to end with NUL or to fit into a buffer.
enum StringsCheck: PluginCheck {
    static let name = "strings"
    static let summary = "the rule survives hostile strings"

    static func run(in trial: Trial) {
        var hasRun = false
        trial.withInstances { instance in
            for row in instance.rule.rows(of: HostileTexts.values, for: instance) {
                hasRun = true
                _ = trial.evaluate(instance, on: Rows([row]))
            }
        }
        if !hasRun { trial.skip(because: "no rule accepts strings, arrays or objects") }
    }
}

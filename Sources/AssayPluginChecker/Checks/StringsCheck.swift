// SPDX-License-Identifier: Apache-2.0

/// Strings that break what takes text for words that end with NUL and fit into a buffer.
enum StringsCheck: PluginCheck {
    static let name = "strings"
    static let summary = "hostile strings are survived"

    static func run(_ trial: Trial) {
        var isAsked = false
        trial.withInstances { instance in
            for row in instance.rule.rows(HostileTexts.values, instance) {
                isAsked = true
                _ = trial.evaluate(instance, Rows([row]))
            }
        }
        if !isAsked { trial.skip("no rule accepts strings, arrays or objects") }
    }
}

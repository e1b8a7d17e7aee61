// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost

/// The process belongs to the host.
enum ProcessStateCheck: PluginCheck {
    static let name = "processState"
    static let summary = "create, evaluate and destroy leave the process, and its exit, as it was"
    static let looksAtExit = true

    static func run(in trial: Trial) {
        for rule in trial.rules {
            for expression in rule.expressions {
                guard let bound = trial.bind(expression) else { continue }
                let changes = CheckProcess.changes {
                    guard let instance = trial.create(rule, with: bound).instance else { return }
                    let rows = trial.rows(for: instance)
                    if rows.count > 0 { _ = trial.evaluate(instance, on: rows) }
                    trial.destroy(instance)
                }
                guard !changes.isEmpty else { continue }
                trial.report(
                    CheckFinding(
                        at: CheckPlace(rule: rule.id, expression: bound.expression.description),
                        found: changes.joined(separator: ", "),
                        expected: "the process as it was before the calls",
                        remedy: "do not do this in the functions of the rule"))
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A measurement of the time that a value takes; no plugin fails for being slow.
enum TimeCheck: PluginCheck {
    static let name = "time"
    static let summary = "measured only"

    private static let count = 1024

    static func run(in trial: Trial) {
        var least: [String: Int64] = [:]
        trial.withInstances { instance in
            let values = instance.rule.definition.examples.map(\.value)
            let cycle = instance.rule.rows(
                of: values.isEmpty ? ValueCorpus.ordinary : values, for: instance)
            guard !cycle.isEmpty else { return }
            let rows = Rows(cycle, count: count)
            let batch = PreparedBatch(of: rows, columnCount: instance.columnCount, in: ValueArena())
            let verdicts = VerdictMemory(count: rows.count)
            let call = TrialCall()
            for _ in 0..<(trial.isQuick ? 5 : 50) {
                let time = trial.step(.evaluate, at: trial.place(of: instance, on: rows)) {
                    ContinuousClock().measure {
                        _ = batch.invoke(instance, offering: call, into: verdicts)
                    }
                }
                let nanoseconds = time / .nanoseconds(1) / Double(count)
                let rounded = Int64(nanoseconds.rounded(.up))
                least[instance.rule.id] = min(least[instance.rule.id] ?? rounded, rounded)
            }
        }
        for (rule, time) in least.sorted(by: { $0.key < $1.key }) {
            trial.measured(
                CheckFigure(
                    rule: rule, name: "a value, in batches of 1024", value: time, unit: "ns"))
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import Synchronization

/// Rules that say so are called by several threads with one instance.
enum ConcurrencyCheck: PluginCheck {
    static let name = "concurrency"
    static let summary = "concurrent rules give the same verdicts on several threads at once"

    static func run(in trial: Trial) {
        guard trial.rules.contains(where: \.isConcurrent) else {
            return trial.skip(because: "no rule is flagged ASSAY_RULE_CONCURRENT")
        }
        trial.withInstances { instance in
            let rows = trial.rows(for: instance)
            guard instance.rule.isConcurrent, rows.count > 0 else { return }
            let alone = trial.evaluate(instance, on: rows)
            let work = SharedWork(instance: instance, rows: rows, rounds: trial.isQuick ? 20 : 200)
            trial.step(.evaluate, at: trial.place(of: instance, on: rows), rows: 100_000) {
                Threads.run(count: 4) { work.run() }
            }
            for evaluation in work.results {
                VerdictComparison(in: trial, instance: instance, rows: rows, expected: alone)
                    .compare(
                        evaluation, with: "on one thread",
                        remedy:
                            "keep nothing of a call outside of it, or drop ASSAY_RULE_CONCURRENT")
            }
        }
    }
}

/// Calls of one instance that start together.
private final class SharedWork: @unchecked Sendable {  // the batch is only read
    private let instance: TrialInstance
    private let batch: PreparedBatch
    private let count: Int
    private let rounds: Int
    private let kept = Mutex<[Evaluation]>([])

    init(instance: TrialInstance, rows: Rows, rounds: Int) {
        self.instance = instance
        self.rounds = rounds
        count = rows.count
        batch = PreparedBatch(of: rows, columnCount: instance.columnCount, in: ValueArena())
    }

    var results: [Evaluation] { kept.withLock { $0 } }

    func run() {
        for _ in 0..<rounds {
            let evaluation = batch.evaluate(
                instance, offering: TrialCall(), into: VerdictMemory(count: count))
            kept.withLock { $0.append(evaluation) }
        }
    }
}

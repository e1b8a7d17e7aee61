// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CPluginChecker

/// A service makes instances and calls rules for months.
enum LeaksCheck: PluginCheck {
    static let name = "leaks"
    static let summary = "create, evaluate and destroy leak no memory"

    /// malloc gives out no less.
    private static let smallestLeak: Int64 = 16

    static func run(in trial: Trial) {
        for rule in trial.rules {
            for expression in rule.expressions {
                guard let bound = trial.bind(expression) else { continue }
                let round = Round(in: trial, rule: rule, bound: bound)
                let growth = growth(of: round, rounds: trial.isQuick ? 100 : 1000)
                guard growth >= smallestLeak else { continue }
                trial.report(
                    CheckFinding(
                        at: round.place, found: "\(growth) bytes more in use after each round",
                        expected: "as much memory in use as before",
                        remedy: "free in destroy what create allocates, and in evaluate the rest"))
            }
        }
    }

    /// The least of three measurements, in bytes a round: what a plugin keeps once is no leak.
    private static func growth(of round: Round, rounds: Int) -> Int64 {
        round.run(times: rounds / 4)
        var least = Int64.max
        for _ in 0..<3 {
            let before = Int64(clamping: assay_heap_bytes())
            round.run(times: rounds)
            least = min(least, (Int64(clamping: assay_heap_bytes()) - before) / Int64(rounds))
        }
        return least
    }
}

/// One use of a rule from beginning to end, without allocations of the check's own.
private final class Round {
    let place: CheckPlace
    private let trial: Trial
    private let rule: TrialRule
    private let bound: BoundRule
    private var batch: PreparedBatch?
    private var verdicts: VerdictMemory?
    private let call = TrialCall()

    init(in trial: Trial, rule: TrialRule, bound: BoundRule) {
        self.trial = trial
        self.rule = rule
        self.bound = bound
        place = CheckPlace(rule: rule.id, expression: bound.expression.description)
    }

    func run(times count: Int) {
        trial.step(.evaluate, at: place, rows: 100_000) {
            for _ in 0..<count { run() }
        }
    }

    private func run() {
        guard let instance = trial.createQuietly(rule, with: bound, offering: call) else { return }
        if let batch, let verdicts {
            _ = batch.invoke(instance, offering: call, into: verdicts)
        } else {
            let rows = Rows(rule.rows(of: ValueCorpus.ordinary + ValueCorpus.kinds, for: instance))
            batch = PreparedBatch(of: rows, columnCount: instance.columnCount, in: ValueArena())
            verdicts = VerdictMemory(count: rows.count)
        }
        instance.destroy()
    }
}

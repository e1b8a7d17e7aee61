// SPDX-License-Identifier: Apache-2.0

/// Whoever asks twice expects one answer.
enum DeterminismCheck: PluginCheck {
    static let name = "determinism"
    static let summary = "the same rows get the same verdicts again, and from another instance"

    static func run(_ trial: Trial) {
        trial.withTwins { first, second in
            let rows = trial.rows(for: first)
            guard rows.count > 0 else { return }
            let once = trial.evaluate(first, rows)
            let twice = trial.evaluate(first, rows)
            let other = trial.evaluate(second, rows)
            let comparison = VerdictComparison(trial, first, rows, once)
            comparison.compare(twice, "the first time", "keep nothing from call to call")
            comparison.compare(
                other, "from an instance with the same arguments",
                "let verdicts depend on the arguments and the row only")
        }
    }
}

/// Verdicts of rows that were judged before.
struct VerdictComparison {
    private let trial: Trial
    private let instance: TrialInstance
    private let rows: Rows
    private let expected: [String]

    init(_ trial: Trial, _ instance: TrialInstance, _ rows: Rows, _ evaluation: Evaluation) {
        self.trial = trial
        self.instance = instance
        self.rows = rows
        expected = (0..<rows.count).map { evaluation.words($0, instance.rule) }
    }

    /// Reports the first row with another verdict.
    ///
    /// - Parameters:
    ///   - evaluation: Of the same rows.
    ///   - before: How the verdicts before came about: "the first time".
    ///   - remedy: What the author can do.
    func compare(_ evaluation: Evaluation, _ before: String, _ remedy: String) {
        for row in 0..<rows.count {
            let words = evaluation.words(row, instance.rule)
            if words == expected[row] { continue }
            return trial.report(
                CheckFinding(
                    trial.place(instance, rows, row: row), found: words,
                    expected: "\(expected[row]), as \(before)", remedy: remedy))
        }
    }
}

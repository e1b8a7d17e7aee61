// SPDX-License-Identifier: Apache-2.0

/// The same question has one answer.
enum DeterminismCheck: PluginCheck {
    static let name = "determinism"
    static let summary = "the same rows get the same verdicts again, and from another instance"

    static func run(in trial: Trial) {
        trial.withTwins { first, second in
            let rows = trial.rows(for: first)
            guard rows.count > 0 else { return }
            let once = trial.evaluate(first, on: rows)
            let twice = trial.evaluate(first, on: rows)
            let other = trial.evaluate(second, on: rows)
            let comparison = VerdictComparison(
                in: trial, instance: first, rows: rows, expected: once)
            comparison.compare(
                twice, with: "the first time", remedy: "keep nothing from call to call")
            comparison.compare(
                other, with: "from an instance with the same arguments",
                remedy: "let verdicts depend on the arguments and the row only")
        }
    }
}

/// Verdicts of rows that were evaluated before.
struct VerdictComparison {
    private let trial: Trial
    private let instance: TrialInstance
    private let rows: Rows
    private let expected: [String]

    init(in trial: Trial, instance: TrialInstance, rows: Rows, expected evaluation: Evaluation) {
        self.trial = trial
        self.instance = instance
        self.rows = rows
        expected = (0..<rows.count).map { evaluation.words(row: $0, of: instance.rule) }
    }

    /// Reports the first row with another verdict.
    ///
    /// - Parameters:
    ///   - evaluation: Of the same rows.
    ///   - before: How the earlier verdicts came about: "the first time".
    ///   - remedy: What the author can do.
    func compare(_ evaluation: Evaluation, with before: String, remedy: String) {
        for row in 0..<rows.count {
            let words = evaluation.words(row: row, of: instance.rule)
            if words == expected[row] { continue }
            return trial.report(
                CheckFinding(
                    at: trial.place(of: instance, on: rows, row: row), found: words,
                    expected: "\(expected[row]), as \(before)", remedy: remedy))
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The host makes batches of any size, and a value may be anywhere in them.
enum BatchesCheck: PluginCheck {
    static let name = "batches"
    static let summary = "a row gets the same verdict in a batch of any size and at any place"

    static func run(in trial: Trial) {
        trial.withInstances { instance in
            let values = trial.values(for: instance.rule)
            let cycle = instance.rule.rows(of: values, for: instance)
            let alone = cycle.map {
                trial.evaluate(instance, on: Rows([$0])).words(row: 0, of: instance.rule)
            }
            for (index, count) in sizes(in: trial).enumerated() {
                // Odd offsets, so that a row is at several places of a vector.
                let rows = Rows(cycle, offset: index * 5, count: count)
                compare(
                    trial.evaluate(instance, on: rows), with: alone, of: instance, on: rows,
                    in: trial)
            }
        }
    }

    private static func sizes(in trial: Trial) -> [Int] {
        [0, 1, 2, 3, 7, 8, 1024, 1025, trial.isQuick ? 10_000 : 100_000]
    }

    private static func compare(
        _ evaluation: Evaluation, with alone: [String], of instance: TrialInstance, on rows: Rows,
        in trial: Trial
    ) {
        guard evaluation.result != ASSAY_E_NOMEM else { return }
        for row in 0..<rows.count {
            let words = evaluation.words(row: row, of: instance.rule)
            let expected = alone[rows.cycleIndex(row)]
            if words == expected { continue }
            return trial.report(
                CheckFinding(
                    at: trial.place(of: instance, on: rows, row: row), found: words,
                    expected: "\(expected), as in a batch of 1",
                    remedy: "check each row by itself, and all rows of the batch"))
        }
    }
}

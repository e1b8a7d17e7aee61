// SPDX-License-Identifier: Apache-2.0
import Assay

/// A measurement beside an earlier one.
///
/// Ratios to the built-in rule are compared, not nanoseconds: the earlier one may be of another machine.
struct BenchComparison {
    enum Change {
        /// The factors by which the ratios grew, in a batch and alone.
        case factors(batch: Double, single: Double)
        /// The baseline has other values for the rule.
        case otherValues
        /// The baseline has no such rule.
        case new
    }

    /// The changes, in the order of the results.
    let changes: [Change]
    /// Expressions of the baseline that were not measured.
    let missing: [String]

    init(of report: BenchReport, with baseline: BenchReport) {
        changes = report.results.map { result in
            guard let old = baseline.results.first(where: { $0.expression == result.expression })
            else { return .new }
            guard old.digest == result.digest else { return .otherValues }
            // The data has no value for the rule, neither then nor now.
            guard result.values > 0 else { return .factors(batch: 1, single: 1) }
            return .factors(
                batch: result.batch.ratio / old.batch.ratio,
                single: result.single.ratio / old.single.ratio)
        }
        missing = baseline.results.map(\.expression).filter { old in
            !report.results.contains { $0.expression == old }
        }
    }

    /// Returns `true` if a rule is slower by more than a factor, or if a rule of the baseline
    /// cannot be compared.
    func exceeds(_ limit: Double) -> Bool {
        !missing.isEmpty
            || changes.contains { change in
                switch change {
                case .factors(let batch, let single): batch > limit || single > limit
                case .otherValues: true
                case .new: false
                }
            }
    }
}

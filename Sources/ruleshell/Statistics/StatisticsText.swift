// SPDX-License-Identifier: Apache-2.0
import Assay

/// What the rules of a run did, as a table for people.
///
///     rules, slowest first
///        seconds  passed  failed  undecided  skipped  field  rule
///       0.000120  1000    4       0          0        age    range(18...120)
struct StatisticsText {
    private let statistics: RuleStatistics
    private let layout: FindingLayout
    private let totals: RunTotals

    init(_ statistics: RuleStatistics, _ layout: FindingLayout, _ totals: RunTotals) {
        self.statistics = statistics
        self.layout = layout
        self.totals = totals
    }

    /// A heading, a line for each rule, and what is worth a look.
    var text: String {
        let lines = zip(layout.rules, statistics.rules).enumerated().sorted {
            ($1.element.1.duration, $0.offset) < ($0.element.1.duration, $1.offset)
        }.map(\.element)
        let head = ["seconds", "passed", "failed", "undecided", "skipped", "field", "rule"]
        let rows = lines.map { rule, counts in
            [Decimals.text(counts.duration.inSeconds, digits: 6)]
                + [counts.passed, counts.failed, counts.undecided, counts.skipped].map(String.init)
                + [rule.key, rule.title]
        }
        return "rules, slowest first\n" + TextTable([head] + rows).text + notes
    }

    private var notes: String {
        zip(layout.rules, statistics.rules).compactMap { rule, counts in
            RuleNote(counts).map { note in
                "note: \(SafeText.line("\(rule.key): \(rule.title)")) \(note.words)\n"
            }
        }.joined()
    }
}

/// A rule that is worth a look, since its verdict is always the same.
enum RuleNote {
    case neverAsked
    case neverFails
    case alwaysFails

    /// Nil for a rule whose verdicts differ, and where no record was judged.
    init?(_ counts: RuleStatistics.Counts) {
        if counts.asked == 0 {
            guard counts.skipped > 0 else { return nil }
            self = .neverAsked
        } else if counts.passed == counts.asked {
            self = .neverFails
        } else if counts.failed == counts.asked {
            self = .alwaysFails
        } else {
            return nil
        }
    }

    var words: String {
        switch self {
        case .neverAsked: "was never asked"
        case .neverFails: "never fails"
        case .alwaysFails: "always fails"
        }
    }
}

extension Duration {
    /// With fractions.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}

// SPDX-License-Identifier: Apache-2.0
import Assay

/// The rule statistics of a run, as a table of text.
///
///     rules, slowest first
///        seconds  passed  failed  undecided  skipped  field  rule
///       0.000120  1000    4       0          0        age    range(18...120)
struct StatisticsText {
    private let statistics: RuleStatistics
    private let layout: FindingLayout
    private let totals: RunTotals
    /// A line for each input whose format may have been detected.
    private let inputs: [String]
    private let columns: Int?

    init(
        statistics: RuleStatistics, layout: FindingLayout, totals: RunTotals,
        inputs: [String], columns: Int?
    ) {
        self.statistics = statistics
        self.layout = layout
        self.totals = totals
        self.inputs = inputs
        self.columns = columns
    }

    /// A heading, a line for each rule, notes about rules whose verdict never changes, and the
    /// formats of inputs.
    var text: String {
        let lines = zip(layout.fieldRules, statistics.rules).enumerated().sorted {
            ($1.element.1.duration, $0.offset) < ($0.element.1.duration, $1.offset)
        }.map(\.element)
        let head = ["seconds", "passed", "failed", "undecided", "skipped", "field", "rule"]
        let rows = lines.map { rule, counts in
            [Decimals.text(counts.duration.inSeconds, digits: 6)]
                + [counts.passed, counts.failed, counts.undecided, counts.skipped].map(String.init)
                + [rule.name, rule.title]
        }
        return "rules, slowest first\n"
            + TextTable([head] + rows, columns: columns, cutting: [6]).text
            + WrappedText(columns: columns, indent: "  ").lines(notes + formats)
    }

    private var formats: String { inputs.map { $0 + "\n" }.joined() }

    private var notes: String {
        zip(layout.fieldRules, statistics.rules).compactMap { rule, counts in
            RuleNote(counts, of: rule).map { note in
                "note: \(SafeText.line("\(rule.name): \(rule.title)")) \(note.words)\n"
            }
        }.joined()
    }
}

/// A rule whose verdict is always the same.
enum RuleNote {
    case neverRan
    case neverFails
    case alwaysFails

    /// Creates a note, or returns `nil` if the verdicts of the rule differ or no record was
    /// validated.
    ///
    /// A rule that paths imply is expected never to fail.
    init?(_ counts: RuleStatistics.Counts, of rule: PlannedRule) {
        guard !rule.isImplied || counts.failed > 0 else { return nil }
        if counts.checked == 0 {
            guard counts.skipped > 0 else { return nil }
            self = .neverRan
        } else if counts.passed == counts.checked {
            self = .neverFails
        } else if counts.failed == counts.checked {
            self = .alwaysFails
        } else {
            return nil
        }
    }

    var words: String {
        switch self {
        case .neverRan: "never ran"
        case .neverFails: "never fails"
        case .alwaysFails: "always fails"
        }
    }
}

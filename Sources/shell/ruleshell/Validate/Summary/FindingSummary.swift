// SPDX-License-Identifier: Apache-2.0
import Assay

/// The findings of a run in numbers, by rule and by field.
struct FindingSummary {
    /// A rule with findings.
    struct RuleLine {
        let field: String
        /// The expression, cut to the length of a line.
        let rule: String
        let count: Int
        /// Codes with their numbers, most frequent first.
        let codes: [(code: String, count: Int)]
        /// The values that it rejected most often.
        let values: [ValueCounts.Entry]
    }

    let totals: RunTotals
    /// Rules with findings, most frequent first; findings about the record itself have no field.
    let rules: [RuleLine]
    /// Fields with findings, most frequent first.
    let fields: [(field: String, count: Int)]

    /// The field of findings about the record itself.
    static let record = "(record)"

    /// `true` if values were left out of the counts, which are then lower bounds.
    let hasMoreValues: Bool

    init(
        tally: FindingTally, layout: FindingLayout, totals: RunTotals,
        values: RejectedValues? = nil
    ) {
        self.totals = totals
        hasMoreValues = values?.leftOut ?? false
        var codes: [Int?: [(code: String, count: Int)]] = [:]
        for (slot, count) in layout.counts(of: tally) {
            codes[slot.rule, default: []].append((slot.code, count))
        }
        let order = codes.keys.sorted { ($0 ?? .max) < ($1 ?? .max) }
        let rules = order.map { rule in
            Self.line(
                of: rule.map { layout.rules[$0] }, codes: codes[rule] ?? [],
                values: rule.flatMap { values?.counts[$0]?.top } ?? [])
        }
        self.rules = Self.mostFrequentFirst(rules, \.count)
        var counts: [String: Int] = [:]
        for rule in rules { counts[rule.field, default: 0] += rule.count }
        var fields: [(field: String, count: Int)] = []
        for rule in rules where !fields.contains(where: { $0.field == rule.field }) {
            fields.append((rule.field, counts[rule.field] ?? 0))
        }
        self.fields = Self.mostFrequentFirst(fields, \.count)
    }

    /// Equal counts keep their order.
    private static func mostFrequentFirst<Element>(
        _ elements: [Element], _ count: (Element) -> Int
    ) -> [Element] {
        elements.enumerated().sorted {
            (count($1.element), $0.offset) < (count($0.element), $1.offset)
        }.map(\.element)
    }

    private static func line(
        of rule: ReportedRule?, codes: [(code: String, count: Int)], values: [ValueCounts.Entry]
    ) -> RuleLine {
        RuleLine(
            field: rule?.key ?? record, rule: rule.map(\.title) ?? "readable",
            count: codes.reduce(0) { $0 + $1.count },
            codes: mostFrequentFirst(codes, \.count), values: values)
    }

    /// The share of valid records in percent, with one decimal digit, or `-` without records.
    ///
    /// The share is 100.0 only if all records are valid, and 0.0 only if no record is valid.
    var validShare: String {
        let (valid, all) = (totals.counts.valid, totals.counts.records)
        guard all > 0 else { return "-" }
        var tenths = Int((Double(valid) / Double(all) * 1000).rounded())
        if valid < all { tenths = min(tenths, 999) }
        if valid > 0 { tenths = max(tenths, 1) }
        return "\(tenths / 10).\(tenths % 10) %"
    }
}

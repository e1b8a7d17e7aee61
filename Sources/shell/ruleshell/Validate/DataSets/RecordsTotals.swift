// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayDataSets

/// The numbers of the rules about the records of the data set, for summaries.
struct RecordsTotals: Sendable {
    /// A rule with its numbers.
    struct Line: Sendable {
        let rule: CompiledRecordsRule
        /// The numbers, or `nil` if the filter leaves out all codes of the rule, which did not run then.
        let totals: DataSetOutcome.Totals?
    }

    /// The rules, in the order of the rule set.
    let lines: [Line]
    /// The number of malformed records of the run, which are in no key.
    let malformed: Int

    init(_ outcome: DataSetOutcome, of dataSet: DataSetRun, malformed: Int = 0) {
        lines = zip(dataSet.plan.recordsRules, outcome.totals).map { rule, totals in
            Line(
                rule: rule,
                totals: rule.isSelected(by: dataSet.filter) ? totals : nil)
        }
        self.malformed = malformed
    }

    /// Returns the numbers of a rule in words, such as `999 keys repeated, 999 records too many, 1998 concerned`, or
    /// nothing if there is nothing to say.
    func words(of index: Int) -> String {
        guard lines.indices.contains(index), let totals = lines[index].totals else { return "" }
        let rule = lines[index].rule
        var words: [String] = []
        switch rule.check {
        case .unique:
            let noun = rule.isOfElements ? "element" : "record"
            words = [
                "\(Counted.text(totals.repeatedKeys, of: "key")) repeated",
                "\(Counted.text(totals.surplusRecords, of: noun)) too many",
                "\(totals.concernedRecords) concerned",
            ]
        case .references:
            words = ["\(totals.failed) of \(Counted.text(totals.decided, of: "key")) not found"]
            if totals.repeatedSourceKeys > 0 {
                words.append(
                    "\(Counted.text(totals.repeatedSourceKeys, of: "key")) repeated in the source")
            }
        case .sorted:
            words = ["\(Counted.text(totals.failed, of: "step")) against the order"]
            if totals.counted > 0 { words.append("\(totals.counted) of them not reported") }
        case .fresh: if let result = totals.result { words = ["the latest is \(result)"] }
        case .count, .sum, .average:
            if let result = totals.result { words = ["\(rule.definition.id) is \(result)"] }
        }
        if totals.missing > 0 { words.append("\(totals.missing) missing") }
        if totals.undecided > 0 { words.append("\(totals.undecided) undecided") }
        if malformed > 0 { words.append("\(malformed) malformed left out") }
        return words.joined(separator: ", ")
    }

    /// The lines of the rules for people, each `unique(orderId): 1 key repeated, …`.
    var text: [String] {
        lines.indices.compactMap { index in
            let words = words(of: index)
            return words.isEmpty ? nil : "\(lines[index].rule.title): \(words)"
        }
    }

    /// Appends the members with the numbers of a rule to its object in a summary.
    func append(_ index: Int, to bytes: inout [UInt8]) {
        guard lines.indices.contains(index) else { return }
        let rule = lines[index].rule
        bytes.append(",\"expression\":" as StaticString)
        JSONText.append(rule.expression, to: &bytes)
        lines[index].totals?.appendMembers(of: rule, malformed: malformed, to: &bytes)
    }
}

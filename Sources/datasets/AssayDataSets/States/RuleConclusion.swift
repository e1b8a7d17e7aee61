// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The conclusion of a rule about the data set as a whole.
struct RuleConclusion {
    private let rule: CompiledRecordsRule
    private let position: Int
    /// The time since 1970.
    private let now: Duration

    init(_ rule: CompiledRecordsRule, at position: Int, now: Duration) {
        self.rule = rule
        self.position = position
        self.now = now
    }

    /// Returns the findings about the data set.
    ///
    /// A rule that has not seen everything, or could not decide about a record, says so, and nothing
    /// about sums, counts and shares.
    ///
    /// - Parameters:
    ///   - state: The state after the last record.
    ///   - totals: The numbers of the rule; gets the result.
    ///   - isIncomplete: `true` if there are records that the rule has not seen.
    /// - Returns: The findings, of which at most one is not a fault.
    func findings(
        of state: RuleState, _ totals: inout DataSetOutcome.Totals, isIncomplete: Bool
    ) -> [DataSetOutcome.Finding] {
        var found: [DataSetOutcome.Finding] = []
        if isIncomplete { found.append(finding(.recordsIncomplete)) }
        if totals.undecided > 0 {
            found.append(finding(.incomplete, [MessageParameter("count", Value(totals.undecided))]))
        }
        return found.isEmpty ? conclusion(of: state, &totals) : found
    }

    private func conclusion(
        of state: RuleState, _ totals: inout DataSetOutcome.Totals
    ) -> [DataSetOutcome.Finding] {
        switch (rule.check, state.values) {
        case (.unique, _), (.references, _): return excess(totals)
        case (.count(let lower, let upper), _):
            totals.result = String(state.decided)
            let count = [MessageParameter("count", Value(state.decided))]
            if let lower, state.decided < lower { return [finding("count.tooFew", count)] }
            if let upper, state.decided > upper { return [finding("count.tooMany", count)] }
            return []
        case (.sum(let lower, let upper), .sum(let sum)):
            guard let text = sum.text, let number = sum.number else { return [finding(.range)] }
            totals.result = text
            let parameters = [MessageParameter("sum", Value(decimal: text))]
            if let lower, number < lower { return [finding("sum.tooSmall", parameters)] }
            if let upper, number > upper { return [finding("sum.tooLarge", parameters)] }
            return []
        case (.average(let lower, let upper), .sum(let sum)):
            return average(sum, of: state.decided, lower: lower, upper: upper, &totals)
        case (.fresh(let span), .latest(let latest)):
            guard let latest else { return [finding("fresh.none")] }
            totals.result = latest.momentText
            guard now - latest > span else { return [] }
            return [
                finding("fresh.stale", [MessageParameter("latest", .string(latest.momentText))])
            ]
        default: return []
        }
    }

    private func average(
        _ sum: ExactSum, of count: Int, lower: ExactNumber?, upper: ExactNumber?,
        _ totals: inout DataSetOutcome.Totals
    ) -> [DataSetOutcome.Finding] {
        guard let text = sum.text, let number = sum.number else { return [finding(.range)] }
        guard count > 0 else { return [finding("average.none")] }
        let average = DecimalArithmetic.quotient(text, count)
        totals.result = average
        let parameters = [MessageParameter("average", Value(decimal: average))]
        if let lower, number < DecimalArithmetic.product(lower, count) {
            return [finding("average.tooSmall", parameters)]
        }
        if let upper, number > DecimalArithmetic.product(upper, count) {
            return [finding("average.tooLarge", parameters)]
        }
        return []
    }

    /// The finding of a rule that failed more often than its tolerance allows.
    private func excess(_ totals: DataSetOutcome.Totals) -> [DataSetOutcome.Finding] {
        guard let tolerance = rule.tolerance,
            !tolerance.allows(totals.failed, of: totals.decided)
        else { return [] }
        return [
            finding(
                "\(rule.definition.id).tolerance",
                tolerance.parameters(totals.failed, of: totals.decided))
        ]
    }

    private func finding(
        _ code: String, _ parameters: [MessageParameter] = []
    ) -> DataSetOutcome.Finding {
        DataSetOutcome.Finding(rule: position, code: code, parameters: parameters)
    }

    private func finding(
        _ reason: FaultReason, _ parameters: [MessageParameter] = []
    ) -> DataSetOutcome.Finding {
        finding(reason.code, parameters)
    }
}

extension Value {
    /// A number in decimal digits.
    fileprivate init(decimal text: String) {
        self = Int64(text).map { .integer($0) } ?? .decimal(text)
    }
}

extension Duration {
    /// The moment at this time since 1970, as RFC 3339 has it, in UTC.
    var momentText: String {
        let (quotient, rest) = components.seconds.quotientAndRemainder(dividingBy: 86_400)
        let hasBorrowed = rest < 0
        let second = hasBorrowed ? rest + 86_400 : rest
        // Days from 0000-03-01, so that a leap day is the last day of its year.
        let days = quotient - (hasBorrowed ? 1 : 0) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let day = days - era * 146_097
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let date = [
            year + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
            dayOfYear - (153 * month + 2) / 5 + 1,
        ]
        func padded(_ number: Int64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return "\(padded(date[0], 4))-\(padded(date[1], 2))-\(padded(date[2], 2))T"
            + "\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):"
            + "\(padded(second % 60, 2))Z"
    }
}

// SPDX-License-Identifier: Apache-2.0

/// Writes down what a session does with one record.
///
/// A session has one only while it traces.
final class TraceRecorder {
    private(set) var rules: [TracedRule] = []
    /// The checks of the rules that are running, the innermost last.
    private var open: [[TracedCheck]] = [[]]
    /// The rules that stop the later ones of a validator.
    private var stops: [Place: String] = [:]
    /// The rules that could not read the text of a value.
    private var unread: [Place: String] = [:]
    /// The rules that withhold a value from later ones, with their bits.
    private var withholding: [Place: [(bit: UInt32, rule: String)]] = [:]
    /// Sensitive values are not copied.
    var hidesValues = false
    /// Sensitive values are copied like others: a program reads the outcomes, no person does.
    let isForProgram: Bool

    init(isForProgram: Bool = false) {
        self.isForProgram = isForProgram
    }

    /// A row of a validator, or of one of its runs, whose rules stop each other.
    struct Place: Hashable {
        let validator: Int
        /// `true` for the later of the validator's runs, `false` for the first one, or `nil` for
        /// the whole validator.
        let isLate: Bool?
        let isAsynchronous: Bool
        let row: Int
    }

    /// Notes a check of a nested rule around `body`.
    func check(
        _ rule: BoundRule, on value: FieldValue, _ context: RuleContext, _ body: () -> Verdict
    ) -> Verdict {
        open.append([])
        let start = MonotonicClock.now()
        let verdict = body()
        let end = MonotonicClock.now()
        let checks = open.removeLast()
        let detail = verdict.isFail ? context.explanation : nil
        let outcome =
            value.isAbsentOrNull && verdict.isSkip
            ? .skipped(value.isAbsent ? .absent : .null) : TracedRule.Outcome(verdict)
        open[open.count - 1].append(
            TracedCheck(
                rule: rule, value: hidesValues ? .absent : Value(value), outcome: outcome,
                code: verdict.isFail ? rule.definition.code(at: verdict.code) : nil,
                parameters: (hidesValues ? detail?.withoutValue : detail)?.arguments ?? [],
                nanoseconds: end &- start, checks: checks))
        return verdict
    }

    /// Takes the checks since the last call.
    func takeChecks() -> [TracedCheck] {
        defer { open[open.count - 1] = [] }
        return open[open.count - 1]
    }

    func append(_ rule: TracedRule) {
        rules.append(rule)
    }

    /// The rule that stops the later ones.
    func stop(at place: Place) -> String? { stops[place] }

    func stop(at place: Place, by rule: String) {
        if stops[place] == nil { stops[place] = rule }
    }

    /// The rule that could not read the text of a value, if there is one.
    func unread(at place: Place) -> String? { unread[place] }

    func leaveUnread(at place: Place, by rule: String) {
        if unread[place] == nil { unread[place] = rule }
    }

    /// The first rule with one of these bits that withholds the value.
    func withholder(at place: Place, among bits: UInt32) -> String? {
        withholding[place]?.first { $0.bit & bits != 0 }?.rule
    }

    func withhold(_ bit: UInt32, at place: Place, by rule: String) {
        withholding[place, default: []].append((bit, rule))
    }
}

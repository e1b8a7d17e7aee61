// SPDX-License-Identifier: Apache-2.0

/// Which findings count, by their codes.
///
/// `length` stands for every code of the rule, as `length.tooShort`; `acme` for those of all rules of a
/// plugin. Of the names that fit a code, the longest decides; of two equal ones, the ignored one.
/// Malformed records always count: nothing of them is judged. So does a rule that could not decide where
/// one of its violations would count, unless the fault's own code is ignored.
public struct CodeSelection: Sendable, Equatable {
    /// Empty: all.
    public var selected: [String]
    public var ignored: [String]

    public init(selected: [String] = [], ignored: [String] = []) {
        self.selected = selected
        self.ignored = ignored
    }

    /// Whether findings with a code count.
    ///
    /// - Parameters:
    ///   - code: Of a violation or a fault.
    ///   - rule: The rule's id where the code does not tell it: for faults.
    /// - Returns: True for those that are reported.
    public func includes(_ code: String, rule: String? = nil) -> Bool {
        if code == RecordIssue(row: 0, kind: .malformed).code { return true }
        let names = [code] + (rule.map { [$0] } ?? [])
        let wanted = selected.isEmpty ? 0 : Self.longest(of: selected, for: names)
        guard let wanted else { return false }
        guard let unwanted = Self.longest(of: ignored, for: names) else { return true }
        return wanted > unwanted
    }

    /// Whether a code is ignored by a name that is not one of its rule as a whole.
    func ignoresByName(_ code: String, of rule: String) -> Bool {
        ignored.contains { Self.covers($0, code) && !Self.covers($0, rule) }
    }

    private static func longest(of prefixes: [String], for names: [String]) -> Int? {
        prefixes.filter { prefix in names.contains { covers(prefix, $0) } }
            .map(\.utf8.count).max()
    }

    /// Whether a name is a code or its beginning up to a dot.
    public static func covers(_ prefix: String, _ code: String) -> Bool {
        code == prefix || code.hasPrefix(prefix + ".")
    }
}

/// A selection with the answers for the rules of a plan: each is found out once.
final class SelectedFindings {
    let selection: CodeSelection
    private let plan: ValidationPlan
    private var answers: [Finding.Kind: Bool] = [:]

    init(_ selection: CodeSelection, _ plan: ValidationPlan) {
        self.selection = selection
        self.plan = plan
    }

    /// Whether a verdict of a rule counts.
    func includes(_ kind: Finding.Kind) -> Bool {
        // Those were asked for when they were found.
        if kind.validator == Finding.recordValidator { return true }
        if let answer = answers[kind] { return answer }
        let answer = decide(kind)
        answers[kind] = answer
        return answer
    }

    private func decide(_ kind: Finding.Kind) -> Bool {
        let verdict = Verdict(bits: kind.verdict)
        let step = plan.validators[Int(kind.validator)].steps[Int(kind.step)]
        let definition = step.rule.definition
        if let reason = verdict.faultReason {
            // What an asynchronous rule will say may count, whatever is said of its being late.
            return includesUndecided(
                reason.code, definition, isUnread: kind.isUnread,
                mayBeIgnored: reason != .deferred)
        }
        let code = definition.code(at: verdict.code).id
        guard verdict.code == Verdict.undecidedCode else { return selection.includes(code) }
        return includesUndecided(code, definition, isUnread: kind.isUnread)
    }

    /// Whether a rule that could not decide counts: if one of the findings does that it might have
    /// had, unless its own code is ignored by name.
    ///
    /// Where it was to read a text, the rules that see what it reads might have had any.
    private func includesUndecided(
        _ code: String, _ definition: RuleDefinition, isUnread: Bool, mayBeIgnored: Bool = true
    ) -> Bool {
        if selection.includes(code, rule: definition.id) { return true }
        if mayBeIgnored, selection.ignoresByName(code, of: definition.id) { return false }
        return isUnread || definition.allCodes.contains { selection.includes($0.id) }
    }
}

extension Finding {
    /// What findings of one rule with one verdict share.
    struct Kind: Hashable {
        let validator: UInt32
        let step: UInt32
        let verdict: UInt32
        /// The rule was to read a text and could not decide.
        var isUnread = false
    }
}

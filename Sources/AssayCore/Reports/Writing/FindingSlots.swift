// SPDX-License-Identifier: Apache-2.0

/// Every code that findings of a plan can have, each with a number: what writers keep texts by.
package final class FindingSlots: Sendable {
    /// A code of a rule, or of the record itself.
    package struct Slot: Sendable {
        /// In the plan's rules; nil for the record itself.
        package let rule: Int?
        package let code: String
    }

    package let rules: [PlannedRule]
    /// Unknown fields are warnings.
    package let warnsOfUnknownFields: Bool
    package let slots: [Slot]
    /// The first slot of each rule, and after them that of the record's codes.
    private let starts: [Int]
    package let ruleOffsets: [Int]
    /// How many codes each rule has of its own.
    private let codeCounts: [Int]

    private static let faults = FaultReason.allCases

    /// Numbers the codes of a plan.
    package init(plan: ValidationPlan) {
        rules = plan.plannedRules
        warnsOfUnknownFields = plan.unknownFields == .warn
        ruleOffsets = plan.ruleOffsets
        var slots: [Slot] = []
        slots.reserveCapacity(
            rules.reduce(RecordIssue.allCodes.count) {
                $0 + $1.bound.definition.codes.count + 2 + Self.faults.count
            })
        var starts: [Int] = []
        for (index, rule) in rules.enumerated() {
            starts.append(slots.count)
            let definition = rule.bound.definition
            let codes =
                definition.codes.map(\.id)
                + [Verdict.kindCode, Verdict.undecidedCode].map { definition.code(at: $0).id }
                + Self.faults.map(\.code)
            slots += codes.map { Slot(rule: index, code: $0) }
        }
        starts.append(slots.count)
        slots += RecordIssue.allCodes.map { Slot(rule: nil, code: $0) }
        self.slots = slots
        codeCounts = rules.map { $0.bound.definition.codes.count }
        self.starts = starts
    }

    /// The number of a finding's code.
    package func slot(of index: Int, in report: BatchReport) -> Int {
        guard let (validator, step) = report.validatorAndStep(at: index) else {
            return slot(ofIssue: report.issueCode(at: index) ?? "")
        }
        let rule = ruleOffsets[validator] + step
        let codes = codeCounts[rule]
        let verdict = report.verdict(at: index)
        if let reason = verdict.faultReason {
            return starts[rule] + codes + 2 + min(Int(reason.rawValue), Self.faults.count) - 1
        }
        switch verdict.code {
        case ..<codes: return starts[rule] + verdict.code
        case Verdict.kindCode: return starts[rule] + codes
        default: return starts[rule] + codes + 1
        }
    }

    /// The number of the code of an issue of the record itself.
    package func slot(ofIssue code: String) -> Int {
        let first = starts[rules.count]
        return first + (RecordIssue.allCodes.firstIndex(of: code) ?? 0)
    }
}

extension RecordIssue {
    package static let allCodes = [malformedCode, "record.duplicateKey", "record.unknownField"]
}

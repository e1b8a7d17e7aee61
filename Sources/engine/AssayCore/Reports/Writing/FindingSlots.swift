// SPDX-License-Identifier: Apache-2.0

/// The codes that findings of a plan can have, each with a number by which writers keep texts.
package final class FindingSlots: Sendable {
    /// A code of a rule, or of the record itself.
    package struct Slot: Sendable {
        /// The index of the rule in the plan's rules, or `nil` for the record itself.
        package let rule: Int?
        package let code: String

        package init(rule: Int?, code: String) {
            self.rule = rule
            self.code = code
        }
    }

    package let rules: [PlannedRule]
    /// Unknown fields are warnings.
    package let warnsOfUnknownFields: Bool
    /// The slots, each made when it is read.
    package var slots: LazyMapCollection<Range<Int>, Slot> {
        (0..<ruleOfSlot.count + RecordIssue.allCodes.count).lazy.map { self.slot(at: $0) }
    }
    /// The rule of each slot, except for the slots of the record's codes.
    private let ruleOfSlot: [UInt32]
    /// The first slot of each rule, and after these the first slot of the record's codes.
    private let starts: [Int]
    package let ruleOffsets: [Int]

    private static let faults = FaultReason.allCases
    /// The number of codes that each rule has besides its own: for a wrong kind, for an undecided
    /// rule that counts as a failure, and for faults.
    private static let commonCount = 2 + faults.count

    /// Numbers the codes of a plan.
    package init(plan: ValidationPlan) {
        rules = plan.plannedRules
        warnsOfUnknownFields = plan.unknownFields == .warn
        ruleOffsets = plan.ruleOffsets
        let counts = rules.map { $0.bound.definition.codes.count + Self.commonCount }
        var ruleOfSlot: [UInt32] = []
        ruleOfSlot.reserveCapacity(counts.reduce(0, +))
        var starts: [Int] = []
        starts.reserveCapacity(rules.count + 1)
        for (rule, count) in counts.enumerated() {
            starts.append(ruleOfSlot.count)
            ruleOfSlot.append(
                contentsOf: repeatElement(UInt32(truncatingIfNeeded: rule), count: count))
        }
        starts.append(ruleOfSlot.count)
        self.ruleOfSlot = ruleOfSlot
        self.starts = starts
    }

    private func slot(at index: Int) -> Slot {
        guard index < ruleOfSlot.count else {
            return Slot(rule: nil, code: RecordIssue.allCodes[index - ruleOfSlot.count])
        }
        let rule = Int(ruleOfSlot[index])
        return Slot(rule: rule, code: code(at: index - starts[rule], of: rules[rule]))
    }

    /// The code at a place among the codes of a rule.
    private func code(at place: Int, of rule: PlannedRule) -> String {
        let definition = rule.bound.definition
        let own = definition.codes.count
        return switch place - own {
        case ..<0: definition.codes[place].id
        case 0: definition.code(at: Verdict.kindCode).id
        case 1: definition.code(at: Verdict.undecidedCode).id
        default: Self.faults[place - own - 2].code
        }
    }

    /// The number of a finding's code.
    package func slot(of index: Int, in report: BatchReport) -> Int {
        guard let (validator, step) = report.validatorAndStep(at: index) else {
            return slot(ofIssue: report.issueCode(at: index) ?? "")
        }
        let rule = ruleOffsets[validator] + step
        let codes = starts[rule + 1] - starts[rule] - Self.commonCount
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
    package static let allCodes = [
        malformedCode, "record.duplicateKey", "record.unknownField", "field.unread",
    ]
}

// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Every code that findings of a run can have, each with a place in the arrays that count them.
final class FindingLayout: Sendable {
    /// A code of a rule, or of the record itself.
    struct Slot: Sendable {
        /// In the plan's rules; nil for the record itself.
        let rule: Int?
        let code: String
    }

    let rules: [PlannedRule]
    /// Unknown fields are warnings.
    let warnsOfUnknownFields: Bool
    let slots: [Slot]
    /// The first slot of each rule, and after them that of the record's codes.
    private let starts: [Int]
    let ruleOffsets: [Int]

    private static let faults = FaultReason.allCases

    init(plan: ValidationPlan) {
        rules = plan.plannedRules
        warnsOfUnknownFields = plan.unknownFields == .warn
        ruleOffsets = plan.ruleOffsets
        var slots: [Slot] = []
        var starts: [Int] = []
        let common = 2 + Self.faults.count
        slots.reserveCapacity(
            rules.reduce(RecordIssue.allCodes.count) {
                $0 + $1.bound.definition.codes.count + common
            })
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
        self.starts = starts
    }

    /// The place of a finding in the counts.
    func slot(of index: Int, in report: BatchReport) -> Int {
        guard let (validator, step) = report.validatorAndStep(at: index) else {
            return slot(ofIssue: report.issueCode(at: index) ?? "")
        }
        let rule = ruleOffsets[validator] + step
        let codes = rules[rule].bound.definition.codes.count
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

    /// The place of an issue of the record itself.
    func slot(ofIssue code: String) -> Int {
        let first = starts[rules.count]
        return first + (RecordIssue.allCodes.firstIndex(of: code) ?? 0)
    }

    /// Counts what a chunk has.
    func tally(of report: ChunkReport) -> FindingTally {
        var tally = FindingTally(count: slots.count)
        for index in 0..<report.findings.count {
            tally.counts[slot(of: index, in: report.findings)] += 1
        }
        for issue in report.inputViolations { tally.counts[slot(ofIssue: issue.code)] += 1 }
        return tally
    }
}

extension RecordIssue {
    static let malformedCode = RecordIssue(row: 0, kind: .malformed).code

    static let allCodes = [
        "record.malformed", "record.duplicateKey", "record.unknownField",
    ]
}

/// Findings by code, in the order of a layout's slots.
struct FindingTally: Sendable, Equatable {
    var counts: [Int]

    init(count: Int) {
        counts = Array(repeating: 0, count: count)
    }

    static func += (left: inout FindingTally, right: FindingTally) {
        for (slot, count) in right.counts.enumerated() where count > 0 {
            left.counts[slot] += count
        }
    }
}

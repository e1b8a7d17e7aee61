// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayDataSets

/// The rules of a run, and a number for each code that their findings can have.
///
/// The rules of fields come first, in the order of the plan, and after them the rules about the records of the data
/// set. The slots of these, and those of tolerances, follow the slots of fields and of the record itself.
final class FindingLayout: Sendable {
    /// A code of a rule, or of the record itself.
    typealias Slot = FindingSlots.Slot

    private let fields: FindingSlots
    let rules: [ReportedRule]
    let recordsRules: [CompiledRecordsRule]
    /// The slots of rules about records and of tolerances.
    private let ownSlots: [Slot]
    private let fieldSlotCount: Int
    /// The index of the first rule of each validator.
    let ruleOffsets: [Int]

    init(plan: ValidationPlan) {
        let fields = FindingSlots(plan: plan)
        self.fields = fields
        recordsRules = plan.recordsRules
        rules = fields.rules.map { .field($0) } + recordsRules.map { .records($0) }
        ruleOffsets = plan.ruleOffsets
        fieldSlotCount = fields.slots.count
        let first = fields.rules.count
        ownSlots =
            recordsRules.enumerated().flatMap { index, rule in
                rule.allCodes.map { Slot(rule: first + index, code: $0.id) }
            }
            + plan.tolerantRules.map { rule in
                let index = plan.ruleOffsets[rule.validator] + rule.step
                let id = fields.rules[index].bound.definition.id
                return Slot(rule: index, code: "\(id).\(RecordsRuleDefinition.toleranceCode)")
            }
    }

    /// The number of the rules of fields, which is the index of the first rule about records.
    var fieldRuleCount: Int { fields.rules.count }

    /// The rules of fields as the plan has them.
    var fieldRules: [PlannedRule] { fields.rules }

    /// Returns the index of a rule.
    func index(of place: RulePlace) -> Int {
        switch place {
        case .field(let validator, let step): ruleOffsets[validator] + step
        case .records(let index, _): fieldRuleCount + index
        }
    }

    /// Returns `true` if a rule is about the records of the data set.
    func isRecordsRule(_ rule: Int) -> Bool { rule >= fieldRuleCount && rule < rules.count }

    var warnsOfUnknownFields: Bool { fields.warnsOfUnknownFields }

    /// The slots, each made when it is read.
    var slots: LazyMapCollection<Range<Int>, Slot> {
        (0..<fieldSlotCount + ownSlots.count).lazy.map { self.slot(at: $0) }
    }

    private func slot(at index: Int) -> Slot {
        index < fieldSlotCount ? fields.slots[index] : ownSlots[index - fieldSlotCount]
    }

    /// Returns the number of a finding's code.
    func slot(of index: Int, in report: BatchReport) -> Int { fields.slot(of: index, in: report) }

    /// Returns the number of the code of an issue of the record itself.
    func slot(ofIssue code: String) -> Int { fields.slot(ofIssue: code) }

    /// Returns the number of a code of a finding about the data set.
    ///
    /// - Parameters:
    ///   - code: A code of a rule about records, of a tolerance, or of a fault.
    ///   - rule: The index of the rule among all rules.
    /// - Returns: The number.
    func slot(of code: String, ofRule rule: Int) -> Int {
        if let place = ownSlots.firstIndex(where: { $0.rule == rule && $0.code == code }) {
            return fieldSlotCount + place
        }
        guard let slot = fields.slots.firstIndex(where: { $0.rule == rule && $0.code == code })
        else {
            preconditionFailure("rules have the codes of all of their findings")
        }
        return slot
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

    /// The slots that have findings, with how many.
    func counts(of tally: FindingTally) -> [(slot: Slot, count: Int)] {
        tally.counts.indices.lazy.filter { tally.counts[$0] > 0 }
            .map { (self.slots[$0], tally.counts[$0]) }
    }
}

extension PlannedRule {
    /// The path of the validator, or `record` for the record itself.
    var name: String { isOfRecord ? Field.nameOfRecord : key }
}

/// A rule of a run as reports show it: of a field, or about the records of the data set.
enum ReportedRule: Sendable {
    case field(PlannedRule)
    case records(CompiledRecordsRule)

    /// The path of the validator, `record` for the record itself, or `records` for a rule about the data set.
    var key: String {
        switch self {
        case .field(let rule): rule.name
        case .records: CompiledRecordsRule.key
        }
    }

    /// The rule as written, cut to the length of a line.
    var title: String {
        switch self {
        case .field(let rule): rule.title
        case .records(let rule): rule.title
        }
    }

    var definition: RuleDefinition {
        switch self {
        case .field(let rule): rule.bound.definition
        case .records(let rule): rule.definition.rule
        }
    }

    /// The codes that findings of the rule can have, without those of the faults of all rules.
    var codes: [RuleCode] {
        switch self {
        case .field(let rule):
            rule.bound.definition.allCodes + [definition.code(at: Verdict.undecidedCode)]
                + (toleranceCode.map {
                    [RuleCode($0, RecordsRuleDefinition.toleranceMessage)]
                } ?? [])
        case .records(let rule): rule.definition.rule.codes + [rule.undecidedCode]
        }
    }

    /// The subject of the rule's messages in a sentence.
    var subject: String {
        switch self {
        case .field: "The value"
        case .records: "The record or the data set"
        }
    }

    /// The rule's id.
    var id: String { definition.id }

    /// The code of the finding that the rule has failed too often, or `nil` if it has no tolerance.
    var toleranceCode: String? {
        let tolerance =
            switch self {
            case .field(let rule): rule.entry.tolerance
            case .records(let rule): rule.tolerance
            }
        return tolerance.map { _ in "\(id).\(RecordsRuleDefinition.toleranceCode)" }
    }

    /// Returns `true` if findings with a code are warnings: the rule has this severity, or a tolerance that is
    /// another finding if it is exceeded.
    func isWarning(_ code: String) -> Bool {
        guard !code.hasPrefix("fault.") else { return false }
        return isWarning
            || toleranceCode.map { code != $0 && !code.hasSuffix(".undecided") } ?? false
    }

    /// `true` if violations of the rule make no record invalid.
    var isWarning: Bool {
        switch self {
        case .field(let rule):
            (rule.entry.severityOfTooMany ?? rule.entry.severity) == .warning
        case .records(let rule): rule.severity == .warning
        }
    }
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

extension CompiledRecordsRule {
    /// The word in reports in place of a field.
    static let key = "records"

    /// The expression, cut to what a line holds.
    var title: String { expression.cutForLine }
}

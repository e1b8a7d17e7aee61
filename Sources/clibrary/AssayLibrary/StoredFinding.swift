// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayPluginABI
import CAssay

/// A finding by the number of its texts, without the place in its input.
struct StoredFinding {
    /// Texts of one finding, where others of its rule and code have other ones.
    struct OwnTexts {
        let pointer: assay_text
        let message: assay_text
        let parameters: assay_text
    }

    /// The number of the row in the check.
    let row: UInt32
    let slot: UInt32
    /// The texts of this finding alone, or `nil` if all texts are those of the slot.
    let own: UnsafePointer<OwnTexts>?
    let value: assay_value

    func pointer(in texts: NumberedTexts) -> assay_text {
        own?.pointee.pointer ?? texts.common[Int(slot)].pointer
    }

    func message(in texts: NumberedTexts) -> assay_text {
        own?.pointee.message ?? texts.common[Int(slot)].message
    }

    func parameters(in texts: NumberedTexts) -> assay_text {
        own?.pointee.parameters ?? texts.common[Int(slot)].parameters
    }

    /// Returns `true` if the message is of this finding alone.
    func hasOwnMessage(in texts: NumberedTexts) -> Bool { message(in: texts).number == 0 }

    /// Returns the finding as C reads it.
    func finding(record: UInt64, texts: NumberedTexts, showsValue: Bool) -> assay_finding {
        let common = texts.common[Int(slot)]
        var finding = assay_finding()
        finding.record = record
        finding.severity = common.severity
        finding.rule_index = common.rule
        finding.pointer = pointer(in: texts)
        finding.field = common.field
        finding.rule = common.ruleName
        finding.code = common.code
        finding.message = message(in: texts)
        finding.parameters = parameters(in: texts)
        if showsValue { finding.value = value }
        return finding
    }
}

extension NumberedTexts {
    /// A finding of a batch.
    ///
    /// - Parameters:
    ///   - index: Its place among the findings.
    ///   - report: Those of the batch.
    ///   - firstRow: Rows of the check before the batch.
    ///   - arena: Takes what is this finding's alone.
    ///   - copiesValue: Whether the value is copied, rather than borrowed from the batch.
    /// - Returns: It, with the number of its texts.
    @inline(__always)
    func finding(
        at index: Int, in report: BatchReport, firstRow: Int, arena: ValueArena, copiesValue: Bool
    ) -> StoredFinding {
        let slot = slots.slot(of: index, in: report)
        let isCommon =
            common[slot].hasTexts && common[slot].hasPointer && !report.hasOwnArguments(at: index)
        var value = assay_value()
        if let borrowed = report.borrowedValue(at: index) {
            value = copiesValue ? arena.copy(borrowed.pointee) : borrowed.pointee
        }
        return StoredFinding(
            row: UInt32(truncatingIfNeeded: firstRow &+ report.row(at: index)),
            slot: UInt32(truncatingIfNeeded: slot),
            own: isCommon ? nil : ownTexts(of: index, slot: slot, in: report, arena: arena),
            value: value)
    }

    /// A finding of no row.
    func finding(_ violation: Violation, arena: ValueArena) -> StoredFinding {
        finding(
            .violation(violation), slot: slots.slot(ofIssue: violation.code), arena: arena)
    }

    /// A finding with texts of its own.
    func finding(_ reported: ReportedFinding, slot: Int, arena: ValueArena) -> StoredFinding {
        let text = FindingText(reported, in: messages)
        learn(text, slot: slot, pointer: nil, isOwn: true)
        let own = StoredFinding.OwnTexts(
            pointer: arena.own(reported.pointer), message: arena.own(text.message),
            parameters: arena.own(text.parametersJSON))
        return StoredFinding(
            row: 0, slot: UInt32(slot), own: arena.own(own), value: assay_value())
    }

    private func ownTexts(
        of index: Int, slot: Int, in report: BatchReport, arena: ValueArena
    ) -> UnsafePointer<StoredFinding.OwnTexts>? {
        // Issues of one code differ in their reason.
        let isOwn = report.hasOwnArguments(at: index) || report.isRecordIssue(at: index)
        if common[slot].hasTexts, !isOwn {
            return arena.own(
                StoredFinding.OwnTexts(
                    pointer: arena.own(report.pointer(at: index)),
                    message: common[slot].message, parameters: common[slot].parameters))
        }
        let finding = report.finding(at: index, locates: false)
        let text = FindingText(finding, in: messages)
        learn(text, slot: slot, pointer: report.commonPointer(at: index), isOwn: isOwn)
        let known = common[slot]
        let hasTexts = known.hasTexts && !isOwn
        let hasPointer = known.hasPointer && !report.hasOwnArguments(at: index)
        if hasTexts, hasPointer { return nil }
        return arena.own(
            StoredFinding.OwnTexts(
                pointer: hasPointer ? known.pointer : arena.own(finding.pointer),
                message: hasTexts ? known.message : arena.own(text.message),
                parameters: hasTexts ? known.parameters : arena.own(text.parametersJSON)))
    }
}

extension ReportedFinding {
    fileprivate var pointer: String {
        switch self {
        case .violation(let violation): violation.pointer
        case .fault(let fault): fault.pointer
        }
    }
}

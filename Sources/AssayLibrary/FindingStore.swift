// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayPluginABI
import CAssay

/// A finding as functions show it, without the place in its input.
struct StoredFinding {
    /// In the check.
    let row: Int
    let common: Unmanaged<NumberedTexts.Common>
    let pointer: assay_text
    let message: assay_text
    let parameters: assay_text
    let value: assay_value

    /// - Parameters:
    ///   - index: The place among the findings of a batch.
    ///   - report: Those findings.
    ///   - firstRow: Rows of the check before the batch.
    ///   - texts: Those of the session, which live longer than this.
    ///   - arena: Takes what is this finding's alone.
    ///   - copiesValue: Whether the value is copied, rather than borrowed from the batch.
    init(
        at index: Int, in report: BatchReport, firstRow: Int, texts: NumberedTexts,
        arena: ValueArena, copiesValue: Bool
    ) {
        row = firstRow &+ report.row(at: index)
        let slot = texts.slots.slot(of: index, in: report)
        let known = texts.known(slot)
        // Issues of one code differ in their reason.
        let varies = report.hasOwnArguments(at: index) || report.isRecordIssue(at: index)
        if let known, !varies, !known.text.showsValue {
            common = .passUnretained(known)
            message = known.message
            parameters = known.parameters
            pointer =
                texts.pointer(of: index, in: report)
                ?? arena.own(report.pointer(at: index))
        } else {
            let finding = report.finding(at: index, locates: false)
            let text = FindingText(finding, in: texts.messages)
            let isOwn = text.showsValue || varies
            let found =
                known ?? texts.learn(text, slot: slot)
            common = .passUnretained(found)
            message = isOwn ? arena.own(text.message) : found.message
            parameters = isOwn ? arena.own(text.parametersJSON) : found.parameters
            let whole = finding.pointer
            let numbered = texts.pointer(of: index, in: report)
            pointer =
                report.hasOwnArguments(at: index)
                ? arena.own(whole) : numbered ?? arena.own(whole)
        }
        if let borrowed = report.borrowedValue(at: index) {
            value = copiesValue ? arena.copy(borrowed.pointee) : borrowed.pointee
        } else {
            value = assay_value()
        }
    }

    /// As C sees it.
    func finding(firstRecord: UInt64, showsValue: Bool) -> assay_finding {
        let common = common._withUnsafeGuaranteedRef { $0 }
        var finding = assay_finding()
        finding.record = firstRecord &+ UInt64(row)
        finding.severity = common.severity
        finding.rule_index = common.rule
        finding.pointer = pointer
        finding.field = common.field
        finding.rule = common.ruleName
        finding.code = common.code
        finding.message = message
        finding.parameters = parameters
        if showsValue { finding.value = value }
        return finding
    }
}

/// Copies of findings whose batches are gone.
final class FindingStore {
    private(set) var findings: [StoredFinding] = []
    private let arena = ValueArena(blockSize: 64 << 10)

    var count: Int { findings.count }

    /// Adds the findings of a batch.
    func append(_ report: BatchReport, firstRow: Int, texts: NumberedTexts) {
        for index in 0..<report.count {
            findings.append(
                StoredFinding(
                    at: index, in: report, firstRow: firstRow, texts: texts, arena: arena,
                    copiesValue: true))
        }
    }
}

extension ReportedFinding {
    var pointer: String {
        switch self {
        case .violation(let violation): violation.pointer
        case .fault(let fault): fault.pointer
        }
    }
}

extension ValueArena {
    /// A text of one finding alone.
    func own(_ text: String) -> assay_text {
        let copy = store(text)
        return assay_text(ptr: copy.ptr, len: UInt32(clamping: copy.len), number: 0)
    }

    /// A text of one finding alone.
    func own(_ bytes: [UInt8]) -> assay_text {
        bytes.withUnsafeBufferPointer { bytes in
            assay_text(
                ptr: copy(bytes.baseAddress, bytes.count), len: UInt32(clamping: bytes.count),
                number: 0)
        }
    }

    private func copy(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> UnsafePointer<UInt8> {
        let memory = allocate(count)
        if let bytes { memory.copyMemory(from: bytes, byteCount: count) }
        return UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
    }

    /// Copies a value and all that it holds.
    func copy(_ value: assay_value) -> assay_value {
        var copied = value
        switch value.kind {
        case ASSAY_STR, ASSAY_DECIMAL: copied.as.ptr = copy(value.as.ptr, Int(value.len))
        case ASSAY_F64 where value.flags & ASSAY_FLAG_SOURCE_TEXT != 0:
            let text = UnsafePointer<UInt8>(bitPattern: UInt(value.len))
            let place = copy(text, Int(value.flags >> ASSAY_SOURCE_TEXT_SHIFT))
            copied.len = UInt64(UInt(bitPattern: place))
        case ASSAY_ARRAY: copied.as.items = items(value)
        case ASSAY_OBJECT: copied.as.members = members(value)
        default: break
        }
        return copied
    }

    private func items(_ value: assay_value) -> UnsafePointer<assay_value> {
        let count = Int(value.len)
        let items = allocate(count * MemoryLayout<assay_value>.stride)
            .bindMemory(to: assay_value.self, capacity: count)
        for index in 0..<count { (items + index).initialize(to: copy(value.as.items[index])) }
        return UnsafePointer(items)
    }

    private func members(_ value: assay_value) -> UnsafePointer<assay_member> {
        let count = Int(value.len)
        let members = allocate(count * MemoryLayout<assay_member>.stride)
            .bindMemory(to: assay_member.self, capacity: count)
        for index in 0..<count {
            let member = value.as.members[index]
            let key = assay_str(
                ptr: copy(member.key.ptr, Int(member.key.len)), len: member.key.len)
            (members + index).initialize(to: assay_member(key: key, value: copy(member.value)))
        }
        return UnsafePointer(members)
    }
}

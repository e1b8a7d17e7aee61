// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayPluginABI
import CAssay

/// Copies of findings whose batches are gone.
final class FindingStore {
    private(set) var count = 0
    /// The bytes of the values that are texts.
    private(set) var textBytes = 0
    private var findings: UnsafeMutablePointer<StoredFinding>
    private var capacity = 64
    private let arena = ValueArena(blockSize: 64 << 10)

    init() { findings = .allocate(capacity: capacity) }

    deinit { findings.deallocate() }

    var all: UnsafeBufferPointer<StoredFinding> {
        UnsafeBufferPointer(start: findings, count: count)
    }

    /// Adds the findings of a batch.
    func append(_ report: BatchReport, firstRow: Int, texts: NumberedTexts) {
        reserve(report.count)
        var (end, textBytes) = (findings + count, textBytes)
        for index in 0..<report.count {
            let finding = texts.finding(
                at: index, in: report, firstRow: firstRow, arena: arena, copiesValue: true)
            if finding.value.kind == ASSAY_STR { textBytes &+= Int(finding.value.len) }
            end.initialize(to: finding)
            end += 1
        }
        count += report.count
        self.textBytes = textBytes
    }

    private func reserve(_ further: Int) {
        guard count + further > capacity else { return }
        capacity = max(count + further, capacity * 2)
        let grown = UnsafeMutablePointer<StoredFinding>.allocate(capacity: capacity)
        grown.moveInitialize(from: findings, count: count)
        findings.deallocate()
        findings = grown
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

    func own(_ texts: StoredFinding.OwnTexts) -> UnsafePointer<StoredFinding.OwnTexts> {
        let place = allocate(MemoryLayout<StoredFinding.OwnTexts>.size)
            .bindMemory(to: StoredFinding.OwnTexts.self, capacity: 1)
        place.initialize(to: texts)
        return UnsafePointer(place)
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

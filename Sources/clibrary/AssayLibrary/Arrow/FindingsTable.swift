// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayPluginABI
import CAssay

/// Findings as columns.
struct FindingsTable: ~Copyable {
    private let texts: NumberedTexts
    private let showsValues: Bool
    private var record: NumberColumn
    private var pointer: TextColumn
    private var shared: SharedColumns
    private var value: TextColumn
    private var places: PlaceColumns
    private var scratch: [UInt8] = []
    private var count = 0

    private static let severities = [
        ZeroEndedText(Array("error".utf8)), ZeroEndedText(Array("warning".utf8)),
        ZeroEndedText(Array("fault".utf8)),
    ]

    /// - Parameters:
    ///   - texts: Those of the session.
    ///   - count: How many findings there will be.
    ///   - textBytes: How many bytes values that are texts have.
    ///   - showsValues: Whether values are shown.
    ///   - hasPlaces: Whether there are columns for places in the input.
    init(
        _ texts: NumberedTexts, count: Int, textBytes: Int, showsValues: Bool, hasPlaces: Bool
    ) {
        self.texts = texts
        self.showsValues = showsValues
        record = NumberColumn(capacity: count)
        pointer = TextColumn(capacity: count, bytes: count * 16)
        shared = SharedColumns(capacity: count, slots: texts.count)
        value = TextColumn(capacity: count, bytes: showsValues ? textBytes + count * 4 : 0)
        places = PlaceColumns(capacity: count, isWanted: hasPlaces)
    }

    @inline(__always)
    mutating func append(_ finding: StoredFinding, record number: UInt64, source: RecordSource?) {
        count += 1
        record.append(number, isPresent: number != ASSAY_NO_RECORD)
        pointer.append(finding.pointer(in: texts).bytes)
        let isOwn = finding.own != nil && finding.hasOwnMessage(in: texts)
        if isOwn || !shared.repeat(slot: Int(finding.slot)) { learn(finding, isOwn: isOwn) }
        if showsValues { append(finding.value) } else { value.appendNull() }
        if places.isWanted { places.append(source) }
    }

    private mutating func learn(_ finding: StoredFinding, isOwn: Bool) {
        let common = texts.common[Int(finding.slot)]
        let name = Self.severities[Int(min(max(common.severity, 1), 3)) - 1].str
        shared.append(
            [
                common.field, common.ruleName, common.code,
                assay_text(ptr: name.ptr, len: UInt32(name.len), number: common.severity),
                finding.message(in: texts), finding.parameters(in: texts),
            ], slot: isOwn ? nil : Int(finding.slot))
    }

    /// A string as it is, another value as JSON.
    @inline(__always)
    private mutating func append(_ shown: assay_value) {
        switch shown.kind {
        case ASSAY_ABSENT: value.appendNull()
        case ASSAY_STR:
            value.append(UnsafeBufferPointer(start: shown.as.ptr, count: Int(shown.len)))
        default:
            scratch.removeAll(keepingCapacity: true)
            JSONText.append(shown, to: &scratch)
            scratch.withUnsafeBufferPointer { value.append($0) }
        }
    }

    /// The table as a struct.
    consuming func exported() -> ExportedColumn {
        var columns = [record.exported("record"), pointer.exported("pointer")]
        columns += shared.exported(
            ["field", "rule", "code", "severity", "message", "parameters"])
        columns.append(value.exported("value"))
        columns += places.exported()
        return ExportedColumn(
            name: "", format: "+s", length: count, buffers: [nil], children: columns)
    }
}

/// Numbers, each of which can be missing.
private struct NumberColumn: ~Copyable {
    private var numbers: ArrowBuffer
    private var validity: Validity

    init(capacity: Int) {
        numbers = ArrowBuffer(capacity: capacity * MemoryLayout<UInt64>.size)
        validity = Validity(capacity: capacity)
    }

    @inline(__always)
    mutating func append(_ number: UInt64, isPresent: Bool) {
        validity.append(isPresent)
        numbers.append(isPresent ? number : 0)
    }

    consuming func exported(_ name: String) -> ExportedColumn {
        let (length, nullCount) = (validity.count, validity.nullCount)
        return ExportedColumn(
            name: name, format: "L", length: length, nullCount: nullCount, isNullable: true,
            buffers: [validity.take(), numbers.take()])
    }
}

/// Texts, each of which can be missing.
private struct TextColumn: ~Copyable {
    private var bytes: ArrowBuffer
    private var offsets: ArrowBuffer
    private var validity: Validity

    init(capacity: Int, bytes size: Int) {
        bytes = ArrowBuffer(capacity: size)
        offsets = ArrowBuffer(capacity: (capacity + 1) * MemoryLayout<Int64>.size)
        validity = Validity(capacity: capacity)
        offsets.append(Int64(0))
    }

    @inline(__always)
    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        validity.append(true)
        bytes.append(text)
        offsets.append(Int64(bytes.count))
    }

    @inline(__always)
    mutating func appendNull() {
        validity.append(false)
        offsets.append(Int64(bytes.count))
    }

    consuming func exported(_ name: String) -> ExportedColumn {
        let (length, nullCount) = (validity.count, validity.nullCount)
        return ExportedColumn(
            name: name, format: "U", length: length, nullCount: nullCount, isNullable: true,
            buffers: [validity.take(), offsets.take(), bytes.take()])
    }
}

/// Columns of texts that findings of one rule and code share.
private struct SharedColumns: ~Copyable {
    private static let width = 6

    /// The keys of each finding in each column, one column after the other.
    private var keys: [UnsafeMutablePointer<Int32>]
    private var texts: [SharedTexts]
    private var count = 0
    /// The first finding of a slot without a message of its own, or -1 if there was none.
    private var places: [Int]

    init(capacity: Int, slots: Int) {
        keys = (0..<Self.width).map { _ in
            ArrowBuffer(capacity: capacity * MemoryLayout<Int32>.size).take()
                .bindMemory(to: Int32.self, capacity: capacity)
        }
        texts = (0..<Self.width).map { _ in SharedTexts() }
        places = Array(repeating: -1, count: slots)
    }

    deinit { for column in keys { column.deallocate() } }

    /// Appends the texts of a slot, or returns `false` if they are not known yet.
    @inline(__always)
    mutating func `repeat`(slot: Int) -> Bool {
        let place = places[slot]
        guard place >= 0 else { return false }
        for column in keys { column[count] = column[place] }
        count &+= 1
        return true
    }

    mutating func append(_ shown: [assay_text], slot: Int?) {
        for (index, text) in shown.enumerated() {
            keys[index][count] = texts[index].place(of: text)
        }
        if let slot { places[slot] = count }
        count += 1
    }

    consuming func exported(_ names: [String]) -> [ExportedColumn] {
        let columns = names.indices.map { index in
            ExportedColumn(
                name: names[index], format: "i", length: count,
                buffers: [nil, UnsafeMutableRawPointer(keys[index])],
                dictionary: texts[index].exported())
        }
        keys = []
        return columns
    }
}

/// The texts of a dictionary, in the order in which they came up.
private struct SharedTexts {
    /// The places of texts by their numbers, -1 for a text that has none yet.
    private var places: [Int32] = []
    private var bytes: [UInt8] = []
    private var offsets: [Int64] = [0]

    mutating func place(of text: assay_text) -> Int32 {
        let number = Int(text.number)
        if number > 0, number < places.count, places[number] >= 0 { return places[number] }
        let place = Int32(clamping: offsets.count - 1)
        bytes.append(contentsOf: text.bytes)
        offsets.append(Int64(bytes.count))
        if number > 0 {
            while places.count <= number { places.append(-1) }
            places[number] = place
        }
        return place
    }

    func exported() -> ExportedColumn {
        var data = ArrowBuffer(capacity: bytes.count)
        data.append(bytes)
        var ends = ArrowBuffer(capacity: offsets.count * MemoryLayout<Int64>.size)
        for offset in offsets { ends.append(offset) }
        return ExportedColumn(
            name: "", format: "U", length: offsets.count - 1,
            buffers: [nil, ends.take(), data.take()])
    }
}

/// The columns for the places of findings in their input, if they are wanted.
private struct PlaceColumns: ~Copyable {
    let isWanted: Bool
    private var line: NumberColumn
    private var column: NumberColumn
    private var offset: NumberColumn
    private var length: NumberColumn

    init(capacity most: Int, isWanted: Bool) {
        self.isWanted = isWanted
        let capacity = isWanted ? most : 0
        line = NumberColumn(capacity: capacity)
        column = NumberColumn(capacity: capacity)
        offset = NumberColumn(capacity: capacity)
        length = NumberColumn(capacity: capacity)
    }

    mutating func append(_ source: RecordSource?) {
        let line = UInt64(clamping: source?.line ?? 0)
        let isPresent = line > 0
        self.line.append(line, isPresent: isPresent)
        column.append(UInt64(clamping: source?.column ?? 0), isPresent: isPresent)
        offset.append(UInt64(clamping: source?.byteOffset ?? 0), isPresent: isPresent)
        length.append(UInt64(clamping: source?.byteLength ?? 0), isPresent: isPresent)
    }

    consuming func exported() -> [ExportedColumn] {
        guard isWanted else { return [] }
        return [
            line.exported("line"), column.exported("column"), offset.exported("byte_offset"),
            length.exported("byte_length"),
        ]
    }
}

/// A bit for each value that is there.
private struct Validity: ~Copyable {
    private(set) var nullCount = 0
    private(set) var count = 0
    private var bits: ArrowBuffer
    private var last: UInt8 = 0

    init(capacity: Int) { bits = ArrowBuffer(capacity: (capacity + 7) / 8) }

    @inline(__always)
    mutating func append(_ isPresent: Bool) {
        last |= (isPresent ? 1 : 0) << UInt8(truncatingIfNeeded: count & 7)
        nullCount &+= isPresent ? 0 : 1
        count &+= 1
        if count & 7 == 0 {
            bits.append(last)
            last = 0
        }
    }

    /// The bitmap; nil where all values are there.
    consuming func take() -> UnsafeMutableRawPointer? {
        guard nullCount > 0 else { return nil }
        if count & 7 != 0 { bits.append(last) }
        return bits.take()
    }
}

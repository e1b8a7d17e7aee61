// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CAssay

/// Findings as columns.
struct FindingsTable {
    private var record = NumberColumn()
    private var pointer = TextColumn()
    private var field = NumberedColumn()
    private var rule = NumberedColumn()
    private var code = NumberedColumn()
    private var severity = NumberedColumn()
    private var message = NumberedColumn()
    private var parameters = NumberedColumn()
    private var value = TextColumn()
    private var places: [NumberColumn] = []
    private var count = 0

    private static let placeNames = ["line", "column", "byte_offset", "byte_length"]
    private static let severities = [
        ZeroEndedText(Array("error".utf8)), ZeroEndedText(Array("warning".utf8)),
        ZeroEndedText(Array("fault".utf8)),
    ]

    init(hasPlaces: Bool) {
        if hasPlaces { places = Self.placeNames.map { _ in NumberColumn() } }
    }

    mutating func append(_ finding: assay_finding) {
        count += 1
        record.append(finding.record == ASSAY_NO_RECORD ? nil : finding.record)
        pointer.append(finding.pointer.bytes)
        field.append(finding.field)
        rule.append(finding.rule)
        code.append(finding.code)
        let name = Self.severities[Int(min(max(finding.severity, 1), 3)) - 1].str
        severity.append(
            assay_text(ptr: name.ptr, len: UInt32(name.len), number: finding.severity))
        message.append(finding.message)
        parameters.append(finding.parameters)
        append(finding.value)
        guard !places.isEmpty else { return }
        let numbers = [
            finding.line, finding.column, finding.byte_offset, finding.byte_length,
        ]
        for (index, number) in numbers.enumerated() {
            places[index].append(finding.line == 0 ? nil : number)
        }
    }

    /// A string as it is, another value as JSON.
    private mutating func append(_ shown: assay_value) {
        switch shown.kind {
        case ASSAY_ABSENT: value.append(nil)
        case ASSAY_STR:
            value.append(UnsafeBufferPointer(start: shown.as.ptr, count: Int(shown.len)))
        default:
            var json: [UInt8] = []
            JSONText.append(shown.owned, to: &json)
            json.withUnsafeBufferPointer { value.append($0) }
        }
    }

    /// The table as a struct.
    consuming func exported() -> ExportedColumn {
        var columns = [
            record.exported("record"), pointer.exported("pointer"), field.exported("field"),
            rule.exported("rule"), code.exported("code"), severity.exported("severity"),
            message.exported("message"), parameters.exported("parameters"),
            value.exported("value"),
        ]
        for (name, place) in zip(Self.placeNames, places) { columns.append(place.exported(name)) }
        return ExportedColumn(
            name: "", format: "+s", length: count, buffers: [nil], children: columns)
    }
}

/// Numbers, each of which can be missing.
private struct NumberColumn {
    private var numbers: [UInt64] = []
    private var validity = Validity()

    mutating func append(_ number: UInt64?) {
        validity.append(number != nil)
        numbers.append(number ?? 0)
    }

    func exported(_ name: String) -> ExportedColumn {
        ExportedColumn(
            name: name, format: "L", length: numbers.count, nullCount: validity.nullCount,
            isNullable: true, buffers: [validity.bytes, numbers.withUnsafeBytes { Array($0) }])
    }
}

/// Texts, each of which can be missing.
private struct TextColumn {
    private var bytes: [UInt8] = []
    private var offsets: [Int64] = [0]
    private var validity = Validity()

    mutating func append(_ text: UnsafeBufferPointer<UInt8>?) {
        validity.append(text != nil)
        if let text { bytes.append(contentsOf: text) }
        offsets.append(Int64(bytes.count))
    }

    func exported(_ name: String) -> ExportedColumn {
        ExportedColumn(
            name: name, format: "U", length: offsets.count - 1, nullCount: validity.nullCount,
            isNullable: true,
            buffers: [validity.bytes, offsets.withUnsafeBytes { Array($0) }, bytes])
    }
}

/// Texts of which many are equal.
private struct NumberedColumn {
    private var keys: [Int32] = []
    /// The places of texts with a number, by that; -1: none yet.
    private var places: [Int32] = []
    private var bytes: [UInt8] = []
    private var offsets: [Int64] = [0]

    mutating func append(_ text: assay_text) {
        keys.append(place(of: text))
    }

    private mutating func place(of text: assay_text) -> Int32 {
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

    func exported(_ name: String) -> ExportedColumn {
        let dictionary = ExportedColumn(
            name: "", format: "U", length: offsets.count - 1,
            buffers: [nil, offsets.withUnsafeBytes { Array($0) }, bytes])
        return ExportedColumn(
            name: name, format: "i", length: keys.count,
            buffers: [nil, keys.withUnsafeBytes { Array($0) }], dictionary: dictionary)
    }
}

/// A bit for each value that is there.
private struct Validity {
    private(set) var nullCount = 0
    private var bits: [UInt8] = []
    private var count = 0

    /// Nil where all values are there.
    var bytes: [UInt8]? { nullCount == 0 ? nil : bits }

    mutating func append(_ isPresent: Bool) {
        if count & 7 == 0 { bits.append(0) }
        if isPresent { bits[count >> 3] |= 1 << UInt8(count & 7) } else { nullCount += 1 }
        count += 1
    }
}

// SPDX-License-Identifier: Apache-2.0
package import AssayPluginABI

/// A finding in the parts that are kept of it when its batch is gone, for writers.
package struct KeptFinding {
    /// From 1; nil: it is about no record.
    let record: Int?
    let pointer: UnsafeBufferPointer<UInt8>
    let written: WrittenText
    let value: assay_value
    let source: RecordSource?

    /// A finding as long as what it borrows is there.
    ///
    /// - Parameters:
    ///   - record: The number of its record, from 1; nil: it is about no record.
    ///   - pointer: Where its value is in the record, UTF-8.
    ///   - written: What the format has written of its texts.
    ///   - value: What is shown of the value; absent: nothing.
    ///   - source: Where in the input; nil: not shown.
    package init(
        record: Int?, pointer: UnsafeBufferPointer<UInt8>, written: WrittenText,
        value: assay_value, source: RecordSource?
    ) {
        self.record = record
        self.pointer = pointer
        self.written = written
        self.value = value
        self.source = source
    }

    /// Appends the value as JSON.
    func appendValue(to bytes: inout [UInt8]) { JSONText.append(value, to: &bytes) }
}

extension JSONText {
    /// Appends a value that is borrowed as compact JSON: texts, whole numbers and arrays of them without a copy.
    package static func append(_ value: assay_value, to bytes: inout [UInt8]) {
        switch value.kind {
        case ASSAY_STR:
            append(
                utf8: UnsafeBufferPointer(start: value.as.ptr, count: Int(value.len)), to: &bytes)
        case ASSAY_I64: bytes.append(decimal: Int(value.as.i64))
        case ASSAY_ARRAY:
            bytes.append(UInt8(ascii: "["))
            let items = UnsafeBufferPointer(start: value.as.items, count: Int(value.len))
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(item, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        default:
            withUnsafePointer(to: value) {
                append(Value(FieldValue(unsafePointer: $0)), to: &bytes)
            }
        }
    }
}

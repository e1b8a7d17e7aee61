// SPDX-License-Identifier: Apache-2.0
package import AssayPluginABI

/// The parts of a finding that writers keep when its batch is gone.
package struct KeptFinding {
    /// The number of the finding's record, from 1, or `nil` if it is about no record.
    let record: Int?
    let pointer: UnsafeBufferPointer<UInt8>
    let written: WrittenText
    let value: assay_value
    let source: RecordSource?

    /// Creates a finding, which is valid as long as the memory that it borrows.
    ///
    /// - Parameters:
    ///   - record: The number of its record, from 1, or `nil` if it is about no record.
    ///   - pointer: The place of its value in the record, a JSON Pointer in UTF-8.
    ///   - written: Its texts as the format has written them.
    ///   - value: Its value as far as it is shown, or absent to show nothing.
    ///   - source: Its place in the input, or `nil` if it is not shown.
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

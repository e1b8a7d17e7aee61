// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) package import Assay

extension ValidationRecord {
    /// An owned copy of the fields that the columns hold.
    package init(_ batch: RecordBatch, row: Int, fields: [String]) {
        let members = fields.enumerated().map { index, field in
            (key: field, value: Value(FieldValue(unsafePointer: batch.columns[index] + row)))
        }
        self.init(
            Value.Object(members.filter { $0.value != .absent }), isText: batch.isText)
    }
}

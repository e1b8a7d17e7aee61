// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Owned records in the C layout, as the columns of a plan.
final class RecordColumns {
    private let arena = ValueArena()
    private var storage: [UnsafeMutablePointer<assay_value>] = []
    private let pointers: UnsafeMutablePointer<UnsafePointer<assay_value>>
    private let fields: [String]

    init(fields: [String]) {
        self.fields = fields
        pointers = .allocate(capacity: max(1, fields.count))
    }

    deinit {
        for column in storage { column.deallocate() }
        pointers.deallocate()
    }

    /// Fills the columns; the batch borrows from this object until the next call.
    func batch(_ records: some Collection<Record>, reportsUnknownFields: Bool) -> RecordBatch {
        arena.reset()
        for column in storage { column.deallocate() }
        storage.removeAll(keepingCapacity: true)
        for (index, field) in fields.enumerated() {
            let column = UnsafeMutablePointer<assay_value>.allocate(capacity: max(1, records.count))
            for (row, record) in records.enumerated() {
                (column + row).initialize(to: arena.store(record[field]))
            }
            storage.append(column)
            pointers[index] = UnsafePointer(column)
        }
        return RecordBatch(
            count: records.count, columns: UnsafePointer(pointers),
            isText: records.first?.isText ?? false,
            issues: reportsUnknownFields ? unknownFields(of: records) : [])
    }

    private func unknownFields(of records: some Collection<Record>) -> [RecordIssue] {
        let known = Set(fields)
        var issues: [RecordIssue] = []
        for (row, record) in records.enumerated() {
            for (key, _) in record.fields.members where !known.contains(key) {
                let pointer = PointerToken.pointer([.key(key)])
                issues.append(RecordIssue(row: row, kind: .unknownField, pointer: pointer))
            }
        }
        return issues
    }
}

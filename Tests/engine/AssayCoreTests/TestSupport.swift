// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayPluginABI

/// Records as columns, kept alive by this object.
final class TestColumns {
    private let arena = ValueArena()
    private var columns: [UnsafeMutablePointer<assay_value>] = []
    private let pointers: UnsafeMutablePointer<UnsafePointer<assay_value>>
    let batch: RecordBatch

    init(_ fields: [String], _ records: [ValidationRecord], isText: Bool = false) {
        pointers = .allocate(capacity: max(1, fields.count))
        for (index, field) in fields.enumerated() {
            let column = UnsafeMutablePointer<assay_value>.allocate(capacity: max(1, records.count))
            for (row, record) in records.enumerated() {
                (column + row).initialize(to: arena.store(record[field]))
            }
            columns.append(column)
            pointers[index] = UnsafePointer(column)
        }
        batch = RecordBatch(
            count: records.count, columns: UnsafePointer(pointers), isText: isText)
    }

    deinit {
        for column in columns { column.deallocate() }
        pointers.deallocate()
    }
}

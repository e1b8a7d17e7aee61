// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Owned records in the C layout, as the columns of a plan.
final class RecordColumns {
    private let arena = ValueArena()
    private var storage: [UnsafeMutablePointer<assay_value>]
    /// The number of records that the columns can hold.
    private var capacity = 1
    private let pointers: UnsafeMutablePointer<UnsafePointer<assay_value>>
    private let fields: [String]
    private let columnOfKey: [ExactKey: Int]
    /// The last row that has the key of each column.
    private var lastRow: [Int]

    init(fields: [String]) {
        self.fields = fields
        columnOfKey = Dictionary(fields.enumerated().map { (ExactKey($1), $0) }) { $1 }
        lastRow = Array(repeating: -1, count: fields.count)
        storage = fields.map { _ in .allocate(capacity: 1) }
        pointers = .allocate(capacity: max(1, fields.count))
        for (index, column) in storage.enumerated() {
            (pointers + index).initialize(to: UnsafePointer(column))
        }
    }

    deinit {
        for column in storage { column.deallocate() }
        pointers.deallocate()
    }

    /// The issues of records that a batch comes with, as those of a stream would.
    struct Reporting {
        /// `true` to report keys that no rule is about.
        var unknownFields: Bool
        /// The keys of the fields in which duplicate keys are reported, or `nil` for all fields.
        var duplicatesOf: Set<ExactKey>?
    }

    /// Fills the columns; the batch borrows from this object until the next call.
    func batch(of records: some Collection<ValidationRecord>, reporting: Reporting) -> RecordBatch {
        prepare(count: records.count)
        var issues: [RecordIssue] = []
        for (row, record) in records.enumerated() {
            for key in record.emptyFields {
                if let column = columnOfKey[ExactKey(key)] {
                    storage[column][row] = GivenValue.absent
                }
            }
            for (key, value) in record.fields.members {
                if let column = columnOfKey[ExactKey(key)] {
                    if reporting.duplicatesOf?.contains(ExactKey(key)) ?? true {
                        findDuplicates(
                            of: key, value: value, row: row, column: column, issues: &issues)
                    }
                    lastRow[column] = row
                    storage[column][row] = arena.store(value)
                } else if reporting.unknownFields {
                    issues.append(Self.issue(.unknownField, row: row, at: [.key(key)]))
                }
            }
        }
        return RecordBatch(
            count: records.count, columns: UnsafePointer(pointers),
            isText: records.first?.isText ?? false, issues: issues)
    }

    /// Makes columns of absent values, in the memory of the last batch if it suffices and is not
    /// much too large.
    private func prepare(count: Int) {
        assert(count >= 0 && capacity > 0)
        assert(storage.count == fields.count && lastRow.count == fields.count)
        arena.reset()
        if count > capacity || capacity > max(count, 1024) {
            for column in storage { column.deallocate() }
            capacity = max(1, count)
            storage = fields.map { _ in .allocate(capacity: capacity) }
            for (index, column) in storage.enumerated() { pointers[index] = UnsafePointer(column) }
        }
        assert(count <= capacity)
        for index in fields.indices {
            storage[index].initialize(repeating: assay_value(), count: count)
            lastRow[index] = -1
        }
    }

    private func findDuplicates(
        of key: String, value: Value, row: Int, column: Int,
        issues: inout [RecordIssue]
    ) {
        if lastRow[column] == row {
            issues.append(Self.issue(.duplicateKey, row: row, at: [.key(key)]))
        }
        value.findDuplicateKeys(at: [.key(key)]) { path in
            issues.append(Self.issue(.duplicateKey, row: row, at: path))
        }
    }

    private static func issue(
        _ kind: RecordIssue.Kind, row: Int, at path: [PointerToken]
    ) -> RecordIssue {
        RecordIssue(row: row, kind: kind, pointer: PointerToken.pointer(path))
    }
}

extension RecordColumns.Reporting {
    /// All that a stream reports.
    init(_ plan: ValidationPlan) {
        self.init(unknownFields: plan.unknownFields != .allow, duplicatesOf: nil)
    }

    /// The issues about the fields of some validators.
    init(_ plan: ValidationPlan, validators: Set<Int>) {
        self.init(
            unknownFields: false,
            duplicatesOf: Set(validators.map { ExactKey(plan.validators[$0].path.topLevelKey) }))
    }
}

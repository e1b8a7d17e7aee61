// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Owned records in the C layout, as the columns of a plan.
final class RecordColumns {
    private let arena = ValueArena()
    private var storage: [UnsafeMutablePointer<assay_value>] = []
    private let pointers: UnsafeMutablePointer<UnsafePointer<assay_value>>
    private let fields: [String]
    private let columnOfKey: [ExactKey: Int]
    /// For each column the last row that has its key.
    private var lastRow: [Int]

    init(fields: [String]) {
        self.fields = fields
        columnOfKey = Dictionary(fields.enumerated().map { (ExactKey($1), $0) }) { $1 }
        lastRow = Array(repeating: -1, count: fields.count)
        pointers = .allocate(capacity: max(1, fields.count))
    }

    deinit {
        for column in storage { column.deallocate() }
        pointers.deallocate()
    }

    /// Which issues of records a batch comes with, as those of a stream would.
    struct Reporting {
        /// Keys that no rule is about.
        var unknownFields: Bool
        /// Keys that appear more than once; nil: of all fields, else of those with these keys.
        var duplicatesOf: Set<ExactKey>?
    }

    /// Fills the columns; the batch borrows from this object until the next call.
    func batch(_ records: some Collection<Record>, _ reporting: Reporting) -> RecordBatch {
        prepare(records.count)
        var issues: [RecordIssue] = []
        for (row, record) in records.enumerated() {
            for (key, value) in record.fields.members {
                if let column = columnOfKey[ExactKey(key)] {
                    if reporting.duplicatesOf?.contains(ExactKey(key)) ?? true {
                        findDuplicates(of: key, value, row, column, &issues)
                    }
                    lastRow[column] = row
                    storage[column][row] = arena.store(value)
                } else if reporting.unknownFields {
                    issues.append(Self.issue(.unknownField, row, [.key(key)]))
                }
            }
        }
        return RecordBatch(
            count: records.count, columns: UnsafePointer(pointers),
            isText: records.first?.isText ?? false, issues: issues)
    }

    /// Makes columns of absent values.
    private func prepare(_ count: Int) {
        arena.reset()
        for column in storage { column.deallocate() }
        storage = fields.map { _ in .allocate(capacity: max(1, count)) }
        for (index, column) in storage.enumerated() {
            column.initialize(repeating: assay_value(), count: count)
            pointers[index] = UnsafePointer(column)
            lastRow[index] = -1
        }
    }

    private func findDuplicates(
        of key: String, _ value: Value, _ row: Int, _ column: Int, _ issues: inout [RecordIssue]
    ) {
        if lastRow[column] == row { issues.append(Self.issue(.duplicateKey, row, [.key(key)])) }
        value.findDuplicateKeys(at: [.key(key)]) { path in
            issues.append(Self.issue(.duplicateKey, row, path))
        }
    }

    private static func issue(
        _ kind: RecordIssue.Kind, _ row: Int, _ path: [PointerToken]
    ) -> RecordIssue {
        RecordIssue(row: row, kind: kind, pointer: PointerToken.pointer(path))
    }
}

extension RecordColumns.Reporting {
    /// All that a stream reports.
    init(_ plan: ValidationPlan) {
        self.init(unknownFields: plan.unknownFields != .allow, duplicatesOf: nil)
    }

    /// What is about the fields of some validators.
    init(_ plan: ValidationPlan, validators: Set<Int>) {
        self.init(
            unknownFields: false,
            duplicatesOf: Set(validators.map { ExactKey(plan.validators[$0].path.topLevelKey) }))
    }
}

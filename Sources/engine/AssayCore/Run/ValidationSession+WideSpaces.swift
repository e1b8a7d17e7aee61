// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

// Element spaces with so many rows and columns that all of them together would take too much memory: few
// bytes of an array can be many rows. Their columns are made for one validator at a time.
extension ValidationSession {
    /// Returns `true` if a space has several columns that together exceed `maximumSpaceBytes`.
    ///
    /// Spaces of records from text are never too wide: their values are converted in the columns,
    /// which therefore stay, and such records have few elements.
    func isTooWide(rows: Int, columns: Int, of batch: RecordBatch) -> Bool {
        let bytes = rows.multipliedReportingOverflow(
            by: columns * MemoryLayout<assay_value>.stride)
        return !batch.isText && columns > 1
            && (bytes.overflow || bytes.partialValue > maximumSpaceBytes)
    }

    /// Makes the columns that a run of a validator reads and that its space does not have.
    func makeColumns(for run: ScheduledRun, of validator: CompiledValidator) {
        makeForValidator(validator.column)
        for index in run.steps {
            let step = validator.steps[index]
            for column in step.dependencyColumns { makeForValidator(column) }
            for condition in step.conditions {
                makeForValidator(condition.column)
                for rule in condition.rules {
                    for column in rule.dependencyColumns { makeForValidator(column) }
                }
            }
        }
    }

    /// Makes a column of a wide space, and the columns that it is made from, until
    /// `releaseColumns`.
    func makeForValidator(_ column: Int) {
        guard isWide[plan.spaceOfColumn[column]], !madeColumns.contains(column), let batch else {
            return
        }
        switch plan.columns[column] {
        case .field, .record, .elements: return
        case .member(let source, _), .index(let source, _), .repeated(let source, _):
            makeForValidator(source)
        }
        resolve(column: column, from: batch)
        madeColumns.append(column)
    }

    /// Frees the columns that were made for one validator.
    func releaseColumns() {
        for column in madeColumns { ownedColumns[column].values = GrowingBuffer(capacity: 16) }
        madeColumns.removeAll(keepingCapacity: true)
    }

    /// Returns a copy of a value of a column, even if the column is not made.
    func ownedValue(of column: Int, row: Int) -> Value {
        value(of: column, row: row).map { Value(FieldValue(unsafePointer: $0)) } ?? .absent
    }

    /// Returns a pointer to a value of a column, even if the column is not made.
    ///
    /// The result can be `nil` if the value is absent.
    func value(of column: Int, row: Int) -> UnsafePointer<assay_value>? {
        guard isWide[plan.spaceOfColumn[column]] else { return columns.start[column] + row }
        switch plan.columns[column] {
        case .field, .record, .elements: return columns.start[column] + row
        case .member(let source, let key):
            return value(of: source, row: row).flatMap { MemberLookup.member(key, of: $0) }
        case .index(let source, let index):
            return value(of: source, row: row).flatMap { MemberLookup.element(index, of: $0) }
        case .repeated(let source, let space):
            return value(of: source, row: self.row(row, of: space, in: plan.spaceOfColumn[source]))
        }
    }
}

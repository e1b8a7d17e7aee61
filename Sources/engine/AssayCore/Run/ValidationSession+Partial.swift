// SPDX-License-Identifier: Apache-2.0
package import AssayPluginABI

// Records with a part of the fields of a whole record, such as the body of a PATCH. A field that such a
// record does not have is unknown, and a rule that reads it does not run.
extension ValidationSession {
    /// Returns `true` if a rule reads a value that is unknown: its own, one that it names, or one that
    /// decides whether it runs.
    func readsUnknown(_ step: CompiledStep, row: Int, of validator: CompiledValidator) -> Bool {
        unknownColumn(of: step, row: row, of: validator) != nil
    }

    /// Returns the path of the first unknown value that a rule reads, or `nil` if all are known.
    func unknownField(
        of step: CompiledStep, row: Int, of validator: CompiledValidator
    ) -> FieldPath? {
        unknownColumn(of: step, row: row, of: validator)
            .map { FieldPath(segments: path(ofColumn: $0)) }
    }

    private func unknownColumn(
        of step: CompiledStep, row: Int, of validator: CompiledValidator
    ) -> Int? {
        if isUnknown(validator.column, row: row) { return validator.column }
        if let named = step.dependencyColumns.first(where: { isUnknown($0, row: row) }) {
            return named
        }
        for condition in step.conditions {
            if isUnknown(condition.column, row: row) { return condition.column }
            for rule in condition.rules {
                if let named = rule.dependencyColumns.first(where: { isUnknown($0, row: row) }) {
                    return named
                }
            }
        }
        return nil
    }

    private func path(ofColumn column: Int) -> [FieldPath.Segment] {
        switch plan.columns[column] {
        case .field(let field): [.key(plan.fields[field])]
        case .record: []
        case .member(let parent, let key): path(ofColumn: parent) + [.key(key)]
        case .index(let parent, let index): path(ofColumn: parent) + [.index(index)]
        case .elements(let parent, _): path(ofColumn: parent) + [.allElements]
        case .repeated(let source, _): path(ofColumn: source)
        }
    }

    /// Returns `true` if a value is absent because the record has only a part of the fields.
    ///
    /// A member is unknown if the object that it would be in is there without it, or is itself unknown.
    /// It is known to be absent if the record gives null in place of the object. What is in an array is
    /// known, because an array replaces another one as a whole (RFC 7396), and so is a cell without a
    /// text, whose column the record has.
    private func isUnknown(_ column: Int, row: Int) -> Bool {
        let value = columns.start[column][row]
        guard value.kind == ASSAY_ABSENT, value.flags & GivenValue.flag == 0 else { return false }
        if case .repeated(let source, let space) = plan.columns[column] {
            return plan.spaceOfColumn[source] == 0
                && isUnknown(source, row: self.row(row, of: space, in: 0))
        }
        // A row of another space is an element of an array.
        guard plan.spaceOfColumn[column] == 0 else { return false }
        switch plan.columns[column] {
        case .field: return true
        case .member(let parent, _):
            let lacksMember = columns.start[parent][row].kind == ASSAY_OBJECT
            return lacksMember ? !isInArray(parent) : isUnknown(parent, row: row)
        case .index(let parent, _): return isUnknown(parent, row: row)
        case .elements, .repeated, .record: return false
        }
    }

    private func isInArray(_ column: Int) -> Bool {
        switch plan.columns[column] {
        case .field, .record, .repeated: false
        case .member(let parent, _): isInArray(parent)
        case .index, .elements: true
        }
    }
}

/// The mark of an absent value that the record gives nevertheless: an empty cell, an empty field of a form.
///
/// Rules see an absent value, since text has no way to say "present but empty" that all writers share.
package enum GivenValue {
    /// A flag of an absent `assay_value`; `READER_GIVEN` of the reader of records is the same.
    package static let flag: UInt32 = 1 << 31

    /// An absent value that the record gives.
    package static var absent: assay_value {
        var value = assay_value()
        value.flags = flag
        return value
    }
}

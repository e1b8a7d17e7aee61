// SPDX-License-Identifier: Apache-2.0
import Observation

/// An array of a form whose elements are rows of fields.
///
/// The elements are kept row by row, so that a keystroke in one costs the same however many there are;
/// the array is put together when something looks at it.
@MainActor
@Observable
final class RowTable {
    /// A part of the element that each row has a field for, or the element itself.
    struct Column {
        /// The path in the element as text; empty for the element itself.
        let key: String
        let path: ArraySlice<FieldPath.Segment>
        /// The path in the rule set.
        let rulePath: FieldPath
        let isSensitive: Bool
    }

    @ObservationIgnored let path: FieldPath
    @ObservationIgnored let key: String
    /// The field of the array.
    @ObservationIgnored let field: Int
    @ObservationIgnored var columns: [Column]
    @ObservationIgnored var rules: RowRules
    fileprivate(set) var rows: [RowState] = []
    /// The rows with which the form began, or that were submitted last.
    @ObservationIgnored fileprivate(set) var initial: [(row: RowState, element: Value)] = []
    /// The value of the array while it has no rows.
    @ObservationIgnored var emptyValue: Value
    /// The number of rows that have another element than the initial row at their place.
    @ObservationIgnored private var differing = 0
    /// `true` if the array has changed since the form's record got it.
    @ObservationIgnored var isOutdated = false

    init(
        _ path: FieldPath, field: Int, columns: [Column], rules: RowRules, emptyValue: Value
    ) {
        self.path = path
        key = path.description
        self.field = field
        self.columns = columns
        self.rules = rules
        self.emptyValue = emptyValue
    }

    /// The array as it is now.
    var value: Value { rows.isEmpty ? emptyValue : .array(rows.map(\.element)) }

    /// Returns `true` if the array has its initial value.
    ///
    /// - Parameter value: The initial value.
    /// - Returns: `true` if it is the same.
    func isInitial(_ value: Value) -> Bool {
        guard !rows.isEmpty else { return emptyValue == value }
        return rows.count == initial.count && differing == 0
    }

    /// The columns whose values are parts of a column's, or that it is a part of.
    func relatives(of column: Int) -> [Int] {
        let path = columns[column].rulePath
        return columns.indices.filter {
            $0 != column && columns[$0].rulePath.overlaps(path)
        }
    }

    func column(_ key: String) -> Int? {
        columns.firstIndex { $0.key.hasSameBytes(as: key) }
    }

    // MARK: - Changes

    /// Gives the table other rows, whose elements are set already.
    ///
    /// - Returns: The rows that are at another place than before.
    func setRows(_ new: [RowState]) -> [RowState] {
        var moved: [RowState] = []
        for (index, row) in new.enumerated() where row.index != index {
            if row.index != nil { moved.append(row) }
            row.index = index
        }
        rows = new
        compareAll()
        return moved
    }

    /// Makes rows the initial ones.
    func setInitial(_ rows: [(row: RowState, element: Value)]) {
        initial = rows
        compareAll()
    }

    /// Notes that a row has another element.
    func noteChange(of row: RowState) {
        guard let index = row.index else { return }
        let differs = initial.indices.contains(index) && row.element != initial[index].element
        if differs != row.differs { differing += differs ? 1 : -1 }
        row.differs = differs
    }

    private func compareAll() {
        differing = 0
        for (index, row) in rows.enumerated() {
            row.differs =
                initial.indices.contains(index) && row.element != initial[index].element
            if row.differs { differing += 1 }
        }
    }
}

/// A row of a form, wherever it is in its array.
@MainActor
@Observable
final class RowState: RowContent {
    /// A number that no other row of the form ever had.
    nonisolated let id: Int
    /// The index of the row now, or `nil` if it was removed.
    var index: Int?
    var element: Value
    /// The fields by column, which other ones replace when a row that was removed comes back.
    @ObservationIgnored var states: [FieldState] = []
    /// `true` if the element differs from that of the initial row at the same place.
    @ObservationIgnored fileprivate(set) var differs = false
    /// A number that rises with every change of the element.
    @ObservationIgnored var revision: UInt64 = 0

    nonisolated var number: UInt64 { UInt64(id) }

    init(id: Int, element: Value) {
        self.id = id
        self.element = element
    }
}

/// The place of the values of a field of a row.
@MainActor
struct RowPlace {
    unowned let table: RowTable
    /// The row, which is not retained, since it retains its fields.
    weak var row: RowState?
    let column: Int

    /// The path of the field; without an index if its row was removed.
    var path: String {
        let index = row?.index.map { String($0) } ?? "-"
        let key = table.columns[column].key
        let part = key.isEmpty || key.hasPrefix("[") ? key : "." + key
        return "\(table.key)[\(index)]\(part)"
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The rows of an array of a form: the elements, each with fields of its own.
///
/// ```swift
/// let items = try form.rows("items")
/// let row = items.append(["quantity": 1])
/// row["price"].text = "9.90"
/// items.move(from: 0, to: 2)            // the state of the row goes with it
/// items.field.firstMessage              // "must have at most 10 elements"
/// ```
///
/// Values, errors, the focus and pending answers belong to a row, wherever it is. An index that no row
/// has is not an error: the operation does nothing and says so. All properties are observable.
///
/// Rows of an array that was unregistered since are gone, and operations on them change nothing.
///
/// An operation counts as a change of the array, whose own rules run at once if its triggers have
/// `onChange`. Rules of elements run whatever the rules of the array say.
@MainActor
public final class FormRows {
    /// The field of the array, which has the findings of the rules about the array as a whole.
    public let field: FieldModel
    private let table: RowTable
    private let driver: FormDriver<RecordSource>

    init(_ table: RowTable, field: FieldModel, in driver: FormDriver<RecordSource>) {
        self.table = table
        self.field = field
        self.driver = driver
    }

    /// The path of the array.
    public var path: String { table.key }
    /// The paths of the fields that each row has, in the order of the rule set; an empty one is the
    /// element itself.
    public var columns: [String] { table.columns.map(\.key) }
    /// The number of rows.
    public var count: Int { table.rows.count }
    /// `true` if there are no rows.
    public var isEmpty: Bool { table.rows.isEmpty }
    /// The rows in their order.
    public var all: [FormRow] { table.rows.map { FormRow($0, of: self) } }

    /// The row at an index; nil if there is none.
    public subscript(_ index: Int) -> FormRow? {
        guard table.rows.indices.contains(index) else { return nil }
        return FormRow(table.rows[index], of: self)
    }

    /// The row with an id, wherever it is; nil if it was removed.
    ///
    /// O(rows).
    public func row(id: FormRow.ID) -> FormRow? {
        table.rows.first { $0.id == id.number }.map { FormRow($0, of: self) }
    }

    // MARK: - Operations

    /// Adds a row at the end.
    ///
    /// - Parameter value: The element; its values are the initial ones of the row's fields.
    /// - Returns: The row.
    @discardableResult
    public func append(_ value: Value = .object(Value.Object())) -> FormRow {
        add(value, at: count)
    }

    /// Adds a row in front of another one, or at the end.
    ///
    /// - Parameters:
    ///   - value: The element; its values are the initial ones of the row's fields.
    ///   - index: The index that the row will have, at most `count`.
    /// - Returns: The row, or `nil` for an index out of range, in which case nothing is inserted.
    @discardableResult
    public func insert(_ value: Value = .object(Value.Object()), at index: Int) -> FormRow? {
        guard (0...count).contains(index) else { return nil }
        return add(value, at: index)
    }

    /// `true` if the array has been registered since these rows were made.
    private var isOpen: Bool { driver.source.tables.contains { $0 === table } }

    private func add(_ value: Value, at index: Int) -> FormRow {
        guard isOpen else { return FormRow(driver.source.rowOutside(of: table, value), of: self) }
        var rows = arrangement
        rows.insert((nil, value), at: index)
        driver.arrange(table, rows)
        return FormRow(table.rows[index], of: self)
    }

    /// Removes a row, with its errors and pending answers.
    ///
    /// - Returns: False, and nothing happens, for an index out of range.
    @discardableResult
    public func remove(at index: Int) -> Bool {
        guard table.rows.indices.contains(index) else { return false }
        var rows = arrangement
        rows.remove(at: index)
        return driver.arrange(table, rows)
    }

    /// Removes a row; see the other `remove`.
    ///
    /// - Returns: False if it was removed before, or belongs to other rows.
    @discardableResult
    public func remove(_ row: FormRow) -> Bool {
        guard let index = row.index, self[index]?.id == row.id else { return false }
        return remove(at: index)
    }

    /// Removes all rows.
    public func removeAll() {
        guard isOpen else { return }
        driver.arrange(table, [])
    }

    /// Moves a row; the rows between move up or down.
    ///
    /// - Parameters:
    ///   - index: The index of the row.
    ///   - new: The index that it will have.
    /// - Returns: False, and nothing happens, for an index out of range or the same.
    @discardableResult
    public func move(from index: Int, to new: Int) -> Bool {
        guard table.rows.indices.contains(index), table.rows.indices.contains(new) else {
            return false
        }
        var rows = arrangement
        rows.insert(rows.remove(at: index), at: new)
        return driver.arrange(table, rows)
    }

    /// Swaps two rows.
    ///
    /// - Returns: False, and nothing happens, for an index out of range or the same twice.
    @discardableResult
    public func swap(_ index: Int, _ other: Int) -> Bool {
        guard table.rows.indices.contains(index), table.rows.indices.contains(other) else {
            return false
        }
        var rows = arrangement
        rows.swapAt(index, other)
        return driver.arrange(table, rows)
    }

    /// Gives a row another element.
    ///
    /// It stays the same row, and a field of it is dirty if its value is not the initial one.
    ///
    /// - Returns: False, and nothing happens, for an index out of range or an equal element.
    @discardableResult
    public func replace(at index: Int, with value: Value) -> Bool {
        guard table.rows.indices.contains(index) else { return false }
        var rows = arrangement
        rows[index].element = value
        return driver.arrange(table, rows)
    }

    private var arrangement: RecordSource.Arrangement {
        table.rows.map { (row: $0, element: nil) }
    }

    fileprivate func model(of state: FieldState) -> FieldModel { FieldModel(state, in: driver) }

    fileprivate func field(_ key: String, of row: RowState) -> FieldModel? {
        guard let column = table.column(key) else { return nil }
        if row.states.indices.contains(column) { return model(of: row.states[column]) }
        return nil
    }
}

/// A row of a form, the same wherever it is.
@MainActor
public struct FormRow: Identifiable {
    /// Identifies the row among all rows that the form ever had.
    public struct ID: Sendable, Hashable {
        fileprivate let number: Int
    }

    private let row: RowState
    private let rows: FormRows

    fileprivate init(_ row: RowState, of rows: FormRows) {
        self.row = row
        self.rows = rows
    }

    /// The id, which the row keeps.
    nonisolated public var id: ID { ID(number: row.id) }
    /// The index of the row now, or `nil` if it was removed.
    public var index: Int? { row.index }
    /// The element.
    public var value: Value { row.element }
    /// The fields, in the order of the rule set.
    public var fields: [FieldModel] { row.states.map { rows.model(of: $0) } }

    /// The field with this path in the element, which the rows must have; an empty path is that of the
    /// element itself.
    public subscript(_ path: String) -> FieldModel {
        guard let field = field(path) else {
            preconditionFailure("the rows have no field '\(path)'; they have \(rows.columns)")
        }
        return field
    }

    /// The field with this path in the element; nil if the rows have none.
    public func field(_ path: String) -> FieldModel? { rows.field(path, of: row) }
}

extension FormModel {
    /// Returns the rows of an array: its elements, each with a field for every rule about it.
    ///
    /// The first call makes them, in O(rows); later calls cost less. From then on the field of the
    /// array has the findings of its own rules alone.
    ///
    /// - Parameter path: The path of a field whose elements have rules (`items[*].price`). Elements
    ///   of arrays in a row are not rows.
    /// - Returns: The rows, which are empty while the field has no array.
    /// - Throws: `FormError.missingField` for a path that the form lacks; `FormError.noRows` for a field
    ///   whose elements have no rules, or are fields of the form's list, and in a `FormContext`.
    public func rows(_ path: String) throws(FormError) -> FormRows {
        let table = try driver.table(path)
        return FormRows(table, field: allModels[table.field], in: driver)
    }
}

// SPDX-License-Identifier: Apache-2.0

/// An array of a form that is a struct, whose elements are rows with fields of their own.
///
/// ```swift
/// struct Item: ValidatableForm, Equatable {
///     @Validate(.required, .length(2...40)) var article = ""
///     @Validate(.inRange(1...99)) var quantity = 1
///     …
/// }
/// struct Order: ValidatableForm, Equatable {
///     @Validate(.minItems(1), .maxItems(20)) var items: ValidatedRows<Item> = []
///     …
/// }
/// controller.form.items.append(Item())
/// controller.form.items[0].quantity = 3
/// controller.form.items.move(from: 0, to: 2)    // the state of the row goes with it
/// controller.form.items[2].$quantity.state
/// ```
///
/// It is used like an array. A row is the same wherever it is moved, swapped or sorted to; an element
/// that is set at an index takes the place of the values of the row there. In a `FormController` state,
/// errors, the focus, errors of a server and pending answers belong to a row. A row that comes begins
/// with its values as the initial ones.
///
/// Setting one element runs the rules of its row alone, and costs little more where there are more
/// rows. Adding, removing or moving rows is O(rows).
public struct ValidatedRows<Element: ValidatableForm & Equatable & Sendable>: Sendable {
    var storage: RowStorage<Element>

    init(_ storage: RowStorage<Element>) {
        self.storage = storage
    }

    /// An id that no other row has.
    public struct RowID: Hashable, Sendable {
        let stamp: Stamp
    }

    /// A row as it is now, for views.
    public struct Row: Identifiable, Hashable, Sendable {
        /// The id, which the row keeps.
        public let id: RowID
        /// The index of the row.
        public let index: Int
        /// The element.
        public let element: Element

        /// Hashes the id.
        public func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    /// The rows in their order, such as for `ForEach`.
    public var rows: [Row] {
        storage.boxes.enumerated().map { index, box in
            Row(id: RowID(stamp: box.id), index: index, element: box.element)
        }
    }

    /// The id of the row at an index.
    public func id(at index: Int) -> RowID { RowID(stamp: storage[index].id) }

    /// Returns the index of the row with an id, or `nil` if there is none.
    ///
    /// O(rows).
    public func index(of id: RowID) -> Int? {
        (0..<count).first { storage[$0].id == id.stamp }
    }

    /// The element of the row with an id; nil if there is none.
    ///
    /// Setting nil removes the row. Setting the element of a row that is gone does nothing. O(rows).
    public subscript(id id: RowID) -> Element? {
        get { index(of: id).map { self[$0] } }
        set {
            guard let index = index(of: id) else { return }
            if let newValue { self[index] = newValue } else { remove(at: index) }
        }
    }

    /// The element of a row wherever it is now, such as for the inputs of a view.
    ///
    /// The element of a row that is gone is the last one that was known here; setting it does nothing.
    public subscript(_ row: Row) -> Element {
        get { place(of: row).map { self[$0] } ?? row.element }
        set {
            guard let index = place(of: row) else { return }
            self[index] = newValue
        }
    }

    private func place(of row: Row) -> Int? {
        let isThere = row.index < count && id(at: row.index) == row.id
        return isThere ? row.index : index(of: row.id)
    }

    /// Moves a row; the rows between move up or down.
    ///
    /// - Parameters:
    ///   - index: The index of the row, which must be there.
    ///   - new: The index that it will have, below `count`.
    public mutating func move(from index: Int, to new: Int) {
        var boxes = storage.boxes
        boxes.insert(boxes.remove(at: index), at: new)
        storage = RowStorage(boxes)
    }

    /// Moves rows, such as those that `onMove` of a list names, in front of another one; they keep their
    /// order.
    ///
    /// - Parameters:
    ///   - indexes: The indexes of the rows, which must be there.
    ///   - offset: The index, before the move, of the row in front of which they go, or `count` for
    ///     the end.
    public mutating func move(at indexes: some Sequence<Int>, to offset: Int) {
        let chosen = Set(indexes)
        let boxes = storage.boxes
        let others = { (range: Range<Int>) in range.filter { !chosen.contains($0) } }
        let order = others(0..<offset) + chosen.sorted() + others(offset..<count)
        storage = RowStorage(order.map { boxes[$0] })
    }

    /// Sorts the rows; equal ones stay in their order.
    public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
        storage = RowStorage(
            try storage.boxes.sorted { try areInIncreasingOrder($0.element, $1.element) })
    }
}

extension ValidatedRows: MutableCollection, RandomAccessCollection, RangeReplaceableCollection {
    /// Makes an array without rows.
    public init() {
        storage = RowStorage([])
    }

    /// The index of the first row, 0.
    public var startIndex: Int { 0 }
    /// The number of rows.
    public var endIndex: Int { storage.count }

    /// The element of the row at an index; setting it gives the row other values.
    public subscript(_ index: Int) -> Element {
        get { storage[index].element }
        set { storage[index] = RowBox(id: storage[index].id, newValue) }
    }

    /// Removes the rows of a range and puts new ones in their place.
    public mutating func replaceSubrange(
        _ range: Range<Int>, with elements: some Collection<Element>
    ) {
        var boxes = storage.boxes
        boxes.replaceSubrange(range, with: elements.map { RowBox($0) })
        storage = RowStorage(boxes)
    }

    /// Swaps two rows.
    public mutating func swapAt(_ index: Int, _ other: Int) {
        (storage[index], storage[other]) = (storage[other], storage[index])
    }
}

extension ValidatedRows: ExpressibleByArrayLiteral {
    /// Makes rows with these elements.
    public init(arrayLiteral elements: Element...) {
        self.init(elements)
    }
}

extension ValidatedRows: Equatable {
    /// True if the elements are equal, whatever the rows are.
    public static func == (left: ValidatedRows, right: ValidatedRows) -> Bool {
        left.storage.isEqual(to: right.storage, by: ==)
    }
}

extension ValidatedRows: ValueConvertible {
    /// An array of objects, with a member for each field of an element that has a value.
    public var ruleValue: AssayCore.Value { .array(map(\.ruleObject)) }
}

extension ValidatedRows: Encodable where Element: Encodable {
    /// Encodes the elements as an array.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for element in self { try container.encode(element) }
    }
}

extension ValidatedRows: Decodable where Element: Decodable {
    /// Decodes rows from an array, without rules; see `ValidatableForm.withRules(of:)`.
    public init(from decoder: any Decoder) throws {
        self.init(try [Element](from: decoder))
    }
}

/// Rows of any element, as a value of a form sees them.
protocol RowList {
    /// The elements in their order.
    var forms: [any ValidatableForm] { get }
    /// Changes elements where they are.
    mutating func updateForms(_ change: (Int, inout any ValidatableForm) -> Void)
}

extension ValidatedRows: RowList {
    var forms: [any ValidatableForm] { map { $0 } }

    mutating func updateForms(_ change: (Int, inout any ValidatableForm) -> Void) {
        for index in indices {
            var form: any ValidatableForm = self[index]
            change(index, &form)
            if let changed = form as? Element { self[index] = changed }
        }
    }
}

extension ValidatableForm {
    /// The values of the fields as the object that rules see.
    var ruleObject: AssayCore.Value {
        var object = AssayCore.Value.object(AssayCore.Value.Object())
        for (name, value) in namedFields {
            object.set(value.ruleValue, at: FieldPath(field: name).segments[...])
        }
        return object
    }
}

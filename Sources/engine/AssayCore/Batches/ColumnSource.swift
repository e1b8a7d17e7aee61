// SPDX-License-Identifier: Apache-2.0

/// The source of the values of a column.
///
/// Columns are numbered; a source names earlier columns.
///
/// Each column lives in a row space: space 0 has a row for each record, every `[*]` opens a space
/// with a row for each element.
enum ColumnSource: Sendable {
    /// A top-level field, as the reader delivers it.
    case field(Int)
    /// The record itself: an object of the values of columns by their keys.
    case record([(column: Int, key: String)])
    /// A member of the objects of a column.
    case member(of: Int, key: String)
    /// The element at an index of the arrays of a column.
    case index(of: Int, Int)
    /// Every element of the arrays of a column: the values of a space of their own.
    case elements(of: Int, space: Int)
    /// A column of an enclosing space, repeated for each element.
    case repeated(Int, space: Int)
}

/// The rows that `[*]` opens.
struct ElementSpace: Sendable {
    let parent: Int
    /// The column of arrays that is expanded.
    let arrays: Int
    /// The validators of the array itself whose failure stops the rules of its elements.
    var guards: [Int] = []
}

/// Numbers the columns that paths need, each once.
struct ColumnTable {
    private(set) var sources: [ColumnSource] = []
    private(set) var spaceOfColumn: [Int] = []
    /// Space 0 is that of the records.
    var spaces: [ElementSpace] = [ElementSpace(parent: -1, arrays: -1)]
    private(set) var fields: [String] = []
    private var columnOfStep: [Step: Int] = [:]
    private var repeatedColumns: [Repetition: Int] = [:]

    /// A segment and the column that it starts from, so that paths share their common beginning.
    private struct Step: Hashable {
        /// -1 for the record.
        let parent: Int
        let segment: FieldPath.Segment
    }

    private struct Repetition: Hashable {
        let column: Int
        let space: Int
    }

    /// The column of the record, as an object of those of its members that are named.
    ///
    /// It comes after the columns of these members.
    mutating func column(ofRecordWith keys: [String]) -> Int {
        var known: Set<ExactKey> = []
        let members = keys.filter { known.insert(ExactKey($0)).inserted }.map { key in
            (column: column(for: FieldPath(key: key)), key: key)
        }
        return add(.record(members), space: 0)
    }

    /// The column of a path.
    ///
    /// O(segments).
    mutating func column(for path: FieldPath) -> Int {
        path.segments.reduce(-1) { column(of: $1, in: $0) }
    }

    /// The columns of the beginnings of a path, the path itself last.
    ///
    /// O(segments).
    mutating func columns(of path: FieldPath) -> [Int] {
        var columns: [Int] = []
        for segment in path.segments { columns.append(column(of: segment, in: columns.last ?? -1)) }
        return columns
    }

    /// A column that is absent in every row: of an element that no array is long enough for.
    mutating func nothing(in arrays: Int) -> Int { column(of: .index(.max), in: arrays) }

    /// Returns the top-level field that a column is, or `nil` for other columns.
    func field(of column: Int) -> Int? {
        if case .field(let field) = sources[column] { field } else { nil }
    }

    private mutating func column(of segment: FieldPath.Segment, in parent: Int) -> Int {
        let step = Step(parent: parent, segment: segment)
        if let known = columnOfStep[step] { return known }
        let column = addColumn(of: segment, in: parent)
        columnOfStep[step] = column
        return column
    }

    private mutating func addColumn(of segment: FieldPath.Segment, in parent: Int) -> Int {
        switch segment {
        case .key(let key):
            guard parent >= 0 else {
                fields.append(key)
                return add(.field(fields.count - 1), space: 0)
            }
            return add(.member(of: parent, key: key), space: spaceOfColumn[parent])
        case .index(let index):
            assert(parent >= 0, "a record has no elements")
            return add(.index(of: parent, index), space: spaceOfColumn[parent])
        case .allElements:
            assert(parent >= 0, "a record has no elements")
            spaces.append(ElementSpace(parent: spaceOfColumn[parent], arrays: parent))
            return add(.elements(of: parent, space: spaces.count - 1), space: spaces.count - 1)
        }
    }

    private mutating func add(_ source: ColumnSource, space: Int) -> Int {
        assert(spaces.indices.contains(space))
        assert(sources.count == spaceOfColumn.count)
        sources.append(source)
        spaceOfColumn.append(space)
        return sources.count - 1
    }

    /// Returns the column of a path with a row for each row of `space`, or `nil` if the path has a
    /// `[*]` that the space does not share.
    mutating func column(for path: FieldPath, in space: Int) -> Int? {
        let column = self.column(for: path)
        let own = spaceOfColumn[column]
        guard own != space else { return column }
        var ancestor = space
        while ancestor > 0, ancestor != own {
            assert(spaces[ancestor].parent < ancestor, "a space comes before the space around it")
            ancestor = spaces[ancestor].parent
        }
        guard ancestor == own else { return nil }
        let repetition = Repetition(column: column, space: space)
        if let known = repeatedColumns[repetition] { return known }
        let repeated = add(.repeated(column, space: space), space: space)
        repeatedColumns[repetition] = repeated
        return repeated
    }

    /// The column whose values another one repeats for each element, or else the column itself.
    func original(of column: Int) -> Int {
        if case .repeated(let source, _) = sources[column] { original(of: source) } else { column }
    }

    /// Returns the last space that the arrays or the members of some columns are in, or 0.
    func lastSpace(in columns: [Int]) -> Int {
        let columns = Set(columns)
        let opened = spaces.indices.last { columns.contains(spaces[$0].arrays) } ?? 0
        return columns.reduce(opened) { max($0, spaceOfColumn[$1]) }
    }

    /// The columns of each space, ascending.
    var columnsOfSpace: FlatLists {
        var lists: [[Int]] = Array(repeating: [], count: spaces.count)
        for (column, space) in spaceOfColumn.enumerated() { lists[space].append(column) }
        return FlatLists(lists)
    }
}

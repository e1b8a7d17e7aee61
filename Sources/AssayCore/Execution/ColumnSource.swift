// SPDX-License-Identifier: Apache-2.0

/// Where the values of a column come from.
///
/// Columns are numbered; a source names earlier columns.
///
/// Each column lives in a row space: space 0 has a row for each record, every `[*]` opens a space
/// with a row for each element.
enum ColumnSource: Sendable {
    /// A top-level field, as the reader delivers it.
    case field(Int)
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
    /// The path up to and including the `[*]`.
    let path: [FieldPath.Segment]
    /// Validators of the array itself whose failed size rules keep its elements from being judged.
    var guards: [Int] = []
}

/// Numbers the columns that paths need, each once.
struct ColumnTable {
    private(set) var sources: [ColumnSource] = []
    private(set) var spaceOfColumn: [Int] = []
    /// Space 0 is that of the records.
    var spaces: [ElementSpace] = [ElementSpace(parent: -1, arrays: -1, path: [])]
    private(set) var fields: [String] = []
    private var columnOfPath: [ArraySlice<FieldPath.Segment>: Int] = [:]
    private var repeatedColumns: [[Int]: Int] = [:]

    /// The column of a path.
    mutating func column(for path: FieldPath) -> Int {
        column(for: path.segments[...])
    }

    private mutating func column(for segments: ArraySlice<FieldPath.Segment>) -> Int {
        if let known = columnOfPath[segments] { return known }
        let column: Int
        switch (segments.last, segments.count) {
        case (.key(let key)?, 1):
            fields.append(key)
            column = add(.field(fields.count - 1), space: 0)
        case (.key(let key)?, _):
            let parent = self.column(for: segments.dropLast())
            column = add(.member(of: parent, key: key), space: spaceOfColumn[parent])
        case (.index(let index)?, _):
            let parent = self.column(for: segments.dropLast())
            column = add(.index(of: parent, index), space: spaceOfColumn[parent])
        default:
            let parent = self.column(for: segments.dropLast())
            spaces.append(
                ElementSpace(parent: spaceOfColumn[parent], arrays: parent, path: Array(segments)))
            column = add(
                .elements(of: parent, space: spaces.count - 1), space: spaces.count - 1)
        }
        columnOfPath[segments] = column
        return column
    }

    private mutating func add(_ source: ColumnSource, space: Int) -> Int {
        sources.append(source)
        spaceOfColumn.append(space)
        return sources.count - 1
    }

    /// The column of a path with a row for each row of `space`; nil if the path has a `[*]` that
    /// the space does not share.
    mutating func column(for path: FieldPath, in space: Int) -> Int? {
        let column = self.column(for: path)
        let own = spaceOfColumn[column]
        guard own != space else { return column }
        var ancestor = space
        while ancestor > 0, ancestor != own { ancestor = spaces[ancestor].parent }
        guard ancestor == own else { return nil }
        if let known = repeatedColumns[[column, space]] { return known }
        let repeated = add(.repeated(column, space: space), space: space)
        repeatedColumns[[column, space]] = repeated
        return repeated
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The rules of a validator that read its texts as numbers or Booleans, in records from text.
///
/// A text is read before any rule looks at it: the rules of its own field, conditions, and rules of
/// other fields see the same value, as in a record from JSON.
struct TextReader: Sendable {
    let column: Int
    /// The row space of the column.
    let space: Int
    /// The rules in the order of the validator, which holds them.
    ///
    /// The first one that applies to a record and can read its text decides.
    let steps: [Unmanaged<CompiledStep>]
    /// The columns that decide whether the rules apply.
    fileprivate let conditionColumns: Set<Int>
    /// `true` if only the rules of the validator look at the value, and one test covers them all.
    ///
    /// A text that the test proves to pass need not be read.
    fileprivate(set) var isDeferrable = false

    init?(_ validator: CompiledValidator) {
        let readers = validator.steps.filter(\.converts)
        guard !readers.isEmpty else { return nil }
        column = validator.column
        space = validator.space
        steps = readers.map(Unmanaged.passUnretained)
        var columns: Set<Int> = []
        for condition in readers.flatMap(\.conditions) {
            columns.insert(condition.column)
            for rule in condition.rules { columns.formUnion(rule.dependencyColumns) }
        }
        conditionColumns = columns
    }

    var isConditional: Bool { !conditionColumns.isEmpty }
}

/// The readers of a plan, in the order in which they read.
struct TextReaders: Sendable {
    /// The readers of each space; a reader comes after the readers of columns that decide whether it
    /// applies.
    private let ofSpace: [[TextReader]]
    private let deferrable: [Int: TextReader]

    /// A flag for each column: `true` if its texts are read.
    private let isRead: [Bool]

    private init(_ readers: [TextReader], in table: ColumnTable) {
        ofSpace = table.spaces.indices.map { space in readers.filter { $0.space == space } }
        let columns = Set(readers.map(\.column))
        isRead = table.sources.indices.map { columns.contains(table.original(of: $0)) }
        deferrable = Dictionary(
            readers.lazy.filter(\.isDeferrable).map { ($0.column, $0) }
        ) { first, _ in first }
    }

    /// Orders the readers of validators.
    ///
    /// - Parameters:
    ///   - validators: The validators.
    ///   - table: The columns of the plan.
    ///   - schedule: The runs of the synchronous rules.
    ///   - reportCircle: Takes the column of a reader that decides, by its value, whether it is read itself.
    init(
        of validators: [CompiledValidator], in table: ColumnTable, schedule: [ScheduledRun],
        reportCircle: (_ column: Int) -> Void
    ) {
        var waiting = validators.compactMap(TextReader.init)
        for index in waiting.indices where !waiting[index].isConditional {
            let column = waiting[index].column
            waiting[index].isDeferrable = schedule.contains {
                $0.compiled.column == column && $0.provesTexts
            }
        }
        var ordered: [TextReader] = []
        while !waiting.isEmpty {
            let unread = Set(waiting.map(\.column))
            let isReady = { (reader: TextReader) in
                reader.conditionColumns.allSatisfy { !unread.contains(table.original(of: $0)) }
            }
            let ready = waiting.filter(isReady)
            guard !ready.isEmpty else {
                let index = Self.placeInCircle(of: waiting, in: table)
                reportCircle(waiting.remove(at: index).column)
                continue
            }
            ordered += ready
            waiting.removeAll(where: isReady)
        }
        self.init(ordered, in: table)
    }

    /// Returns the place of a reader that waits for itself, directly or not; each reader waits for
    /// another one.
    private static func placeInCircle(of readers: [TextReader], in table: ColumnTable) -> Int {
        var seen: Set<Int> = []
        var index = 0
        while seen.insert(index).inserted {
            let needed = Set(readers[index].conditionColumns.map(table.original))
            index = readers.firstIndex { needed.contains($0.column) } ?? index
        }
        return index
    }

    /// The readers of a space, in the order in which they read.
    subscript(space: Int) -> [TextReader] { ofSpace[space] }

    /// Returns `true` if rules read the texts of a column.
    func reads(_ column: Int) -> Bool { isRead[column] }

    /// The reader of a column, if its texts may be read after a test.
    func deferrable(ofColumn column: Int) -> TextReader? { deferrable[column] }

    /// Returns the places, among the readers of records, of those whose outcome depends on the value
    /// of some columns, directly or through earlier readers; ascending, for each list of columns.
    func places(affectedByEach lists: [[Int]]) -> [[Int]] {
        var placesOfColumn: [Int: [Int]] = [:]
        for (place, reader) in self[0].enumerated() {
            for column in reader.conditionColumns.union([reader.column]) {
                placesOfColumn[column, default: []].append(place)
            }
        }
        return lists.map { columns in
            var found: Set<Int> = []
            var changes = columns.map { (column: $0, after: -1) }
            while let (column, after) = changes.popLast() {
                for place in placesOfColumn[column, default: []]
                where place > after && found.insert(place).inserted {
                    changes.append((self[0][place].column, place))
                }
            }
            return found.sorted()
        }
    }
}

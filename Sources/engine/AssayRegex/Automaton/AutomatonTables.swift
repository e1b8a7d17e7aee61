// SPDX-License-Identifier: Apache-2.0

/// The tables that an automaton runs on: a compact one, or one of any size, or a compact one for short
/// subjects and the other for the rest.
///
/// The owner frees them once, with `free`.
struct AutomatonTables {
    /// Bounds of repetition that are left out for short subjects, if that makes the automaton
    /// compact: most subjects are no longer than this.
    private static let smallestBoundToLeaveOut = 30

    private let compact: CompactAutomaton?
    /// The longest subject, in bytes, for `compact`.
    private let compactReach: Int
    private let table: TableAutomaton?

    /// Makes the automata of a pattern's branches.
    ///
    /// The work is bounded whatever the branches are; `work` grows by the edges followed.
    ///
    /// - Throws: `NotRegular` if there are too many states.
    init(
        _ branches: [AutomatonBranch], isSmallest: Bool, work: inout Int
    ) throws(NotRegular) {
        let whole = try Self.automaton(of: branches, isSmallest: isSmallest, work: &work)
        if let compact = CompactAutomaton(whole) {
            (self.compact, compactReach, table) = (compact, .max, nil)
            return
        }
        guard let table = TableAutomaton(whole) else { throw NotRegular() }
        self.table = table
        var reach = Int.max
        let unbounded = branches.map {
            $0.unbounded(from: Self.smallestBoundToLeaveOut, reach: &reach)
        }
        compact =
            reach == .max
            ? nil
            : (try? Self.automaton(of: unbounded, isSmallest: isSmallest, work: &work))
                .flatMap { CompactAutomaton($0) }
        compactReach = compact == nil ? -1 : reach
    }

    private static func automaton(
        of branches: [AutomatonBranch], isSmallest: Bool, work: inout Int
    ) throws(NotRegular) -> TransitionTable {
        let graph = try AutomatonGraph(branches, work: &work)
        let table = try SubsetConstruction.table(of: graph, work: &work)
        return isSmallest ? table.minimized() : table
    }

    /// The memory that the tables take, in bytes.
    var memorySize: Int {
        (compact == nil ? 0 : CompactAutomaton.memorySize) + (table?.memorySize ?? 0)
    }

    /// Frees the tables.
    func free() {
        compact?.free()
        table?.free()
    }

    /// Tells whether a subject of valid UTF-8 matches.
    @inline(__always)
    func matches(_ subject: UnsafePointer<UInt8>?, length: Int) -> Bool {
        if let compact, length <= compactReach { return compact.matches(subject, length: length) }
        guard let table else { return false }
        return table.matches(subject, length: length)
    }
}

/// Tables that are freed when no one holds them any more.
final class OwnedTables: @unchecked Sendable {  // immutable after init
    let tables: AutomatonTables

    init(_ tables: AutomatonTables) {
        self.tables = tables
    }

    deinit {
        tables.free()
    }
}

extension AutomatonBranch {
    /// The branch without large bounds; see `AutomatonNode.unbounded`.
    fileprivate func unbounded(from smallest: Int, reach: inout Int) -> AutomatonBranch {
        AutomatonBranch(
            node: node.unbounded(from: smallest, reach: &reach), startsAtStart: startsAtStart,
            endsAtEnd: endsAtEnd)
    }
}

// SPDX-License-Identifier: Apache-2.0
import CScans

/// The automaton of a small regular pattern, which searches in linear time.
///
/// The owner frees it once, with `free`.
/// It has a compact automaton, or a table, or a compact one for short subjects and a table for the
/// rest; most also have a scan for short subjects. Its answers are those of PCRE2: the tests compare them on random patterns and subjects.
struct PatternAutomaton {
    /// Longer patterns are not tried.
    private static let longestSource = 2_000
    /// Bounds of repetition that are left out for short subjects, if that makes the automaton
    /// compact: most subjects are no longer than this.
    private static let smallestBoundToLeaveOut = 30

    let scan: PatternScan?
    private let compact: CompactAutomaton?
    /// The longest subject, in bytes, for `compact`.
    private let compactReach: Int
    private let table: TableAutomaton?

    /// Compiles a pattern that PCRE2 has accepted.
    ///
    /// The work is bounded whatever the pattern is. The outcome is nil if the pattern is not
    /// regular in the sense of `AutomatonParser`, or has too many states; `work` grows by the
    /// edges followed to find out.
    init?(
        _ source: String, options: Pattern.Options, match: Pattern.MatchMode,
        level: assay_simd_level, work: inout Int
    ) {
        guard source.utf8.count <= Self.longestSource else { return nil }
        do throws(NotRegular) {
            var parser = try AutomatonParser(source, options: options)
            let branches = try parser.branches().map { branch in
                match == .whole ? branch.tiedToBothEnds : branch
            }
            try self.init(branches, level: level, work: &work)
        } catch {
            return nil
        }
    }

    private init(
        _ branches: [AutomatonBranch], level: assay_simd_level, work: inout Int
    ) throws(NotRegular) {
        scan = PatternScan(branches, level: level)
        // Long subjects alone are no reason to look for the smallest automaton.
        let isSmallest = scan == nil
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

    /// The memory of the automata, in bytes.
    var memorySize: Int {
        (compact == nil ? 0 : CompactAutomaton.memorySize) + (table?.memorySize ?? 0)
            + (scan == nil ? 0 : PatternScan.memorySize)
    }

    /// Frees the automata.
    func free() {
        scan?.free()
        compact?.free()
        table?.free()
    }

    /// Tells whether a subject of valid UTF-8 matches.
    @inline(__always)
    func matches(_ subject: UnsafePointer<UInt8>?, length: Int) -> Bool {
        if let scan, length <= PatternScan.longest {
            return scan.matches(subject, length: length)
        }
        if let compact, length <= compactReach { return compact.matches(subject, length: length) }
        guard let table else { return false }
        return table.matches(subject, length: length)
    }
}

extension AutomatonBranch {
    /// The branch of a pattern that has to match the whole subject.
    fileprivate var tiedToBothEnds: AutomatonBranch {
        AutomatonBranch(node: node, startsAtStart: true, endsAtEnd: true)
    }

    /// The branch without large bounds; see `AutomatonNode.unbounded`.
    fileprivate func unbounded(from smallest: Int, reach: inout Int) -> AutomatonBranch {
        AutomatonBranch(
            node: node.unbounded(from: smallest, reach: &reach), startsAtStart: startsAtStart,
            endsAtEnd: endsAtEnd)
    }
}

// SPDX-License-Identifier: Apache-2.0
import CScans

/// The automaton of a small regular pattern, which searches in linear time.
///
/// The owner frees it once, with `free`.
/// Most have a scan for short subjects. Its answers are those of PCRE2: the tests compare them on random
/// patterns and subjects.
struct PatternAutomaton {
    /// Longer patterns are not tried.
    private static let longestSource = 2_000

    let scan: PatternScan?
    /// Nil where there is a scan, since most patterns never see a subject that is too long for it; see
    /// `tables(of:options:match:)`.
    private let tables: AutomatonTables?
    /// The memory of the scan and of all tables, whether they are made or not, in bytes.
    let memorySize: Int

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
            let branches = try Self.branches(of: source, options: options, match: match)
            try self.init(branches, level: level, work: &work)
        } catch {
            return nil
        }
    }

    private init(
        _ branches: [AutomatonBranch], level: assay_simd_level, work: inout Int
    ) throws(NotRegular) {
        let scan = PatternScan(branches, level: level)
        let tables: AutomatonTables
        do throws(NotRegular) {
            tables = try Self.tables(of: branches, hasScan: scan != nil, work: &work)
        } catch {
            scan?.free()
            throw error
        }
        memorySize = tables.memorySize + (scan == nil ? 0 : PatternScan.memorySize)
        self.scan = scan
        self.tables = scan == nil ? tables : nil
        if scan != nil { tables.free() }
    }

    private static func branches(
        of source: String, options: Pattern.Options, match: Pattern.MatchMode
    ) throws(NotRegular) -> [AutomatonBranch] {
        var parser = try AutomatonParser(source, options: options)
        return try parser.branches().map { match == .whole ? $0.tiedToBothEnds : $0 }
    }

    private static func tables(
        of branches: [AutomatonBranch], hasScan: Bool, work: inout Int
    ) throws(NotRegular) -> AutomatonTables {
        // Long subjects alone are no reason to look for the smallest automaton.
        try AutomatonTables(branches, isSmallest: !hasScan, work: &work)
    }

    /// The tables of a pattern with a scan, made anew; the caller frees them.
    static func tables(
        of source: String, options: Pattern.Options, match: Pattern.MatchMode
    ) -> AutomatonTables {
        var work = 0
        do throws(NotRegular) {
            return try tables(
                of: branches(of: source, options: options, match: match), hasScan: true,
                work: &work)
        } catch {
            preconditionFailure("the pattern had an automaton when it was compiled")
        }
    }

    /// Frees the automata.
    func free() {
        scan?.free()
        tables?.free()
    }

    /// Returns whether a subject of valid UTF-8 matches, or `nil` if it takes tables that are not
    /// made.
    @inline(__always)
    func matches(_ subject: UnsafePointer<UInt8>?, length: Int) -> Bool? {
        if let scan {
            return length <= scan.longestSubject ? scan.matches(subject, length: length) : nil
        }
        return tables?.matches(subject, length: length)
    }
}

extension AutomatonBranch {
    /// The branch of a pattern that has to match the whole subject.
    fileprivate var tiedToBothEnds: AutomatonBranch {
        AutomatonBranch(node: node, startsAtStart: true, endsAtEnd: true)
    }
}

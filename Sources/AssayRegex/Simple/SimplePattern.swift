// SPDX-License-Identifier: Apache-2.0

/// The linear-time form of a small regular pattern; the owner frees it once, with `free`.
///
/// Its answers are those of PCRE2: the tests compare them on random patterns and subjects.
enum SimplePattern {
    case compact(CompactAutomaton)
    case table(TableAutomaton)

    /// Longer patterns are not tried.
    private static let longestSource = 2_000

    /// Compiles a pattern that PCRE2 has accepted.
    ///
    /// The work is bounded whatever the pattern is.
    /// - Returns: nil if the pattern is not regular in the sense of `SimplePatternParser`, or has
    ///   too many states.
    static func compile(
        _ source: String, options: Pattern.Options, match: Pattern.MatchMode
    ) -> SimplePattern? {
        guard source.utf8.count <= longestSource else { return nil }
        do throws(NotSimple) {
            var parser = try SimplePatternParser(source, options: options)
            let branches = try parser.branches().map { branch in
                match == .whole ? branch.tiedToBothEnds : branch
            }
            let table = try SubsetConstruction.table(of: SimplePatternGraph(branches))
            return layOut(table.minimized())
        } catch {
            return nil
        }
    }

    private static func layOut(_ table: TransitionTable) -> SimplePattern? {
        if let compact = CompactAutomaton(table) { return .compact(compact) }
        return TableAutomaton(table).map { .table($0) }
    }

    /// Frees the automaton.
    func free() {
        switch self {
        case .compact(let automaton): automaton.free()
        case .table(let automaton): automaton.free()
        }
    }

    /// Tells whether a subject of valid UTF-8 matches.
    @inline(__always)
    func matches(_ subject: UnsafePointer<UInt8>?, _ length: Int) -> Bool {
        switch self {
        case .compact(let automaton): automaton.matches(subject, length)
        case .table(let automaton): automaton.matches(subject, length)
        }
    }
}

extension SimplePatternBranch {
    /// The branch of a pattern that has to match the whole subject.
    fileprivate var tiedToBothEnds: SimplePatternBranch {
        SimplePatternBranch(node: node, startsAtStart: true, endsAtEnd: true)
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The places where a search for a pattern can begin.
///
/// `Regex` cannot look back. A pattern whose branches all begin with `^` of lines, or all with `\b`, is
/// searched for with the code point before it; the tree `first` is for the start of the subject.
struct PatternStart {
    /// The tree that `Regex` searches for.
    let searched: PatternNode
    /// The tree that is looked for at the subject's start first, or `nil` if there is none.
    ///
    /// If there is one, `searched` begins with the code point before the match.
    let first: PatternNode?
    /// A search can begin at the subject's start only.
    let isAnchored: Bool
    /// The construct that would have to look back from inside of the pattern, or `nil` if there is
    /// none.
    let problem: String?

    init(of node: PatternNode, match: Pattern.MatchMode) {
        let branches = if case .choice(let parts) = node { parts } else { [node] }
        if match == .whole {
            let atStart = Resolution(.choice([node]), after: .start)
            searched = .sequence([.subjectStart, atStart.node, .subjectEnd])
            first = nil
            isAnchored = true
            problem = atStart.problem
            return
        }
        isAnchored = branches.allSatisfy { $0.start == .subject }
        guard let kind = branches[0].start.prefixes,
            branches.allSatisfy({ $0.start == branches[0].start })
        else {
            let resolution = Resolution(node, after: .unknown)
            (searched, first, problem) = (resolution.node, nil, resolution.problem)
            return
        }
        let rest = PatternNode.choice(branches.map(\.withoutStart))
        let atStart = Resolution(node, after: .start)
        var problem = atStart.problem
        let prefixed = kind.map { prefix, context in
            let resolution = Resolution(rest, after: context)
            problem = problem ?? resolution.problem
            return (prefix, resolution.node)
        }
        // The rest is written once, for its groups have numbers; what precedes it is known to be
        // either, so that the boundaries in it are those of the first.
        searched = .sequence([.choice(prefixed.map(\.0)), prefixed[0].1])
        first = .sequence([.subjectStart, atStart.node])
        self.problem = kind.count > 1 && rest.beginsWithBoundary ? "\\b beside \\b" : problem
    }

    /// A tree without boundaries of words.
    private struct Resolution {
        let node: PatternNode
        let problem: String?

        init(_ tree: PatternNode, after context: WordBoundaries.Context) {
            var boundaries = WordBoundaries()
            node = boundaries.resolved(tree, after: context).node
            if boundaries.hasUnknown {
                problem = "\\b or \\B where the pattern does not say which character precedes it"
            } else if (context == .start ? tree.withoutLineStarts : tree).hasLineStart {
                problem = "'^' with the option m inside of the pattern"
            } else {
                problem = nil
            }
        }
    }
}

extension PatternNode {
    fileprivate enum Start {
        case anywhere, subject, line, boundary

        /// The code points that a match can have before it, with what has to follow them.
        var prefixes: [(PatternNode, WordBoundaries.Context)]? {
            let wordFollows = PatternNode.lookahead(.set(.wordCharacters), isNegated: false)
            switch self {
            case .anywhere, .subject: return nil
            case .line:
                // A line break at the very end begins no line.
                return [
                    (
                        .sequence([.set(.lineFeed), .lookahead(.subjectEnd, isNegated: true)]),
                        .other
                    )
                ]
            case .boundary:
                return [
                    (.sequence([.set(ScalarSet.wordCharacters.inverted), wordFollows]), .other),
                    (
                        .sequence([
                            .set(.wordCharacters),
                            .lookahead(.set(.wordCharacters), isNegated: true),
                        ]), .word
                    ),
                ]
            }
        }
    }

    fileprivate var start: Start {
        switch self {
        case .subjectStart: .subject
        case .lineStart: .line
        case .wordBoundary(isNegated: false): .boundary
        case .sequence(let parts): parts.first?.start ?? .anywhere
        default: .anywhere
        }
    }

    /// The rest of a branch after what it begins with.
    fileprivate var withoutStart: PatternNode {
        switch self {
        case .subjectStart, .lineStart, .wordBoundary: .empty
        case .sequence(let parts) where !parts.isEmpty:
            .sequence([parts[0].withoutStart] + parts.dropFirst())
        default: self
        }
    }

    /// The tree without `^` of lines where its branches begin.
    fileprivate var withoutLineStarts: PatternNode {
        switch self {
        case .lineStart: .empty
        case .choice(let parts): .choice(parts.map(\.withoutLineStarts))
        case .sequence(let parts) where !parts.isEmpty:
            .sequence([parts[0].withoutLineStarts] + parts.dropFirst())
        default: self
        }
    }

    /// True if a boundary can come before any text.
    fileprivate var beginsWithBoundary: Bool {
        switch self {
        case .wordBoundary: true
        case .set, .reference, .subjectStart, .subjectEnd, .lineStart: false
        case .choice(let parts): parts.contains(where: \.beginsWithBoundary)
        case .sequence(let parts):
            parts.first { if case .set = $0 { true } else { $0.beginsWithBoundary } }?
                .beginsWithBoundary ?? false
        case .repetition(let part, _, _, _), .capture(let part, _), .atomic(let part),
            .lookahead(let part, _):
            part.beginsWithBoundary
        }
    }

    fileprivate var hasLineStart: Bool {
        switch self {
        case .lineStart: true
        case .set, .reference, .subjectStart, .subjectEnd, .wordBoundary: false
        case .sequence(let parts), .choice(let parts): parts.contains(where: \.hasLineStart)
        case .repetition(let part, _, _, _), .capture(let part, _), .atomic(let part),
            .lookahead(let part, _):
            part.hasLineStart
        }
    }
}

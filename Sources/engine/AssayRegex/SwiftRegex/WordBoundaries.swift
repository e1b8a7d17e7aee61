// SPDX-License-Identifier: Apache-2.0

/// Writes `\b` and `\B` as looks ahead, by what precedes them.
///
/// `Regex` cannot look back, and takes no digit for a part of a word (Swift 6.3). Where a pattern says
/// what precedes a boundary, a look ahead says the same.
struct WordBoundaries {
    /// The kind of the code point before a place, as far as it is known.
    enum Context {
        /// The place is the start of the subject.
        case start
        case word, other
        case unknown

        static func either(_ first: Context?, _ second: Context?) -> Context? {
            guard let first, let second else { return first ?? second }
            if first == second { return first }
            // The start of a text is no word, as other characters are none.
            return first == .word || second == .word || first == .unknown || second == .unknown
                ? .unknown : .other
        }
    }

    /// A boundary whose meaning depends on the text.
    private(set) var hasUnknown = false

    /// The tree without boundaries, and what precedes the place after it.
    mutating func resolved(
        _ node: PatternNode, after before: Context
    ) -> (node: PatternNode, after: Context) {
        switch node {
        case .set(let set): return (node, Self.context(after: set.bounds))
        case .subjectStart: return (node, .start)
        case .lineStart: return (node, before == .start ? .start : .other)
        case .subjectEnd: return (node, before)
        case .reference: return (node, .unknown)
        case .wordBoundary(let isNegated):
            if before == .unknown { hasUnknown = true }
            let wantsWord = (before == .word) == isNegated
            let ahead = PatternNode.lookahead(
                .set(.wordCharacters), isNegated: !wantsWord)
            return (ahead, before)
        case .sequence(let parts):
            var context = before
            let nodes = parts.map { part in
                let (node, after) = resolved(part, after: context)
                context = after
                return node
            }
            return (.sequence(nodes), context)
        case .choice(let parts):
            var after: Context?
            let nodes = parts.map { part in
                let (node, context) = resolved(part, after: before)
                after = Context.either(after, context)
                return node
            }
            return (.choice(nodes), after ?? before)
        case .repetition(let part, let least, let most, let mode):
            return repetition(of: part, least: least, most: most, mode: mode, after: before)
        case .capture(let part, let number):
            let (node, after) = resolved(part, after: before)
            return (.capture(node, number: number), after)
        case .atomic(let part):
            let (node, after) = resolved(part, after: before)
            return (.atomic(node), after)
        case .lookahead(let part, let isNegated):
            return (.lookahead(resolved(part, after: before).node, isNegated: isNegated), before)
        }
    }

    private mutating func repetition(
        of part: PatternNode, least: Int, most: Int?, mode: PatternNode.RepetitionMode,
        after before: Context
    ) -> (node: PatternNode, after: Context) {
        // What a turn ends with also precedes the next one.
        var trial = self
        let first = trial.resolved(part, after: before).after
        let context =
            (most ?? 2) > 1 ? Context.either(before, first) ?? .unknown : before
        let (node, after) = resolved(part, after: context)
        return (
            .repetition(node, least: least, most: most, mode: mode),
            least > 0 ? after : Context.either(before, after) ?? .unknown
        )
    }

    private static func context(after set: ScalarSet) -> Context {
        if set.ranges.allSatisfy({ range in
            ScalarSet.wordCharacters.ranges.contains {
                $0.contains(range.lowerBound) && $0.contains(range.upperBound)
            }
        }) {
            return .word
        }
        let isOther = set.ranges.allSatisfy { range in
            !ScalarSet.wordCharacters.ranges.contains { $0.overlaps(range) }
        }
        return isOther ? .other : .unknown
    }
}

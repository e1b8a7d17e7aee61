// SPDX-License-Identifier: Apache-2.0
package import AssayRegex

/// The way in which a pattern without anchors begins and ends.
package enum PatternEnds {
    /// Returns `true` if a pattern, which is searched for anywhere in a text, looks meant for whole
    /// texts, such as `[0-9]{5}`.
    ///
    /// Such a pattern has no anchor and no assertion. It begins or ends with a repetition of more
    /// than one turn, which a search for a part makes no use of, or it begins and ends with a class of
    /// characters. A single class, such as `[0-9]`, is what a text must contain.
    ///
    /// - Parameters:
    ///   - source: A pattern that PCRE2 accepts, without delimiters.
    ///   - options: The options to read it with.
    /// - Returns: `false` for a pattern with alternatives, of which it is not known what they are for.
    package static func lookWhole(in source: String, options: Pattern.Options) -> Bool {
        let tree = PatternTreeParser.tree(of: source, options: options)
        guard !tree.hasAnchors else { return false }
        let parts = tree.parts
        guard let first = parts.first, let last = parts.last else { return false }
        return first.isRepeated || last.isRepeated
            || (parts.count > 1 && first.isClass && last.isClass)
    }
}

extension PatternTree {
    /// The parts of the pattern, one after the other; none for alternatives.
    fileprivate var parts: [PatternTree] {
        switch self {
        case .sequence(let parts): parts
        case .capture(let part, _): part.parts
        case .choice: []
        default: [self]
        }
    }

    /// `true` if a part is an anchor, an assertion, or something else that takes no characters.
    fileprivate var hasAnchors: Bool {
        switch self {
        case .nothing, .assertion: true
        case .set, .reference: false
        case .sequence(let parts), .choice(let parts): parts.contains(where: \.hasAnchors)
        case .capture(let part, _), .repetition(let part, _): part.hasAnchors
        }
    }

    /// `true` if the part is a class or a group that is repeated, with more than one turn.
    fileprivate var isRepeated: Bool {
        switch self {
        case .repetition(let part, let quantifier):
            (quantifier.most ?? .max) > 1 && !part.isCharacter
        case .capture(let part, _): part.isRepeated
        default: false
        }
    }

    /// `true` if the part is one of several characters.
    fileprivate var isClass: Bool {
        if case .set = self { !isCharacter } else { false }
    }

    /// `true` if the part is one certain character.
    private var isCharacter: Bool {
        guard case .set(let set) = self else { return false }
        return set.ranges.count == 1 && set.ranges[0].count == 1
    }
}

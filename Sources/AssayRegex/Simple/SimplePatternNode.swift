// SPDX-License-Identifier: Apache-2.0

/// The syntax tree of a regular pattern. Groups leave no trace: nothing refers to them.
indirect enum SimplePatternNode {
    /// One code point of a set.
    case set(ScalarSet)
    /// All parts, one after the other; nothing if there are none.
    case sequence([SimplePatternNode])
    /// One of the parts.
    case choice([SimplePatternNode])
    /// Between `least` and `most` (nil: any number) times the same.
    case repetition(SimplePatternNode, least: Int, most: Int?)

    /// True if no set of the tree tells one code point beyond ASCII from another.
    var treatsNonASCIIAlike: Bool {
        switch self {
        case .set(let set): set.treatsNonASCIIAlike
        case .sequence(let parts), .choice(let parts): parts.allSatisfy(\.treatsNonASCIIAlike)
        case .repetition(let part, _, _): part.treatsNonASCIIAlike
        }
    }
}

/// One alternative of the whole pattern, with what ties it to the ends of the subject.
struct SimplePatternBranch {
    var node: SimplePatternNode
    var startsAtStart: Bool
    var endsAtEnd: Bool
}

/// Says that a pattern is outside the regular subset, or too large for it.
struct NotSimple: Error {}

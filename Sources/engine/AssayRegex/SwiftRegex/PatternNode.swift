// SPDX-License-Identifier: Apache-2.0

/// The syntax tree of a pattern for Swift's `Regex`: what PCRE2's spelling means, free of options.
indirect enum PatternNode: Sendable {
    /// One code point of a class.
    case set(PatternClass)
    /// All parts, one after the other; nothing if there are none.
    case sequence([PatternNode])
    /// The first of the parts with which the rest matches.
    case choice([PatternNode])
    /// A node that is repeated between `least` and `most` times, where `nil` is any number.
    case repetition(PatternNode, least: Int, most: Int?, mode: RepetitionMode)
    /// A group with a number.
    case capture(PatternNode, number: Int)
    /// A part that is not tried again once it has matched.
    case atomic(PatternNode)
    /// A part that has to follow, or must not, and is not consumed.
    case lookahead(PatternNode, isNegated: Bool)
    /// The text that a group has matched.
    case reference(Int)
    case subjectStart
    case subjectEnd
    /// `^` with the option `m`.
    case lineStart
    case wordBoundary(isNegated: Bool)

    enum RepetitionMode: Sendable { case greedy, lazy, possessive }

    /// Nothing, which always matches.
    static let empty = PatternNode.sequence([])

    static func set(_ set: ScalarSet) -> PatternNode { .set(PatternClass(set)) }
}

/// The code points of a class: a set, and properties of Unicode.
struct PatternClass: Sendable {
    /// A property of code points, as Swift's `Regex` spells it.
    struct Property: Equatable, Sendable {
        let name: String
        let isNegated: Bool
    }

    var set: ScalarSet
    var properties: [Property] = []
    /// Its code points are those that are neither in the set nor have one of the properties.
    var isNegated = false

    init(_ set: ScalarSet) {
        self.set = set
    }

    /// A set that has all code points of the class, and more where that depends on properties.
    var bounds: ScalarSet {
        if properties.isEmpty { return isNegated ? set.inverted : set }
        return .all
    }
}

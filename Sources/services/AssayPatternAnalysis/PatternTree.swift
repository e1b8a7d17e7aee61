// SPDX-License-Identifier: Apache-2.0
import AssayRegex

/// The shape of a pattern of PCRE2's full syntax, in as much detail as samples of it need.
///
/// Parts without samples of their own (anchors, verbs, recursion) are `nothing`. Only PCRE2 decides
/// whether a sample matches.
indirect enum PatternTree {
    case nothing
    /// One code point of a set.
    case set(ScalarSet)
    /// All parts, one after the other.
    case sequence([PatternTree])
    /// One of the parts.
    case choice([PatternTree])
    /// A group with a number.
    case capture(PatternTree, number: Int)
    /// The text that a group matched.
    case reference(Int)
    /// A text that is looked at and not consumed.
    case assertion(PatternTree)
    /// The same, several times.
    case repetition(PatternTree, PatternQuantifier)
}

/// A quantifier and what it belongs to, by places in the pattern's code points.
struct PatternQuantifier: Equatable {
    enum Mode { case greedy, lazy, possessive }

    let least: Int
    /// The most repetitions, or `nil` for any number.
    let most: Int?
    let mode: Mode
    /// The part that is repeated.
    let atom: Range<Int>
    /// The first place after the quantifier.
    let end: Int
    let repeatsGroup: Bool

    /// Enough turns that their number makes a difference to the steps of a search.
    var isLong: Bool { (most ?? .max) >= 10 }
}

extension PatternTree {
    /// Calls `body` with every set of the tree.
    func forEachSet(_ body: (ScalarSet) -> Void) {
        switch self {
        case .nothing, .reference: break
        case .set(let set): body(set)
        case .sequence(let parts), .choice(let parts):
            for part in parts { part.forEachSet(body) }
        case .capture(let part, _), .assertion(let part), .repetition(let part, _):
            part.forEachSet(body)
        }
    }

    /// Every quantifier, inner ones before those around them.
    var quantifiers: [PatternQuantifier] {
        switch self {
        case .nothing, .reference, .set: []
        case .sequence(let parts), .choice(let parts): parts.flatMap(\.quantifiers)
        case .capture(let part, _), .assertion(let part): part.quantifiers
        case .repetition(let part, let quantifier): part.quantifiers + [quantifier]
        }
    }
}

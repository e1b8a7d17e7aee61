// SPDX-License-Identifier: Apache-2.0

/// The syntax tree of a regular pattern.
///
/// Groups leave no trace: nothing refers to them.
indirect enum AutomatonNode {
    /// One code point of a set.
    case set(ScalarSet)
    /// All parts, one after the other; nothing if there are none.
    case sequence([AutomatonNode])
    /// One of the parts.
    case choice([AutomatonNode])
    /// A node that is repeated between `least` and `most` times, where `nil` is any number.
    case repetition(AutomatonNode, least: Int, most: Int?)

    /// True if no set of the tree tells one code point beyond ASCII from another.
    var treatsNonASCIIAlike: Bool {
        switch self {
        case .set(let set): set.treatsNonASCIIAlike
        case .sequence(let parts), .choice(let parts): parts.allSatisfy(\.treatsNonASCIIAlike)
        case .repetition(let part, _, _): part.treatsNonASCIIAlike
        }
    }
}

extension AutomatonNode {
    /// The same tree without upper bounds of repetition from `smallest` on.
    ///
    /// A part that takes at least one byte a turn cannot exceed such a bound on a subject that has
    /// no more bytes than the bound, and turns that take none change nothing. On these subjects
    /// both trees therefore mean the same.
    ///
    /// - Parameters:
    ///   - smallest: the smallest bound to be left out.
    ///   - reach: lowered to the smallest bound that was left out.
    /// - Returns: the tree without those bounds.
    func unbounded(from smallest: Int, reach: inout Int) -> AutomatonNode {
        switch self {
        case .set: return self
        case .sequence(let parts):
            return .sequence(parts.map { $0.unbounded(from: smallest, reach: &reach) })
        case .choice(let parts):
            return .choice(parts.map { $0.unbounded(from: smallest, reach: &reach) })
        case .repetition(let part, let least, let most):
            let inner = part.unbounded(from: smallest, reach: &reach)
            guard let most, most > least, most >= smallest else {
                return .repetition(inner, least: least, most: most)
            }
            reach = min(reach, most)
            return .repetition(inner, least: least, most: nil)
        }
    }
}

/// One alternative of the whole pattern, with what ties it to the ends of the subject.
struct AutomatonBranch {
    var node: AutomatonNode
    var startsAtStart: Bool
    var endsAtEnd: Bool
}

/// Says that a pattern is outside the regular subset, or too large for it.
struct NotRegular: Error {}

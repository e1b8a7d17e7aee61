// SPDX-License-Identifier: Apache-2.0
import Assay

/// A field of the open rule set that an input begins with: `age 17`, `items[0].qty 0`.
struct PromptTarget {
    /// The path as it was typed.
    let path: String
    /// The place in a record: an index where the rule set has `[*]`, if one was typed.
    let place: FieldPath
    let field: Field
    /// The text after the path, without white space at its ends.
    let rest: String

    /// The pointer of the place, up to the first `[*]` of it.
    private var pointer: String {
        let tokens = place.segments.prefix { $0 != .allElements }.map { segment in
            switch segment {
            case .key(let key): PointerToken.key(key)
            case .index(let index): PointerToken.index(index)
            case .allElements: PointerToken.index(0)
            }
        }
        return PointerToken.pointer(tokens)
    }

    /// Returns `true` if something found at a pointer is about the place.
    ///
    /// A rule of `items[*].qty` runs on all elements, not only on the one that was typed.
    func holds(_ other: String) -> Bool {
        let pointer = pointer
        return other == pointer || other.hasPrefix(pointer + "/")
    }
}

extension PromptSession {
    /// Returns the field that an input begins with and what follows it, or `nil` if there is none.
    func target(at text: String) -> PromptTarget? {
        let exact = ruleSet.fields.filter { field in
            let key = field.path.description
            guard text.hasPrefix(key) else { return false }
            return text.dropFirst(key.count).first?.isWhitespace ?? true
        }
        if let field = exact.max(by: { $0.path.description.count < $1.path.description.count }) {
            let path = field.path.description
            return PromptTarget(
                path: path, place: field.path, field: field,
                rest: Self.trimmed(text.dropFirst(path.count)))
        }
        let path = text.prefix { !$0.isWhitespace }
        guard path.contains("["), let place = try? FieldPath(String(path)),
            let field = ruleSet.fields.first(where: { place.isPlace(of: $0.path) })
        else { return nil }
        return PromptTarget(
            path: String(path), place: place, field: field,
            rest: Self.trimmed(text.dropFirst(path.count)))
    }

    /// Returns the field whose path is close to the first word of an input, or `nil` if there is
    /// none or the word is a rule.
    func nearField(to text: String) -> String? {
        let word = text.prefix { !$0.isWhitespace && $0 != "(" && $0 != "," }
        guard word.count > 1, registry.definition(for: String(word)) == nil else { return nil }
        return nearestName(to: String(word), in: ruleSet.fields.map(\.path.description))
    }
}

extension FieldPath {
    /// Returns `true` if the path is another one with indexes in place of `[*]`.
    func isPlace(of other: FieldPath) -> Bool {
        segments.count == other.segments.count && overlaps(other)
            && zip(segments, other.segments).allSatisfy { own, other in
                own == other || other == .allElements
            }
    }
}

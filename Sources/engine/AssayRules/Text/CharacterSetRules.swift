// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A requirement on the number of a text's characters that are of a set.
protocol CharacterDemand: Sendable {
    associatedtype Code: RuleCodes

    static var id: String { get }
    static var summary: String { get }
    static var failure: Code { get }
    static var examples: [RuleExample] { get }

    /// Returns `true` if a text passes in which this many characters are of the set.
    static func accepts(_ found: CharacterSetRule<Self>.Found) -> Bool
}

/// `containsAny`, `containsNone` and `onlyCharacters`: characters of a text that are of a set, code point by
/// code point.
struct CharacterSetRule<Demand: CharacterDemand>: Rule {
    /// The number of a text's characters that are of the set, as far as rules need it.
    enum Found {
        /// No character, or the text is empty.
        case none
        case some
        /// Every character of a text that is not empty.
        case all
    }

    static var definition: RuleDefinition {
        RuleDefinition(
            CharacterSetRule.self, Demand.id, Demand.summary,
            parameters: [
                RuleParameter("characters", .string, isRequired: true, "The characters of the set")
            ],
            kinds: .string, codes: Demand.Code.self, examples: Demand.examples)
    }

    private let members: Set<UInt32>
    /// A bit for each ASCII character of the set.
    private let low: UInt64
    private let high: UInt64

    init(_ arguments: Arguments) throws(RuleError) {
        let text = try arguments.string(required: "characters")
        guard !text.isEmpty else { throw arguments.invalid("characters", "must not be empty") }
        members = Set(text.unicodeScalars.map(\.value))
        var bits: (low: UInt64, high: UInt64) = (0, 0)
        for member in members where member < 128 {
            if member < 64 {
                bits.low |= 1 << UInt64(member)
            } else {
                bits.high |= 1 << UInt64(member - 64)
            }
        }
        (low, high) = bits
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: Demand.accepts(found(in: value.utf8)), else: Demand.failure)
    }

    private func found(in text: Span<UInt8>) -> Found {
        var decoder = UTF8Decoder(text, at: 0)
        var (inside, outside) = (false, false)
        while decoder.index < text.count, !(inside && outside) {
            if isMember(decoder.next()) {
                inside = true
            } else {
                outside = true
            }
        }
        return inside ? outside ? .some : .all : .none
    }

    private func isMember(_ scalar: UInt32) -> Bool {
        guard scalar < 128 else { return members.contains(scalar) }
        return (scalar < 64 ? low : high) >> UInt64(scalar & 63) & 1 == 1
    }
}

enum AnyCharacter: CharacterDemand {
    enum Code: String, RuleCodes {
        case missing = "must contain at least one of {characters}"
    }

    static let id = "containsAny"
    static let summary = "Contains at least one of the given characters"
    static let failure = Code.missing
    static let examples: [RuleExample] = [
        .valid("a+b", "containsAny(\"+-*\")"),
        .invalid("ab", "containsAny(\"+-*\")", code: "containsAny.missing"),
        .invalid("", "containsAny(\"+-*\")", code: "containsAny.missing"),
    ]

    static func accepts(_ found: CharacterSetRule<Self>.Found) -> Bool { found != .none }
}

enum NoCharacter: CharacterDemand {
    enum Code: String, RuleCodes {
        case found = "must contain none of {characters}"
    }

    static let id = "containsNone"
    static let summary = "Contains none of the given characters"
    static let failure = Code.found
    static let examples: [RuleExample] = [
        .valid("ab", "containsNone(\"<>\")"),
        .valid("", "containsNone(\"<>\")"),
        .invalid("a<b", "containsNone(\"<>\")", code: "containsNone.found"),
    ]

    static func accepts(_ found: CharacterSetRule<Self>.Found) -> Bool { found == .none }
}

enum OnlyTheseCharacters: CharacterDemand {
    enum Code: String, RuleCodes {
        case other = "must contain only the characters {characters}"
    }

    static let id = "onlyCharacters"
    static let summary = "One or more of the given characters, and no others"
    static let failure = Code.other
    static let examples: [RuleExample] = [
        .valid("0110", "onlyCharacters(\"01\")"),
        .invalid("012", "onlyCharacters(\"01\")", code: "onlyCharacters.other"),
        .invalid("", "onlyCharacters(\"01\")", code: "onlyCharacters.other"),
    ]

    static func accepts(_ found: CharacterSetRule<Self>.Found) -> Bool { found == .all }
}

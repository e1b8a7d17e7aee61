// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `length`: how long a string is, in the unit that was asked for.
struct LengthRule: Rule {
    static let definition = RuleDefinition(
        LengthRule.self, "length", "Length of a string",
        parameters: [
            RuleParameter("min", .integer, limits: 0...Int64.max, "The least length, inclusive"),
            RuleParameter("max", .integer, limits: 0...Int64.max, "The greatest length, inclusive"),
            RuleParameter(
                "unit", .choice(Unit.allCases.map(\.rawValue)), default: "characters",
                "What is counted; characters are extended grapheme clusters (UAX #29)"),
        ],
        kinds: .string,
        codes: [
            RuleCode("length.tooShort", "must have at least {min} {unit}"),
            RuleCode("length.tooLong", "must have at most {max} {unit}"),
        ],
        examples: [
            .valid("abc", "length(3...20)"),
            .valid("🇩🇪🇫🇷", "length(2...2)"),
            .valid("é", "length(...1, unit=characters)"),
            .invalid("ab", "length(3...)", code: "length.tooShort"),
            .invalid("é", "length(...1, unit=bytes)", code: "length.tooLong"),
        ],
        traits: .boundsText)

    private enum Unit: String, CaseIterable {
        case characters, codePoints, utf16, bytes
    }

    private let least: Int
    private let most: Int
    private let unit: Unit

    init(_ arguments: Arguments) throws(RuleError) {
        least = arguments.int("min") ?? 0
        most = arguments.int("max") ?? Int.max
        unit = arguments.choice("unit").flatMap(Unit.init) ?? .characters
        guard least <= most else { throw arguments.invalid("min", "is greater than 'max'") }
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let bytes = value.unsafeBytes
        // No unit counts more than bytes.
        if bytes.count < least { return .fail(0) }
        switch unit {
        case .bytes: return verdict(bytes.count)
        case .characters: return checkCharacters(value)
        case .codePoints:
            return value.isKnownASCII ? verdict(bytes.count) : checkCodePoints(bytes)
        case .utf16: return verdict(value.isKnownASCII ? bytes.count : utf16Units(bytes))
        }
    }

    @inline(__always)
    private func verdict(_ count: Int) -> Verdict {
        count < least ? .fail(0) : count > most ? .fail(1) : .pass
    }

    /// A code point has one to four bytes, which often decides.
    @inline(__always)
    private func checkCodePoints(_ bytes: UnsafeBufferPointer<UInt8>) -> Verdict {
        if bytes.count <= most, (bytes.count + 3) / 4 >= least { return .pass }
        return verdict(CodePointCount.count(bytes))
    }

    @inline(__always)
    private func checkCharacters(_ value: FieldValue) -> Verdict {
        let count = value.unsafeBytes.count
        if count <= most {
            // At least one character; in ASCII at least one for two bytes (a CR LF).
            let surely = value.isKnownASCII ? (count + 1) / 2 : min(count, 1)
            if surely >= least { return .pass }
        }
        // Behind `most` or, if there are not even that many bytes, behind `least` nothing changes.
        return verdict(GraphemeCount.count(value, upTo: count <= most ? least : most))
    }

    /// Code points beyond U+FFFF have a lead byte of 0xF0 or more and take two units.
    @inline(__always)
    private func utf16Units(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        for byte in bytes { count &+= (byte & 0xC0 == 0x80 ? 0 : 1) &+ (byte >= 0xF0 ? 1 : 0) }
        return count
    }
}

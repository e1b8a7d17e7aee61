// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `length`: how long a string is, in a given unit.
struct LengthRule: BatchRule {
    enum Code: RuleCodes {
        case tooShort, tooLong

        var message: String {
            switch self {
            case .tooShort: "must have at least {min} " + Code.unit(of: "min")
            case .tooLong: "must have at most {max} " + Code.unit(of: "max")
            }
        }

        /// The word for the unit, in the number of an argument.
        private static func unit(of count: String) -> String {
            "{unit:bytes={\(count):byte|bytes}|codePoints={\(count):code point|code points}"
                + "|utf16={\(count):UTF-16 code unit|UTF-16 code units}"
                + "|{\(count):character|characters}}"
        }
    }

    static let definition = RuleDefinition(
        LengthRule.self, "length", "A string of a given length",
        parameters: [
            RuleParameter("min", .integer, limits: 0...Int64.max, "The minimum length, inclusive"),
            RuleParameter("max", .integer, limits: 0...Int64.max, "The maximum length, inclusive"),
            .choice(
                "unit", default: RuleExpression.LengthUnit.characters,
                "The unit of the length; characters are extended grapheme clusters (UAX #29), "
                    + "which count as one for each 128 bytes"),
        ],
        kinds: .string, codes: Code.self,
        examples: [
            .valid("abc", "length(3...20)"),
            .valid("🇩🇪🇫🇷", "length(2...2)"),
            .valid("é", "length(...1, unit=characters)"),
            .invalid("ab", "length(3...)", code: "length.tooShort"),
            .invalid("é", "length(...1, unit=bytes)", code: "length.tooLong"),
        ],
        traits: .boundsText)

    private let least: Int
    private let most: Int
    private let unit: RuleExpression.LengthUnit

    init(_ arguments: Arguments) throws(RuleError) {
        least = arguments.int("min") ?? 0
        most = arguments.int("max") ?? Int.max
        unit = try arguments.choice("unit")
        guard least <= most else { throw arguments.invalid("min", "is greater than 'max'") }
    }

    /// No unit counts more than bytes, and none of them takes more than four bytes, except that a character may
    /// have several code points; a CR LF is the only one of ASCII.
    var test: ValueTest? {
        var test = ValueTest(kinds: .string)
        test.mostBytes = most
        switch unit {
        case .bytes: (test.leastASCII, test.leastBytes) = (least, least)
        case .codePoints, .utf16:
            test.leastASCII = least
            test.leastBytes = Self.bytes(holding: least, atMost: unit == .utf16 ? 3 : 4)
        case .characters:
            test.leastASCII = Self.bytes(holding: least, atMost: 2)
            test.leastBytes = least > 1 ? Int.max : least
        }
        return test
    }

    /// Returns the number of bytes that always hold at least `count` units of at most `size` bytes
    /// each.
    private static func bytes(holding count: Int, atMost size: Int) -> Int {
        let (all, isTooLarge) = max(0, count - 1).multipliedReportingOverflow(by: size)
        return isTooLarge ? Int.max : count > 0 ? all + 1 : 0
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.utf8
        // No unit counts more than bytes.
        if text.count < least { return .fail(Code.tooShort) }
        switch unit {
        case .bytes: return verdict(count: text.count)
        case .characters: return checkCharacters(value)
        case .codePoints:
            return value.isKnownASCII ? verdict(count: text.count) : checkCodePoints(text)
        case .utf16:
            return verdict(count: value.isKnownASCII ? text.count : TextSearch.utf16Units(of: text))
        }
    }

    @inline(__always)
    private func verdict(count: Int) -> Verdict {
        count < least ? .fail(Code.tooShort) : .pass(if: count <= most, else: Code.tooLong)
    }

    /// Counts as far as the bounds leave it open.
    @inline(__always)
    private func checkCodePoints(_ text: Span<UInt8>) -> Verdict {
        let order = TextSearch.compareCodePoints(of: text, least: least, most: most)
        return order < 0 ? .fail(Code.tooShort) : .pass(if: order == 0, else: Code.tooLong)
    }

    @inline(__always)
    private func checkCharacters(_ value: FieldValue) -> Verdict {
        let count = value.utf8.count
        if count <= most {
            // At least one character; in ASCII at least one for two bytes (a CR LF).
            let surely = value.isKnownASCII ? (count + 1) / 2 : min(count, 1)
            if surely >= least { return .pass }
        }
        // After `most` or, if there are not even that many bytes, after `least` nothing changes.
        return verdict(
            count: GraphemeCount.count(value, upTo: count <= most ? least : most))
    }
}

extension RuleExpression {
    /// The unit in which `length` counts.
    public enum LengthUnit: String, RuleChoice {
        /// Grapheme clusters, as a reader counts.
        case characters
        /// Unicode code points.
        case codePoints
        /// UTF-16 code units, as JavaScript and Java count.
        case utf16
        /// Bytes of UTF-8.
        case bytes
    }

    /// Length of a string within bounds: `.length(3...20)`.
    public static func length(
        _ bounds: ClosedRange<Int>, unit: LengthUnit? = nil
    ) -> RuleExpression {
        RuleExpression("length", positional: [.range(bounds)], options: ["unit": .choice(unit)])
    }

    /// Least length of a string: `.length(3...)`.
    public static func length(
        _ bounds: PartialRangeFrom<Int>, unit: LengthUnit? = nil
    ) -> RuleExpression {
        RuleExpression("length", positional: [.range(bounds)], options: ["unit": .choice(unit)])
    }

    /// Greatest length of a string: `.length(...20)`.
    public static func length(
        _ bounds: PartialRangeThrough<Int>, unit: LengthUnit? = nil
    ) -> RuleExpression {
        RuleExpression("length", positional: [.range(bounds)], options: ["unit": .choice(unit)])
    }
}

// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `ascii`: characters below U+0080 only.
struct ASCIIRule: Rule {
    enum Code: String, RuleCodes {
        case other = "must contain only ASCII characters"
        case control = "must not contain control characters"
    }

    static let definition = RuleDefinition(
        ASCIIRule.self, "ascii", "ASCII characters only",
        parameters: [
            RuleParameter("printable", .boolean, default: false, "U+0020 to U+007E only")
        ],
        kinds: .string, codes: Code.self,
        examples: [
            .valid("a\tb", "ascii"),
            .invalid("é", "ascii", code: "ascii.other"),
            .invalid("a\tb", "ascii(printable=true)", code: "ascii.control"),
        ])

    private let printable: Bool

    init(_ arguments: Arguments) {
        printable = arguments.bool("printable")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard isASCII(value) else { return .fail(Code.other) }
        guard printable else { return .pass }
        return .pass(
            if: value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, else: Code.control)
    }
}

/// `digits`: ASCII digits only, at least one.
struct DigitsRule: Rule {
    enum Code: String, RuleCodes {
        case other = "must contain only digits"
        case count = "must have {count} {count:digit|digits}"
        case tooFew = "must have at least {min} {min:digit|digits}"
        case tooMany = "must have at most {max} {max:digit|digits}"
    }

    static let definition = RuleDefinition(
        DigitsRule.self, "digits", "ASCII digits only",
        parameters: [
            RuleParameter("count", .integer, limits: 1...Int64.max, "The exact number of digits"),
            RuleParameter("min", .integer, limits: 1...Int64.max, "The minimum number of digits"),
            RuleParameter("max", .integer, limits: 1...Int64.max, "The maximum number of digits"),
        ],
        kinds: .string, codes: Code.self,
        examples: [
            .valid("0123", "digits"),
            .invalid("12a", "digits", code: "digits.other"),
            .invalid("١٢", "digits", code: "digits.other"),
            .invalid("123", "digits(4)", code: "digits.count"),
            .invalid("1", "digits(min=2)", code: "digits.tooFew"),
            .invalid("123", "digits(max=2)", code: "digits.tooMany"),
        ])

    private let count: Int?
    private let least: Int
    private let most: Int

    init(_ arguments: Arguments) throws(RuleError) {
        count = arguments.int("count")
        least = arguments.int("min") ?? 1
        most = arguments.int("max") ?? Int.max
        guard least <= most else { throw arguments.invalid("min", "is greater than 'max'") }
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.utf8
        guard !text.isEmpty, text.allSatisfy(ASCII.isDigit) else { return .fail(Code.other) }
        if let count, text.count != count { return .fail(Code.count) }
        if text.count < least { return .fail(Code.tooFew) }
        return .pass(if: text.count <= most, else: Code.tooMany)
    }
}

/// `slug`: groups of a-z and 0-9 that single hyphens join.
struct SlugRule: Rule {
    enum Code: String, RuleCodes {
        case syntax = "must be a slug such as red-apple-2"
    }

    static let definition = RuleDefinition(
        SlugRule.self, "slug", "Groups of a-z and 0-9, joined by single hyphens",
        kinds: .string, codes: Code.self,
        examples: [
            .valid("red-apple-2", "slug"),
            .invalid("red--apple", "slug", code: "slug.syntax"),
            .invalid("-red", "slug", code: "slug.syntax"),
            .invalid("Red", "slug", code: "slug.syntax"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.utf8
        var afterGroup = false
        for index in text.indices {
            let byte = text[index]
            if byte == UInt8(ascii: "-") {
                guard afterGroup else { return .fail(Code.syntax) }
                afterGroup = false
            } else {
                guard ASCII.isDigit(byte) || byte &- 0x61 < 26 else { return .fail(Code.syntax) }
                afterGroup = true
            }
        }
        return .pass(if: afterGroup, else: Code.syntax)
    }
}

extension RuleExpression {
    /// ASCII characters only.
    public static var ascii: RuleExpression { RuleExpression("ascii") }

    /// ASCII characters only; without control characters if `printable`.
    public static func ascii(printable: Bool) -> RuleExpression {
        RuleExpression("ascii", options: ["printable": .flag(printable)])
    }

    /// ASCII digits only.
    public static var digits: RuleExpression { RuleExpression("digits") }

    /// ASCII digits only, exactly so many: `.digits(5)`.
    public static func digits(_ count: Int) -> RuleExpression {
        RuleExpression("digits", positional: [.integer(count)])
    }

    /// ASCII digits only, at least or at most so many.
    public static func digits(min: Int? = nil, max: Int? = nil) -> RuleExpression {
        RuleExpression("digits", options: ["min": .integer(min), "max": .integer(max)])
    }

    /// a-z and 0-9 in groups joined by single hyphens.
    public static var slug: RuleExpression { RuleExpression("slug") }
}

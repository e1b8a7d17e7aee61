// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `digits`: ASCII digits only, at least one.
struct DigitsRule: Rule {
    static let definition = RuleDefinition(
        DigitsRule.self, "digits", "ASCII digits only",
        parameters: [
            RuleParameter("count", .integer, limits: 1...Int64.max, "Exactly so many"),
            RuleParameter("min", .integer, limits: 1...Int64.max, "At least so many"),
            RuleParameter("max", .integer, limits: 1...Int64.max, "At most so many"),
        ],
        kinds: .string,
        codes: [
            RuleCode("digits.other", "must have digits only"),
            RuleCode("digits.count", "must have {count} digits"),
            RuleCode("digits.tooFew", "must have at least {min} digits"),
            RuleCode("digits.tooMany", "must have at most {max} digits"),
        ],
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
        let bytes = value.unsafeBytes
        guard !bytes.isEmpty, bytes.allSatisfy(ASCII.isDigit) else { return .fail(0) }
        if let count, bytes.count != count { return .fail(1) }
        if bytes.count < least { return .fail(2) }
        return .pass(if: bytes.count <= most, else: 3)
    }
}

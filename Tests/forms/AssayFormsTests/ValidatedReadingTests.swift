// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayForms
import Testing

private typealias Count = Int

/// A number that codes itself, as a text or an object.
private struct Money: Numeric {
    var cents = 0

    init(integerLiteral value: Int) { cents = value }
    init?(exactly source: some BinaryInteger) { nil }
    var magnitude: Int { cents }
    static func * (left: Self, right: Self) -> Self { left }
    static func *= (left: inout Self, right: Self) {}
    static func + (left: Self, right: Self) -> Self { left }
    static func - (left: Self, right: Self) -> Self { left }
}

private enum Level: Int { case low }

private struct Purchase: Validated {
    static var ruleSet: RuleSet {
        RuleSet(of: Self.self) { properties in
            properties.add(Field("plain", .range(1...9)))
            properties.add(Field("name", .required), of: String.self)
            properties.add(Field("money", .required), of: Money.self)
            properties.add(Field("level", .required), of: Level.self)
            properties.add(Field("items", .maxItems(3)), of: [Int].self)
            properties.add(Field("count", .range(1...9)), of: Count??.self)
            properties.add(Field("size", .required, .positive), of: UInt8.self)
            properties.add(Field("price", .nonNegative), of: Double?.self)
            properties.add(Field("terms", .accepted), of: Bool.self)
            properties.add(Field("read", .required, .number), of: Int.self)
            properties.add(Field("nested", .anyOf(.integer, .number)), of: Int.self)
            properties.add(Field("unknown", .rule("acme.integer")), of: Int.self)
            properties.add(
                Field(
                    "conditional",
                    Validator(rules: [
                        RuleEntry(.integer, when: [Condition("name", .equals("a"))])
                    ])),
                of: Int.self)
        }
    }
}

private struct Pair: Validated {
    static var ruleSet: RuleSet {
        RuleSet(of: Self.self) { properties in
            properties.add(Field("low", .required, .range(0...9)), of: Int.self)
            properties.add(Field("high", .greaterThan("low")), of: Double?.self)
        }
    }
}

/// The type of a property says how its text is read, where no rule does.
@MainActor
@Suite struct ValidatedReadingTests {
    @Test func onlyNumbersAndBooleansThatNothingReadsAreRead() {
        let rules = Purchase.ruleSet.fields.map { field in
            "\(field.path): "
                + field.validator.rules.map(\.expression.description).joined(separator: ", ")
        }
        #expect(
            rules == [
                "plain: range(1...9)", "name: required", "money: required", "level: required",
                "items: maxItems(3)", "count: integer, range(1...9)",
                "size: integer, required, positive", "price: number, nonNegative",
                "terms: boolean, accepted", "read: required, number",
                "nested: integer, anyOf(integer, number)", "unknown: acme.integer",
                "conditional: integer",
            ])
    }

    @Test func theTypeIsAFormOfTextAndADecodedValue() async throws {
        let form = try FormModel(Pair.self)
        form["low"].text = "x"
        form["high"].text = "1"
        #expect(await !form.validate())
        #expect(form["low"].firstMessage == "must be a whole number")
        form["low"].text = "9"
        form["high"].text = "10.5"
        #expect(form.isValid, "\(form.summary)")
        form["high"].text = "8.5"
        #expect(!form.isValid)
        let validators = try Pair.validators
        #expect(validators.validate(["low": 1, "high": 2.5]).isValid)
        #expect(validators.validate(["low": "1"]).violations.map(\.code) == ["integer.kind"])
        #expect(validators.validate(["low": 1.5]).violations.map(\.code) == ["integer.notWhole"])
        #expect(validators.validate([:]).violations.map(\.code) == ["required.missing"])
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

struct NumberRuleTests {
    @Test(
        arguments: [
            (.integer(.max), "range(max=9223372036854775806)", ["range.tooLarge"]),
            (Value(UInt64.max), "range(max=18446744073709551615)", []),
            (Value(UInt64.max), "range(max=18446744073709551614)", ["range.tooLarge"]),
            (.decimal("0.10000000000000000001"), "range(max=0.1)", ["range.tooLarge"]),
            (.decimal("1e400"), "range(max=1e399)", ["range.tooLarge"]),
            (.decimal("-1e400"), "range(min=0)", ["range.tooSmall"]),
            (0.1, "range(0.1...0.1)", []),
            (18.0, "range(18...120)", []),
            (.integer(.min), "range(-9223372036854775808...0)", []),
            (9_007_199_254_740_993, "range(max=9007199254740992.0)", ["range.tooLarge"]),
            (0, "range(exclusiveMin=0)", ["range.notAbove"]),
            (-0.0, "range(min=0)", []),
            (20, "outside(10...20)", ["outside.within"]),
            (20.5, "outside(10...20)", []),
        ] as [(Value, String, [String])])
    func boundsAreExact(_ value: Value, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(value, rule) == expected)
    }

    @Test(
        arguments: [
            (19.99, "multipleOf(0.01)", []),
            (0.3, "multipleOf(0.1)", []),
            (0.35, "multipleOf(0.1)", ["multipleOf.remainder"]),
            (.integer(.min), "multipleOf(2)", []),
            (.integer(.min), "multipleOf(3)", ["multipleOf.remainder"]),
            (0, "multipleOf(7)", []),
            (1e308, "multipleOf(0.123456789)", ["multipleOf.remainder"]),
            (1e308, "multipleOf(0.5)", []),
            (.decimal("12345678901234567890123.45"), "multipleOf(0.05)", []),
            (.decimal("12345678901234567890123.46"), "multipleOf(0.05)", ["multipleOf.remainder"]),
            (400, "multipleOf(2e2)", []),
            (300, "multipleOf(2e2)", ["multipleOf.remainder"]),
            (1e-10, "multipleOf(3)", ["multipleOf.remainder"]),
            (-4.5, "multipleOf(1.5)", []),
            (Value(UInt64.max), "multipleOf(5)", []),
        ] as [(Value, String, [String])])
    func divisibilityIsExact(_ value: Value, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(value, rule) == expected)
    }

    @Test(
        arguments: [
            (0.05, "precision(2, 2)", []),
            (0.05, "precision(1)", ["precision.tooManyDigits"]),
            (1200, "precision(4)", []),
            (.decimal("1.000"), "precision(scale=0)", []),
            (0, "precision(1, 0)", []),
        ] as [(Value, String, [String])])
    func digitsAreCounted(_ value: Value, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(value, rule) == expected)
    }

    @Test(arguments: [
        ("range(min=3, max=1)", "range: argument 'min' is greater than 'max'"),
        ("multipleOf(0)", "multipleOf: argument 'divisor' must be greater than 0"),
        ("multipleOf(-2)", "multipleOf: argument 'divisor' must be greater than 0"),
        ("precision", "precision: argument 'digits' or 'scale' must be given"),
        ("length(min=5, max=3)", "length: argument 'min' is greater than 'max'"),
        (
            "length(-1...)",
            "length: argument 'min' takes an integer from 0 to 9223372036854775807, not -1"
        ),
        ("contains(\"\")", "contains: argument 'text' must not be empty"),
        ("requiredIf(a)", "requiredIf: argument 'equals' or 'in' must be given"),
        (
            "before(\"2023-02-29\")",
            "before: argument 'date' is not a date of the form yyyy-MM-dd: \"2023-02-29\""
        ),
        (
            "date(\"DD.MM.yyyy\")",
            "date: argument 'format' has 'DD', which is not one of yyyy, yy, MM, M, MMM, MMMM, dd, d, "
                + "HH, H, hh, h, a, mm, m, ss, s, S, xxx, XXX and Z"
        ),
        (
            "after(\"2023-02-28\", \"DD.MM.yyyy\")",
            "after: argument 'format' has 'DD', which is not one of yyyy, yy, MM, M, MMM, MMMM, dd, d, "
                + "HH, H, hh, h, a, mm, m, ss, s, S, xxx, XXX and Z"
        ),
        (
            "after(\"2023-02-28\", strict=false)",
            "after: argument 'strict' needs the argument 'format'"
        ),
        ("date(\"yyyy'T\")", "date: argument 'format' has a quote that is not closed"),
        ("date(\"--\")", "date: argument 'format' has none of yyyy, MM and dd"),
        (
            "type(\"strnig\")",
            "type: argument 'names' takes null, boolean, integer, number, string, array, object, not \"strnig\""
        ),
        ("requiredKeys(1)", "requiredKeys: argument 'keys' takes strings, not 1"),
        (
            "member(a.b, required)",
            "member: argument 'key' takes the key of a member, not the path a.b"
        ),
        ("member(1, required)", "member: argument 'key' takes the key of a member, not 1"),
        ("member(true, required)", "member: argument 'key' takes the key of a member, not true"),
        ("member(a)", "member needs the argument 'rules', rules"),
        ("member(a, b)", "there is no rule 'b'"),
        (
            "each(string, from=-1)",
            "each: argument 'from' takes an integer from 0 to 9223372036854775807, not -1"
        ),
        (
            "includes(string, min=3, max=2)",
            "includes: argument 'max' must not be below 'min', which is 3"
        ),
        ("includes(string, max=0)", "includes: argument 'max' must not be below 'min', which is 1"),
        (
            "includes(string, min=0)",
            "includes: argument 'min' must be at least 1 without 'max', because every array has 0 such elements"
        ),
        ("dependentKeys(1)", "dependentKeys: argument 'when' takes lists of keys"),
    ])
    func wrongArgumentsAreNamed(_ rule: String, _ message: String) throws {
        #expect(try bindError(rule)?.message == message)
    }

    @Test(arguments: [
        ("1e1000000001", "range(...1e1000000000)", ["range.tooLarge"]),
        ("1e1000000000", "range(...1e1000000000)", []),
        ("1e1000000000", "range(...1e1000000001)", []),
        ("1e1000000001", "equals(1e1000000000)", ["equals.different"]),
        ("10e1000000000", "equals(1e1000000001)", []),
        ("1e-1000000001", "range(1e-1000000000...)", ["range.tooSmall"]),
        ("1e99999999999999999999", "range(...1e99999999999999999998)", ["range.tooLarge"]),
        ("3e99999999999999999999", "multipleOf(3)", []),
        ("1e99999999999999999999", "multipleOf(3)", ["multipleOf.remainder"]),
        ("1e99999999999999999999", "multipleOf(1024)", []),
        ("1e-99999999999999999999", "multipleOf(0.01)", ["multipleOf.remainder"]),
        ("1e-99999999999999999999", "precision(scale=2)", ["precision.tooManyPlaces"]),
        ("1e99999999999999999999", "precision(digits=2)", ["precision.tooManyDigits"]),
        ("1e99999999999999999999", "integer", []),
    ])
    func exponentsAreComparedWhole(_ text: String, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(.decimal(text), rule) == expected)
    }

    @Test func divisorHasAnExponentThatCanBeCountedWith() throws {
        let error = try #require(try bindError("multipleOf(1e9999999999999999999)"))
        #expect(
            error.message
                == "multipleOf: argument 'divisor' must not have more than 18 digits in its exponent"
        )
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRules
import Testing

/// Records from text: numbers and truth values arrive as strings.
struct TextRecordTests {
    @Test(
        arguments: [
            ("12", "integer, range(1...12)", []),
            ("13", "integer, range(1...12)", ["range.tooLarge"]),
            ("+7", "integer", []), ("-0", "integer, range(0...0)", []), ("007", "integer", []),
            ("1.0", "integer", []), ("1e2", "integer, range(100...100)", []),
            ("1.5", "integer", ["integer.notWhole"]),
            ("", "integer", []),
            (" 1", "integer", ["integer.notWhole"]), ("1 ", "integer", ["integer.notWhole"]),
            ("-", "integer", ["integer.notWhole"]), ("+", "number", ["number.syntax"]),
            ("0x10", "integer", ["integer.notWhole"]), ("١", "integer", ["integer.notWhole"]),
            ("9223372036854775807", "integer, range(max=9223372036854775807)", []),
            ("9223372036854775808", "integer, range(max=9223372036854775807)", ["range.tooLarge"]),
            ("99999999999999999999999", "integer", []),
            ("19.99", "number, multipleOf(0.01)", []),
            ("0.30000000000000000001", "number, range(max=0.3)", ["range.tooLarge"]),
            ("1e400", "number, range(max=1e399)", ["range.tooLarge"]),
            ("01.5", "number, equals(1.5)", []), (".5", "number, equals(0.5)", []),
            ("5.", "number, equals(5)", []), ("1e", "number", ["number.syntax"]),
            ("nan", "number", ["number.syntax"]), ("inf", "number", ["number.syntax"]),
            ("1,5", "number", ["number.syntax"]), ("--1", "number", ["number.syntax"]),
            ("+1.5", "number, range(1.5...1.5)", []),
            ("True", "boolean, equals(true)", []), ("truE ", "boolean", ["boolean.syntax"]),
            ("0", "boolean", ["boolean.syntax"]),
            ("5", "range(1...9)", ["range.kind", "field.unread"]),
            ("5", "type(\"integer\"), range(1...9)", []),
            ("x", "type(\"integer\", \"string\")", []),
            ("x", "type(\"integer\")", ["type.other"]),
            ("12", "anyOf(integer, email)", []), ("a@b.c", "anyOf(integer, email)", []),
            ("x", "anyOf(integer, email)", ["anyOf.none"]),
            ("7", "allOf(integer, range(1...9))", []),
            ("12", "allOf(integer, range(1...9))", ["allOf.failed"]),
            ("12", "not(integer)", ["not.passed"]),
        ] as [(String, String, [String])])
    func textsAreRead(_ text: String, _ rule: String, _ expected: [String]) throws {
        let value: Value = text.isEmpty ? .absent : .string(text)
        #expect(try codes(value, rule, isText: true) == expected)
    }

    @Test func fieldsOfARowAreReadByTheManager() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                Field("age", .required, .integer, .range(18...120)),
                Field("newsletter", .boolean),
                Field("email", .required, .email)),
            registry: standardRules)
        let good = ValidationRecord(text: [
            ("age", "41"), ("newsletter", ""), ("email", "a@b.example"),
        ])
        #expect(manager.validate(good).isValid)
        let bad = ValidationRecord(text: [("age", "17"), ("newsletter", "ja"), ("email", "")])
        #expect(
            manager.validate(bad).violations.map(\.code) == [
                "range.tooSmall", "boolean.syntax", "required.missing",
            ])
    }
}

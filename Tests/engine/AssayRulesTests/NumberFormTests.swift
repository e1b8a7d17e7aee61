// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) @testable import AssayCore
import AssayRuleSets
import AssayRules
import Testing

/// Numbers in texts that have separators of their own.
struct NumberFormTests {
    private static let german = "number(decimal=\",\", group=\".\")"

    @Test(arguments: [
        "1.2.3", "12.34", "1,2,3", "1.5", "1,234.5", "1234.567", "1.2345", "1.23", "1.234.56",
        ".123", "1.",
        "0.123", "01.234", "00.123", "1..234", ".", ",", "-", "", "-,", "1.234e3", "1e", "1,5 ",
        " 1,5", "1 234",
        "1,5x", "١,٥", "1.234.", "1,234,567", "1'234", "--1", "1-", "(1)", "1,5e", "1,5e+",
        "1.234,5e3", "0x1",
        "nan", "inf", "1\u{A0}234",
    ])
    func aSeparatorInAWrongPlaceIsNoNumber(_ text: String) throws {
        #expect(
            try codes(.string(text), Self.german, isText: true) == ["number.separators"],
            "\(text)")
    }

    @Test(arguments: [
        ("1.234,5", "1234.5"), ("1234,5", "1234.5"), ("1.234", "1234"), ("12.345.678", "12345678"),
        ("-1.234,50", "-1234.5"), ("+1.234", "1234"), (",5", "0.5"), ("5,", "5"), ("05", "5"),
        ("0,123", "0.123"),
        ("-,5", "-0.5"), ("1,5e3", "1500"), ("1,5E-3", "0.0015"),
        ("999.999.999.999,999", "999999999999.999"),
        ("1.234.567.890.123.456,789", "1234567890123456.789"),
        ("0,1234567890123456789", "0.1234567890123456789"),
        ("9.223.372.036.854.775.807", "9223372036854775807"),
        ("18.446.744.073.709.551.615", "18446744073709551615"), ("1,5e400", "15e399"),
        ("0000012,5", "12.5"),
        ("100.000.000.000.000.000.000.000", "1e23"), ("1,5e-330", "1.5e-330"),
    ])
    func numbersAreComparedExactly(_ text: String, _ number: String) throws {
        #expect(
            try codes(.string(text), "\(Self.german), equals(\(number))", isText: true) == [],
            "\(text)")
        #expect(
            try codes(
                .string(text), "\(Self.german), range(exclusiveMin=\(number))", isText: true)
                == ["range.notAbove"], "\(text)")
    }

    @Test func digitsThatADoubleLacksAreKept() throws {
        let rules = "\(Self.german), range(max=1234567890123456.788)"
        #expect(
            try codes("1.234.567.890.123.456,789", rules, isText: true) == ["range.tooLarge"])
        #expect(try codes("1.234.567.890.123.456,788", rules, isText: true) == [])
        #expect(
            try codes(".30000000000000000001", "number, range(max=0.3)", isText: true) == [
                "range.tooLarge"
            ])
    }

    @Test(
        arguments: [
            ("1,234,567.5", "number(group=\",\")", []),
            ("1,23", "number(group=\",\")", ["number.groups"]),
            ("1234.5", "number(group=\",\")", []),
            ("1 234,5", "number(decimal=\",\", group=\" \")", []),
            ("1\u{A0}234,5", "number(decimal=\",\", group=\" \")", []),
            ("1\u{202F}234", "number(decimal=\",\", group=\" \")", []),
            ("1  234", "number(decimal=\",\", group=\" \")", ["number.separators"]),
            ("1'234.5", "number(group=\"'\")", []), ("1\u{2019}234.5", "number(group=\"'\")", []),
            ("1,5", "number(decimal=\",\")", []),
            ("1.5", "number(decimal=\",\")", ["number.decimal"]),
            ("1٬234٫5", "number(decimal=\"٫\", group=\"٬\")", []),
            ("1,234", "integer(group=\",\"), range(1234...1234)", []),
            ("1.234.567", "integer(group=\".\"), equals(1234567)", []),
            ("1.5", "integer(group=\".\")", ["integer.groups"]),
            ("1,5", "integer(group=\".\")", ["integer.groups"]),
            ("1,234.0", "integer(group=\",\")", []),
            ("1,234.5", "integer(group=\",\")", ["integer.notWhole"]),
            ("12", "integer(group=\",\")", []),
            ("1,2", "integer(group=\",\"), range(5...)", ["integer.groups"]),
            (".5", "number, equals(0.5)", []), ("5.", "number, equals(5)", []),
            ("05.50", "number, equals(5.5)", []),
            ("+.5", "number, equals(0.5)", []), ("-05", "number, equals(-5)", []),
            ("5.", "integer, equals(5)", []),
            ("0000000000000000000000005", "integer, equals(5)", []),
            (".5", "integer", ["integer.notWhole"]),
            (".", "number", ["number.syntax"]), ("-.", "number", ["number.syntax"]),
            (".e5", "number", ["number.syntax"]),
            ("5..", "number", ["number.syntax"]), ("1,234", "number", ["number.syntax"]),
            ("1,234", "allOf(integer(group=\",\"), range(2000...))", ["allOf.failed"]),
            ("1.234,5", "anyOf(number(decimal=\",\", group=\".\"), boolean)", []),
        ] as [(String, String, [String])])
    func formsAreRead(_ text: String, _ rules: String, _ expected: [String]) throws {
        #expect(try codes(.string(text), rules, isText: true) == expected)
    }

    @Test func inJSONANumberIsANumber() throws {
        #expect(try codes(1234.5, Self.german) == [])
        #expect(try codes("1.234,5", Self.german) == ["number.kind"])
    }

    @Test func fieldsInDifferentFormsAreCompared() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                Field("net", .number(decimal: ",", group: ".")),
                Field("gross", .number(decimal: "."), .greaterOrEqual("net")),
                Field("count", .integer(group: ","), .lessThan("net"))),
            registry: standardRules)
        func codes(_ net: String, _ gross: String, _ count: String) -> [String] {
            manager.validate(
                ValidationRecord(text: [("net", net), ("gross", gross), ("count", count)])
            ).violations.map(\.code)
        }
        #expect(codes("1.234,56", "1234.56", "1,234") == [])
        #expect(
            codes("1.234,56", "1234.55", "1,235") == ["greaterOrEqual.less", "lessThan.notLess"])
        #expect(
            codes("1.234.567.890.123.456,789", "1234567890123456.788", "1") == [
                "greaterOrEqual.less"
            ])
    }

    @Test func manyRowsAreReadInOneBatch() throws {
        let plan = try ValidationPlan(
            RuleSet(
                Field(
                    "a", .number(decimal: ",", group: "."),
                    .rule("range", ["max": .decimal("0.1234567890123456789")]))),
            registry: standardRules)
        let session = ValidationSession(plan)
        let records = (0..<500).map { row in
            ValidationRecord(text: [("a", "0,123456789012345678\(row % 10)")])
        }
        let columns = RecordColumns(fields: plan.fields)
        let batch = columns.batch(of: records, reporting: .init(plan))
        for _ in 0..<2 {
            let report = session.validate(batch)
            #expect(records.indices.allSatisfy { report.report(row: $0).isValid })
        }
    }

    @Test(arguments: [
        (
            "number(group=\".\")",
            "number: argument 'group' must differ from the decimal separator, which is a point"
        ),
        (
            "number(decimal=\",\", group=\",\")",
            "number: argument 'group' must differ from the decimal separator"
        ),
        (
            "number(decimal=\"\u{A0}\", group=\" \")",
            "number: argument 'group' must differ from the decimal separator"
        ),
        (
            "number(decimal=\"\")",
            "number: argument 'decimal' must be one character, and no letter, digit or sign, not \"\""
        ),
        (
            "number(decimal=\",,\")",
            "number: argument 'decimal' must be one character, and no letter, digit or sign, not \",,\""
        ),
        (
            "number(decimal=\"e\")",
            "number: argument 'decimal' must be one character, and no letter, digit or sign, not \"e\""
        ),
        (
            "number(group=\"-\")",
            "number: argument 'group' must be one character, and no letter, digit or sign, not \"-\""
        ),
        (
            "integer(group=\"5\")",
            "integer: argument 'group' must be one character, and no letter, digit or sign, not \"5\""
        ),
        (
            "integer(group=\"\\t\")",
            "integer: argument 'group' must be one character, and no letter, digit or sign, not \"\t\""
        ),
    ])
    func wrongSeparatorsAreNamed(_ rule: String, _ message: String) throws {
        #expect(try bindError(rule)?.message == message)
    }

    @Test func messagesNameTheSeparators() throws {
        func message(_ rule: RuleExpression, in language: String = "en") throws -> String? {
            let manager = try ValidatorsManager(
                RuleSet(Field("a", rule)), registry: standardRules)
            return manager.validate(ValidationRecord(text: [("a", "x")])).violations.first.map {
                standardRules.messages(in: language).message(of: $0)
            }
        }
        #expect(
            try message(.number(decimal: ","))
                == "must be a number with the decimal separator \",\"")
        #expect(
            try message(.number(decimal: ",", group: "."))
                == "must be a number with the decimal separator \",\", and with \".\" or nothing between thousands"
        )
        #expect(
            try message(.integer(group: "'"))
                == "must be a whole number, with \"'\" or nothing between thousands")
        #expect(
            try message(.number(decimal: ","), in: "de")
                == "muss eine Zahl mit dem Dezimaltrennzeichen „,“ sein")
    }
}

// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) @testable import AssayCore
import AssayPluginABI
import AssayRules
import CScans
import TestRandomness
import Testing

/// A rule that is undecided about some of the texts that its test rejects, passes others and fails the rest.
private struct MixedRule: BatchRule {
    enum Code: String, RuleCodes {
        case even = "has an even number of bytes"
    }

    static let definition = RuleDefinition(
        MixedRule.self, "mixed", "Three verdicts", kinds: .string, codes: Code.self, examples: [])

    init(_ arguments: Arguments) {}

    var test: ValueTest? {
        var test = ValueTest(kinds: .string)
        test.mostBytes = 4
        return test
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        switch value.utf8.count {
        case ...4: .pass
        case let count where count % 3 == 0: .undecided(.pluginError)
        case let count: .pass(if: count % 2 == 1, else: Code.even)
        }
    }
}

extension RuleExpression {
    fileprivate static var iban: RuleExpression { RuleExpression("iban") }
    fileprivate static var luhn: RuleExpression { RuleExpression("luhn") }
}

/// Fused rules have the verdicts, codes and order of the same rules one after the other.
@Suite struct FusedRuleTests {
    static let levels = (0...assay_simd_best_level().rawValue).map {
        assay_simd_level(rawValue: $0)
    }

    private static let ruleSets: [RuleSet] = [
        RuleSet(
            Field(
                "a", .required, .length(8...24, unit: .codePoints), .regex("[a-z]"),
                .regex("[A-Z]"), .regex("[0-9]"))),
        RuleSet(
            Field("a", .required, .regex("^[0-9]{2,19}$"), RuleExpression("luhn"), policy: .first)),
        RuleSet(Field("a", RuleExpression("luhn"), .length(2...), .regex("^[0-9]+$"))),
        RuleSet(Field("a", .required, .integer, .range(18...120))),
        RuleSet(Field("a", .length(2...10), .date), Field("tags", RuleExpression.maxItems(2))),
        RuleSet(
            Field("a", .oneOf("x", "Ab1", "a much longer text", 7), .length(1...3, unit: .utf16))),
        RuleSet(Field("tags[*]", .length(1...3, unit: .bytes), .regex("^[a-z]*$"), .regex("b"))),
        RuleSet(
            Field("a", .required(trim: false), .boolean), Field("tags", .minItems(1), .required)),
        // Rules of elements that wait for those of their array, and a rule that no test proves.
        RuleSet(
            Field("tags", .required, .maxItems(1)), Field("tags[*]", .required, .length(...3)),
            Field("a", .required, .rule("iban", ["spaces": true]), .sameAs("tags"))),
        RuleSet(
            Field("a", .required, .regex("^[0-9]+$"), RuleExpression("verhoeff"), policy: .first),
            Field("tags[*]", .regex("^[a-z]*$"), RuleExpression("uuid"))),
        // Patterns of places that join to one, that do not, and one beside another.
        RuleSet(
            Field("a", .regex("^[a-zA-Z0-9]{1,19}$"), .regex("^[a-zA-Z0-9]{3,9}$"), .length(4...)),
            Field("tags[*]", .length(1...4), .regex("^[a-z]{1,4}$"))),
        RuleSet(
            Field("a", .regex("^[0-9]{2,19}$"), .regex("^[12][0-9]*$")),
            Field("tags[*]", .regex("^[a-z]$"), .regex("[bx]"))),
        // Elements whose rows are for more than one run.
        RuleSet(
            Field("tags[*]", .length(1...1)), Field("tags[*].b", .required),
            Field("a", .required)),
        RuleSet(
            Field("tags", .maxItems(2)), Field("tags[*]", .length(...3)),
            Field("a[*]", .length(1...)), Field("a[*][*]", .required)),
        // Numbers that nothing but their field looks at, and numbers that others look at.
        RuleSet(Field("a", .required, .integer)),
        RuleSet(Field("a", .integer, .required, .range(-100...1_000_000_000_000_000_000))),
        RuleSet(
            Field("a", .required, .integer, .range(18...120), policy: .first),
            Field("tags", .integer, .oneOf(17, 18, "18"))),
        RuleSet(
            Field("a", .required, .integer, .range(18...120)),
            Field("tags", .integer, .sameAs("a"))),
        RuleSet(
            Field("a", .integer, .range(18...120)),
            Field(
                "tags",
                Validator(rules: [
                    RuleEntry(.required, when: [Condition("a", .range(100...))])
                ])), Field("a.b", .required)),
        // More tests than are run together.
        RuleSet(
            (0..<140).map { index in
                let path = FieldPath(key: "a\(index)")
                return index % 3 == 0
                    ? Field(path, .required, .integer, .range(18...120))
                    : Field(path, .length(1...9), .regex("^[a-z0-9]+$"))
            }),
        // A test that stops at a rule that passes after all, with another one after it.
        RuleSet(
            Field("a", .length(2...10, unit: .codePoints), .regex("^[a-zé0-9A-Z]+$")),
            Field("tags", .length(...3), .required)),
        // Warnings, which stop nothing that an error would not.
        RuleSet(
            Field(
                "a",
                Validator(rules: [
                    RuleEntry(.required, severity: .warning),
                    RuleEntry(.regex("^[a-z0-9]+$"), severity: .warning),
                    RuleEntry(.oneOf("x", "17", "18")),
                ])),
            Field("tags", Validator(rules: [RuleEntry(.maxItems(2), severity: .warning)])),
            Field("tags[*]", .length(...1))),
        // Rules that wait for those before them and for another field.
        RuleSet(
            Field("a", .required, .regex("^[0-9]+$"), .sameAs("tags"), policy: .first),
            Field("tags", .required, .oneOf("17", "18", "120"), policy: .first)),
        // More findings than are kept: which ones does not depend on how they are found.
        RuleSet(
            [
                Field(
                    "a", .required, .length(3...4), .regex("^[a-z]+$"), .regex("b"),
                    .oneOf("abc", "bcd")),
                Field("tags", .oneOf("x"), .regex("^x$")),
            ], maximumViolations: 2),
        RuleSet([Field("a", .length(3...4)), Field("tags", .oneOf("x"))], maximumViolations: 1),
        // A rule that may not decide about what its test rejects, alone, before another one, and under each policy.
        RuleSet(
            Field("a", RuleExpression("mixed"), .regex("^[a-z]*$"), policy: .first),
            Field("tags", RuleExpression("mixed"))),
        RuleSet(
            Field(
                "a",
                Validator(
                    rules: [
                        RuleEntry(RuleExpression("mixed"), onFault: .pass),
                        RuleEntry(.regex("^[a-z]*$")),
                    ], policy: .first)),
            Field(
                "tags",
                Validator(
                    rules: [
                        RuleEntry(RuleExpression("mixed"), onFault: .fail),
                        RuleEntry(.oneOf("x", "120")),
                    ], policy: .first))),
    ]
    private static let filters = [
        nil, CodeFilter(ignored: ["regex", "required.missing", "length.tooLong"]),
        CodeFilter(selected: ["oneOf", "luhn.checkDigit"]),
    ]

    private static let texts = [
        "", " ", "x", "Ab1", "abcdefgH1", "ABCDEFGH1", "abcdefgh", "é", "ééééééé1Aa", "\r\n\r\n",
        "79927398713", "79927398710", "DE89370400440532013000", "DE89370400440532013001",
        "GB82 WEST 1234 5698 7654 32", "2363", "2024-02-29", "2023-02-29", "a much longer text",
        "bb", "17", "18", "120", "121", "1.0", "true", String(repeating: "7", count: 63),
        String(repeating: "aB3", count: 40), "\u{3000}", "\u{7F}x",
        "+5", "-7", "-100", "-101", "+", "-", "007", "0000000000000000018", "000000000000000018",
        "-0",
        "12345678", "123456789", "12345678a", "12:", "1/", "1 8", " 18", "18 ", "1\u{B2}",
        "999999999999999999", "-999999999999999999", "1000000000000000000", "12345678901234567",
        "éÉé1", "ééééééééééé", "abc", "bcd", "abcd", "\u{1F600}\u{1F600}",
    ]

    private static func value(isText: Bool, _ random: inout SeededNumbers) -> Value {
        if isText || Int.random(in: 0..<3, using: &random) > 0 {
            return .string(texts.randomElement(using: &random) ?? "")
        }
        let others: [Value] = [
            .absent, .null, true, 17, 18, 120, 121, 2.5, 18.0, .array([]), .array(["b", "x"]),
            .array(["abcd", 1, "b"]), .object(Value.Object([("b", 1)])),
        ]
        return others.randomElement(using: &random) ?? .null
    }

    /// Columns of one field each, which the arena keeps.
    static func withBatch<Result>(
        _ fields: Int, _ rows: [[Value]], isText: Bool, _ body: (RecordBatch) throws -> Result
    ) rethrows -> Result {
        let arena = ValueArena()
        let columns = (0..<fields).map { field in
            let column = UnsafeMutablePointer<assay_value>.allocate(capacity: rows.count)
            for (row, values) in rows.enumerated() {
                (column + row).initialize(to: arena.store(values[field]))
            }
            return column
        }
        defer { for column in columns { column.deallocate() } }
        return try withExtendedLifetime(arena) {
            try columns.map { UnsafePointer($0) }.withUnsafeBufferPointer { pointers in
                guard let start = pointers.baseAddress else { fatalError("no field") }
                return try body(RecordBatch(count: rows.count, columns: start, isText: isText))
            }
        }
    }

    private static func plan(_ index: Int, _ fusion: FusedRules.Settings?) throws -> ValidationPlan
    {
        let registry = RuleRegistry.standard()
        try registry.register(MixedRule.definition)
        return try ValidationPlan(
            ruleSets[index], rules: registry.rulebook, clock: registry.clock, fusion: fusion)
    }

    static func lines(_ report: ValidationReport) -> [String] {
        report.violations.map { "\($0.pointer) \($0.code) \($0.severity) \($0.value)" }
            + report.faults.map { "\($0.code)" } + ["\(report.droppedCount)"]
    }

    @Test(arguments: ruleSets.indices, [false, true])
    func fusedAndSeparateRulesAgree(index: Int, isText: Bool) throws {
        var random = SeededNumbers(seed: UInt64(index) + 31)
        let plain = try Self.plan(index, nil)
        let rows = (0..<1_500).map { _ in
            plain.fields.map { _ in Self.value(isText: isText, &random) }
        }
        try Self.withBatch(plain.fields.count, rows, isText: isText) { batch in
            for filter in Self.filters {
                let separate = ValidationSession(plain)
                separate.codeFilter = filter
                let expected = separate.validate(batch).reports().map(Self.lines)
                // Records from text have no elements.
                #expect(
                    Set(expected).count > 1 || isText && [6, 13].contains(index) || filter != nil)
                for level in Self.levels {
                    let plan = try Self.plan(index, FusedRules.Settings(level: level))
                    #expect(isText || plan.schedule.contains { $0.fused != nil })
                    let session = ValidationSession(plan)
                    session.codeFilter = filter
                    Self.expect(session.validate(batch).reports().map(Self.lines), expected, rows)
                    for row in stride(from: 0, to: rows.count, by: 7) {
                        let alone = session.validate(batch, row: row).report(row: row)
                        #expect(Self.lines(alone) == expected[row], "\(rows[row])")
                    }
                }
            }
        }
    }

    /// A text that is the same as the other one needs no rule to be run; all others do.
    @Test(
        arguments: [
            ("x", "x", []), ("x", "y", ["sameAs.different"]), ("x", "xx", ["sameAs.different"]),
            ("xx", "x", ["sameAs.different"]), ("x\0y", "x\0z", ["sameAs.different"]),
            ("x\0y", "x\0y", []), ("é", "é", []), ("é", "e\u{301}", ["sameAs.different"]),
            ("longer text", "longer text", ["length.tooLong"]),
            ("longer text", "longer texT", ["length.tooLong", "sameAs.different"]),
            ("1", 1, []), ("x", .absent, ["sameAs.different"]),
            ("x", "a text that has failed", []), (.absent, .absent, ["required.missing"]),
            (.absent, "x", ["required.missing"]), (.null, .null, ["required.null"]),
            ("", "", ["required.empty"]),
        ] as [(Value, Value, [String])])
    func equalTextsPass(value: Value, other: Value, codes: [String]) throws {
        let registry = RuleRegistry.standard()
        // The rule is not run where the other field has failed.
        let ruleSet = RuleSet(
            Field("a", .required, .length(...9), .sameAs("b")),
            Field("b", .rule("length", ["max": 11])))
        for level in [nil] + Self.levels.map(FusedRules.Settings.init) {
            let plan = try ValidationPlan(
                ruleSet, rules: registry.rulebook, clock: registry.clock, fusion: level)
            let session = ValidationSession(plan)
            Self.withBatch(2, [[value, other]], isText: false) { batch in
                let alone = session.validate(batch, row: 0).report(row: 0)
                let together = session.validate(batch).report(row: 0)
                for report in [alone, together] {
                    let found = report.violations.filter { $0.pointer == "/a" }
                    #expect(found.map(\.code) == codes)
                }
            }
        }
    }

    private static let checkedTexts: [Value] = [
        "DE89370400440532013000", "DE89370400440532013001", "DE8937040044053201300",
        "ZZ89370400440532013000", "GB82WEST12345698765432", "DE8937040044053201300A",
        "de89370400440532013000", "4111111111111111", "4111111111111112", "4111-1111", "2026-02-28",
        "2026-02-30", "2026-13-01", "26-02-2801", "2026-02-2", "", .null, 7,
    ]

    /// A check says which failure it is; of two that could, one does.
    @Test(
        arguments: [
            [.required, .iban], [.rule("iban", ["countries": ["DE"]])], [.luhn], [.date],
            [.luhn, .date], [.date, .iban, .luhn], [.iban, .length(...21), .date],
            [.length(10...10), .date],
        ] as [[RuleExpression]], [Validator.Policy.all, .first])
    func failuresOfChecksAreThoseOfTheRules(
        rules: [RuleExpression], policy: Validator.Policy
    ) throws {
        let registry = RuleRegistry.standard()
        let validator = Validator(rules: rules.map { RuleEntry($0) }, policy: policy)
        let ruleSet = RuleSet(Field("a", validator))
        func plan(_ fusion: FusedRules.Settings?) throws -> ValidationPlan {
            try ValidationPlan(
                ruleSet, rules: registry.rulebook, clock: registry.clock, fusion: fusion)
        }
        let rows = Self.checkedTexts.map { [$0] }
        try Self.withBatch(1, rows, isText: false) { batch in
            let expected = ValidationSession(try plan(nil)).validate(batch).reports().map(
                Self.lines)
            #expect(Set(expected).count > 2)
            for level in Self.levels {
                let session = ValidationSession(try plan(FusedRules.Settings(level: level)))
                Self.expect(session.validate(batch).reports().map(Self.lines), expected, rows)
                for row in rows.indices {
                    let alone = session.validate(batch, row: row).report(row: row)
                    #expect(Self.lines(alone) == expected[row], "\(rows[row])")
                }
            }
        }
    }

    /// Few elements are tested even where their rules are not to run; what that finds is not reported.
    @Test(arguments: [1, 2, 3, 63, 64, 65, 66, 300], ["abc", "abcd"])
    func elementsOfARejectedArrayAreNotValidated(count: Int, element: Value) throws {
        let registry = RuleRegistry.standard()
        let ruleSet = RuleSet(
            Field("a", .required), Field("tags", .maxItems(2)), Field("tags[*]", .length(...3)))
        let rows: [[Value]] = ["x", .absent].map { a in
            [a, .array(Array(repeating: element, count: count))]
        }
        for level in Self.levels {
            let plan = try ValidationPlan(
                ruleSet, rules: registry.rulebook, clock: registry.clock,
                fusion: FusedRules.Settings(level: level))
            let session = ValidationSession(plan)
            Self.withBatch(plan.fields.count, rows, isText: false) { batch in
                for (row, first) in [[], ["/a required.missing"]].enumerated() {
                    let report = session.validate(batch, row: row).report(row: row)
                    let elements = (0..<count).map { "/tags/\($0) length.tooLong" }
                    let expected =
                        count > 2 ? ["/tags maxItems.tooMany"] : element == "abcd" ? elements : []
                    let found = report.violations.map { "\($0.pointer) \($0.code)" }
                    #expect(found == first + expected)
                }
            }
        }
    }

    /// Compares row by row: the first that differs says enough.
    static func expect(_ found: [[String]], _ expected: [[String]], _ rows: [[Value]]) {
        let wrong = rows.indices.first { found[$0] != expected[$0] }
        #expect(wrong == nil)
        if let wrong { #expect(found[wrong] == expected[wrong], "\(rows[wrong])") }
    }
}

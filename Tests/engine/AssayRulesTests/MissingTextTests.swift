// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) @testable import AssayCore
import AssayRuleSets
import AssayRules
import Testing

/// Texts that mean that a field is missing: a record from text with one gives what it gives without the field.
@Suite struct MissingTextTests {
    private static func validator(_ rules: String, _ missing: [String]) throws -> Validator {
        try rules.isEmpty
            ? Validator(rules: [], missing: missing) : Validator(parsing: rules, missing: missing)
    }

    /// The findings on every path of the engine, which agree, for fields in both orders.
    private static func findings(
        _ fields: [(String, String, [String])], on record: ValidationRecord,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        var found: [[String]] = []
        for fields in [fields, fields.reversed()] {
            let ruleSet = RuleSet(
                try fields.map { Field(try FieldPath($0.0), try validator($0.1, $0.2)) })
            let plan = try ValidationPlan(ruleSet, registry: standardRules)
            found += EnginePaths.reports(of: record, by: ValidationSession(plan)).map {
                $0.sorted()
            }
        }
        for other in found.dropFirst() {
            #expect(other == found[0], sourceLocation: sourceLocation)
        }
        return found[0]
    }

    @Test(arguments: [
        ("required, integer", ["/a required.missing error"]),
        ("required", ["/a required.missing error"]),
        ("required, length(1...)", ["/a required.missing error"]), ("integer, range(0...9)", []),
        ("integer", []), ("prohibited", []), ("email", []),
        ("required, string", ["/a required.missing error"]),
        ("anyOf(integer, email)", []), ("number(decimal=\",\")", []),
    ])
    func aWordIsNoValue(_ rules: String, _ expected: [String]) throws {
        for text in ["N/A", "-1", "999999999"] {
            let found = try Self.findings(
                [("a", rules, ["N/A", "-1", "999999999"])],
                on: ValidationRecord(text: [("a", text), ("b", "x")]))
            #expect(found == expected, "\(text)")
        }
    }

    @Test(arguments: ["n/a", "N/A ", " N/A", "N/", "N/AA", "NULL"])
    func onlyTheWholeTextIsAWord(_ text: String) throws {
        let found = try Self.findings(
            [("a", "required, integer", ["N/A"])], on: ValidationRecord(text: [("a", text)]))
        #expect(found == ["/a integer.notWhole error"])
    }

    @Test func inJSONAWordIsAText() throws {
        let record = ValidationRecord(Value.Object([("a", "N/A")]))
        #expect(
            try Self.findings([("a", "required, integer", ["N/A"])], on: record)
                == ["/a integer.kind error"])
        #expect(try Self.findings([("a", "required", ["N/A"])], on: record) == [])
    }

    @Test func conditionsAndOtherFieldsSeeNoValue() throws {
        let record = ValidationRecord(text: [("a", "N/A"), ("b", "x")])
        #expect(
            try Self.findings(
                [("a", "", ["N/A"]), ("b", "prohibitedUnless(a, \"y\")", [])], on: record)
                == Self.findings(
                    [("a", "", []), ("b", "prohibitedUnless(a, \"y\")", [])],
                    on: ValidationRecord(text: [("b", "x")])))
        #expect(
            try Self.findings(
                [("a", "", ["N/A"]), ("b", "requiredWith(a), sameAs(a)", [])], on: record)
                == ["/b sameAs.different error"])
        let required = RuleEntry(
            .required, when: [Condition("a", .present)])
        let ruleSet = RuleSet(
            Field("c", Validator(rules: [required])),
            Field("a", Validator(rules: [], missing: ["N/A"])))
        let plan = try ValidationPlan(ruleSet, registry: standardRules)
        for found in EnginePaths.reports(of: record, by: ValidationSession(plan)) {
            #expect(found == [])
        }
        let other = ValidationRecord(text: [("a", "n/a")])
        for found in EnginePaths.reports(of: other, by: ValidationSession(plan)) {
            #expect(found == ["/c required.missing error"])
        }
    }

    @Test func elementsAreMissing() throws {
        let record = ValidationRecord(form: [("tags", "ok"), ("tags", "N/A"), ("tags", "x")])
        #expect(
            try Self.findings([("tags[*]", "required, length(1...3)", ["N/A"])], on: record)
                == ["/tags/1 required.missing error"])
        #expect(
            try Self.findings(
                [("tags", "required", ["N/A"]), ("tags[0]", "required", [])],
                on: ValidationRecord(text: [("tags", "N/A")]))
                == ["/tags required.missing error", "/tags/0 required.missing error"])
        #expect(
            try Self.findings(
                [("tags", "", ["N/A"]), ("tags[*]", "length(5...)", [])],
                on: ValidationRecord(text: [("tags", "N/A")])) == [])
    }

    @Test func membersAreMissing() throws {
        let record = ValidationRecord(
            Value.Object([("a", ["b": "-", "c": "x"])]), isText: true)
        #expect(
            try Self.findings([("a.b", "required", ["-"]), ("a.c", "required", ["-"])], on: record)
                == ["/a/b required.missing error"])
    }

    @Test func everyRowOfABatchIsLookedAt() throws {
        let plan = try ValidationPlan(
            RuleSet(
                Field("a", try Self.validator("required, integer", ["N/A", "-1"])),
                Field("b", .integer)), registry: standardRules)
        let records = (0..<300).map { row in
            ValidationRecord(text: [
                ("a", row % 3 == 0 ? "N/A" : row % 3 == 1 ? "-1" : "7"), ("b", "1"),
            ])
        }
        let columns = RecordColumns(fields: plan.fields)
        let batch = columns.batch(of: records, reporting: .init(plan))
        let report = ValidationSession(plan).validate(batch)
        for row in records.indices {
            #expect(
                report.report(row: row).violations.map(\.code)
                    == (row % 3 == 2 ? [] : ["required.missing"]))
        }
    }

    // MARK: - Issues

    @Test(arguments: [
        ("oneOf(\"yes\", \"N/A\")", ["field.missingText"]),
        ("equals(\"N/A\")", ["field.missingText"]),
        ("anyOf(equals(\"N/A\"), integer)", ["field.missingText"]),
        ("notEquals(\"N/A\")", ["field.missingText"]),
        ("integer, oneOf(-1, 1)", ["field.missingText"]), ("oneOf(\"yes\", \"n/a\")", []),
        ("integer, range(-5...5)", []), ("each(equals(\"N/A\"))", []),
    ])
    func aWordThatARuleNamesIsAnIssue(_ rules: String, _ expected: [String]) throws {
        let plan = try ValidationPlan(
            RuleSet(Field("a", try Self.validator(rules, ["N/A", "-1.0"]))), registry: standardRules
        )
        #expect(plan.textIssues.map(\.code) == expected)
    }

    @Test func aWordThatAConditionNamesIsAnIssue() throws {
        let entry = RuleEntry(.required, when: [Condition("a", .equals("N/A"))])
        let plan = try ValidationPlan(
            RuleSet(
                Field("b", Validator(rules: [entry])), Field("c", .requiredIf("a", equals: "N/A")),
                Field("a", Validator(rules: [], missing: ["N/A"]))), registry: standardRules)
        #expect(
            plan.textIssues.map(\.description) == [
                "error[field.missingText] b: equals(\"N/A\") compares 'a' with \"N/A\", which means that the field "
                    + "is missing; remove the text from the rule, or from `missing` of `a`",
                "error[field.missingText] c: requiredIf(a, equals=\"N/A\") compares 'a' with \"N/A\", which means "
                    + "that the field is missing; remove the text from the rule, or from `missing` of `a`",
            ])
        // The rule of the condition would never run.
        let record = ValidationRecord(text: [("a", "N/A"), ("c", "x")])
        #expect(!ValidationSession(plan).trace(record).report.isValid)
    }

    @Test func emptyAndTooManyTextsAreIssues() throws {
        let tooMany = (0..<101).map { "\($0)" }
        for (missing, message) in [
            ([""], "an empty text is missing without an entry in 'missing'"),
            (tooMany, "'missing' has 101 texts; at most 100"),
        ] {
            let error = #expect(throws: RuleSetError.self) {
                try ValidationPlan(
                    RuleSet(Field("a", .required, missing: missing)), registry: standardRules)
            }
            #expect(error?.issues.map(\.code) == ["field.missingText"])
            #expect(error?.issues.map(\.message) == [message])
        }
    }

    @Test func aRecordIsCleanedForThoseWhoReadIt() throws {
        let plan = try ValidationPlan(
            RuleSet(
                Field("a", Validator(rules: [], missing: ["-"])),
                Field("b.c", Validator(rules: [], missing: ["-"])),
                Field("d[*]", Validator(rules: [], missing: ["-"]))), registry: standardRules)
        let fields = Value.Object([
            ("a", "-"), ("b", ["c": "-", "e": "-"]), ("d", ["-", "x"]), ("f", "-"),
        ])
        let cleaned = plan.withoutMissingTexts(ValidationRecord(fields, isText: true))
        #expect(
            Value.object(cleaned.fields).json == #"{"b":{"e":"-"},"d":[null,"x"],"f":"-"}"#)
        #expect(plan.withoutMissingTexts(ValidationRecord(fields)).fields == fields)
    }
}

// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Testing

/// Rules of the record itself, about its members.
struct RecordRuleTests {
    private static func manager(_ rules: String) throws -> ValidatorsManager {
        try ValidatorsManager(
            RuleSet(parsing: "assay: 1\n" + rules), registry: .standard())
    }

    private static func found(_ report: ValidationReport) -> [String] {
        report.violations.map { "\($0.pointer) \($0.code)" }
    }

    private static let contact = """
        record: anyOf(member(email, required, email), member(phone, required, e164))
        fields:
          age: integer
        """

    static let cases: [(String, String, [String])] = [
        (contact, "{}", [" anyOf.none"]),
        (contact, #"{"email":"","phone":null}"#, [" anyOf.none"]),
        (contact, #"{"email":"x","age":1}"#, [" anyOf.none"]),
        (contact, #"{"age":"x"}"#, ["/age integer.kind", " anyOf.none"]),
        (contact, #"{"email":"a@b.example","phone":"x"}"#, []),
        (contact, #"{"phone":"+4930123456"}"#, []),
        (#"record: 'requiredKeys("a", "b")'"#, #"{"a":null}"#, [" requiredKeys.missing"]),
        (#"record: 'requiredKeys("a", "b")'"#, #"{"a":null,"b":1}"#, []),
        (#"record: 'dependentKeys([["a", "b"]])'"#, #"{"a":1}"#, [" dependentKeys.missing"]),
        (#"record: 'dependentKeys([["a", "b"]])'"#, #"{"b":1}"#, []),
        ("record: exactlyOneOf(a, b)", #"{"a":1,"b":1}"#, [" exactlyOneOf.count"]),
        ("record: atLeastOneOf(a, b)", "{}", [" atLeastOneOf.count"]),
        ("record: atMostOneOf(a, b)", "{}", []),
        ("record: not(member(a, equals(1)))", #"{"a":1.0}"#, [" not.passed"]),
        ("record: not(member(a, equals(1)))", #"{"a":2}"#, []),
        ("record: member(a, member(b, required))", #"{"a":{}}"#, [" member.failed"]),
        ("record: member(a, member(b, required))", "{}", []),
        // A key that is like a path, and the name of the section.
        (#"record: 'member("a.b", required)'"#, #"{"a":{"b":1}}"#, [" member.failed"]),
        ("record: member(record, required)\nfields: { record: string }", "{}", [" member.failed"]),
        // Every rule, each with its conditions and its severity.
        (
            """
            record:
              - { rule: "requiredKeys(\\"a\\")", when: { kind: equals("x") } }
              - { rule: "member(b, integer)", severity: warning }
              - member(c, string)
            """, #"{"kind":"x","b":"?","c":1}"#,
            [" requiredKeys.missing", " member.failed", " member.failed"]
        ),
        (
            "record: { rules: \"member(a, required), member(b, required)\", policy: first }", "{}",
            [" member.failed"]
        ),
        // A rule of the record waits for the fields that it names.
        (
            "record: member(a, range(5...))\nfields: { a: integer }", #"{"a":"x"}"#,
            ["/a integer.kind"]
        ),
        (
            """
            record: [{ rule: "member(a, range(5...))", dependencies: any }]
            fields: { a: integer }
            """, #"{"a":"x"}"#, ["/a integer.kind", " member.failed"]
        ),
    ]

    @Test(arguments: cases)
    func membersOfTheRecordAreChecked(
        rules: String, document: String, expected: [String]
    ) throws {
        let manager = try Self.manager(rules)
        let report = manager.validate(json: document)
        #expect(Set(Self.found(report)) == Set(expected))
        let isWarning = report.violations.allSatisfy { $0.severity == .warning }
        #expect(report.isValid == isWarning)
        let record = try #require(ValidationRecord(Value(json: document)))
        #expect(Set(Self.found(manager.validate(record))) == Set(expected))
        // In a batch, each record has an object of its own.
        let others = manager.validate([record, ValidationRecord(Value.Object()), record])
        #expect(Set(Self.found(others[0])) == Set(expected))
        #expect(Self.found(others[0]) == Self.found(others[2]))
    }

    @Test func theFindingHasThePlaceOfTheRecordAndItsNamedMembers() throws {
        let report = try Self.manager(Self.contact)
            .validate(json: #" {"name": "Ada", "email": "x"}"#)
        let violation = try #require(report.violations.first)
        #expect(
            violation.message
                == "must satisfy at least one of member(email, required, email), member(phone, required, e164)"
        )
        #expect(violation.pointer == "" && violation.field == "")
        #expect(violation.value == ["email": "x"])
        #expect(violation.source?.column == 2 && violation.source?.byteLength == 29)
    }

    /// A record with a sensitive value is one itself.
    @Test func aSensitiveFieldHidesTheRecord() throws {
        let manager = try Self.manager(
            Self.contact + "\n  password: { rules: string, sensitive: true }")
        let report = manager.validate(json: #"{"email":"hunter2","password":"hunter2"}"#)
        let violation = try #require(report.violations.first)
        #expect(violation.pointer == "" && violation.value == .absent)
        #expect(!violation.object.json.contains("hunter2"))
    }

    /// A member that is compared with a sensitive field is sensitive itself, and others are not.
    @Test func aComparedMemberIsSensitive() throws {
        let manager = try Self.manager(
            """
            record: member(again, sameAs(password))
            fields:
              password: { rules: string, sensitive: true }
              again: length(...3)
              name: length(...3)
            """)
        let report = manager.validate(
            json: #"{"password":"hunter2","again":"hunter2","name":"Grace"}"#)
        let shown = report.violations.map { "\($0.pointer) \($0.value.json)" }
        #expect(manager.plan.isSensitive("again") && !manager.plan.isSensitive("name"))
        #expect(Set(shown) == ["/again \(Value.absent.json)", #"/name "Grace""#])
    }

    /// Texts are read as the rules of their fields read them.
    @Test(
        arguments: [
            (["age": "17"], [" member.failed"]), (["age": "18"], []), (["age": ""], []), ([:], []),
            (["born": "31.12.2024"], [" member.failed"]), (["born": "01.01.2020"], []),
            (["age": "x"], ["/age integer.notWhole"]), (["age": "NULL"], []),
        ] as [([String: String], [String])])
    func cellsAreReadAsThoseOfTheirFields(
        cells: [String: String], expected: [String]
    ) throws {
        let manager = try Self.manager(
            """
            record: 'member(age, range(18...)), member(born, before("2024-02-01"))'
            fields:
              age: { rules: integer, missing: "NULL" }
              born: 'date("dd.MM.yyyy")'
            """)
        let record = ValidationRecord(text: cells.map { ($0.key, $0.value) })
        #expect(Self.found(manager.validate(record)) == expected)
    }

    /// A rule of the record that compares texts which nothing reads makes no text valid.
    @Test func textsThatNothingReadsAreAnIssue() throws {
        let manager = try Self.manager("record: not(member(a, equals(5)))")
        let report = manager.validate(ValidationRecord(text: [("a", "5")]))
        #expect(report.violations.map(\.code) == ["field.unread"])
        #expect(!report.isValid)
        let read = try Self.manager("record: not(member(a, equals(5)))\nfields: { a: integer }")
        #expect(
            Self.found(read.validate(ValidationRecord(text: [("a", "5")]))) == [" not.passed"])
    }

    @Test func csvHasTheCellsAsMembers() throws {
        let manager = try Self.manager(Self.contact)
        let csv = "email,phone,age\n,,1\nx,,1\na@b.example,,1\n,+4930123456,2\n"
        for chunk in [16, 1 << 20] {
            let run = try StreamRun(manager.plan, csv, format: .csv, chunkBytes: chunk)
            #expect(run.findings.map(\.code) == ["anyOf.none", "anyOf.none"])
        }
    }

    @Test func linesHaveTheMembersOfTheirRecords() throws {
        let manager = try Self.manager(Self.contact)
        let lines = "{}\n{\"phone\":\"+4930123456\"}\n[]\n{\"email\":1}\n"
        let run = try StreamRun(manager.plan, lines, format: .ndjson, chunkBytes: 1 << 20)
        #expect(run.findings.map(\.code) == ["anyOf.none", "record.malformed", "anyOf.none"])
    }

    /// What a partial record leaves out is unknown, and no rule of the record reads it.
    @Test func aPartialRecordIsCheckedWhereItsMembersAreGiven() throws {
        let manager = try Self.manager("record: requiredKeys(\"a\"), exactlyOneOf(b, c)")
        #expect(Self.found(manager.validate(["x": 1], partial: true)) == [])
        #expect(
            Self.found(manager.validate(["b": 1, "c": 2], partial: true)) == [" exactlyOneOf.count"]
        )
    }

    /// A rule says the same of a record and of an object in a field.
    @Test(arguments: [
        "anyOf(member(a, required, integer), member(b, required))",
        "exactlyOne(member(a, present), member(b, notNull, string))",
        "not(member(a, integer))", "not(requiredKeys([\"a\", \"b\"]))",
        "allOf(requiredKeys([\"a\"]), not(member(b, equals({\"a\": 1}))))",
        "dependentKeys({\"a\": [\"b\"]})", "member(a, anyOf(integer, member(b, prohibited)))",
        "member(a, includes(integer, min=2, max=3))", "member(a, each(integer, from=1))",
    ])
    func aRecordIsAnObject(rule: String) throws {
        let expression = try RuleExpression(parsing: rule)
        var ofRecord = RuleSet()
        ofRecord.record = Validator(expression)
        let record = try ValidatorsManager(ofRecord, registry: .standard())
        let field = try ValidatorsManager(
            RuleSet(Field("value", expression)), registry: .standard())
        let values: [Value] = [
            .absent, nil, 1, "x", "", [:], ["a": 1], ["b": 1], [], [1], ["x", 1], [1, 2, "x"],
            [1, 2, 3, 4],
        ]
        var failing = 0
        for a in values {
            for b in values {
                let members = [("a", a), ("b", b), ("c", 1)].filter { $0.1 != .absent }
                let object = Value.Object(members.map { (key: $0.0, value: $0.1) })
                let codes = record.validate(ValidationRecord(object)).violations.map(\.code)
                let expected = field.validate(["value": .object(object)]).violations.map(\.code)
                #expect(codes == expected, "\(Value.object(object).json)")
                if !codes.isEmpty { failing += 1 }
            }
        }
        #expect(failing > 0 && failing < values.count * values.count)
    }

    static let issues: [(String, String)] = [
        (
            "record: maxProperties(20)",
            "r.yaml:2:9: error[record.wholeRecord] record: 'maxProperties(20)' looks at more of the record than the "
                + "members that it names"
        ),
        (
            "record: anyOf(member(a, required), allowedKeys(\"a\"))",
            "r.yaml:2:36: error[record.wholeRecord] record: 'allowedKeys(\"a\")' looks at more of the record than the "
                + "members that it names"
        ),
        (
            "record: object",
            "r.yaml:2:9: error[record.wholeRecord] record: 'object' looks at more of the record than the members "
                + "that it names"
        ),
        (
            "record: member(a, nope)",
            "r.yaml:2:19: error[rule.unknown] record: there is no rule 'nope'"
        ),
        (
            "record: { rules: \"member(a, required)\", sensitive: true }",
            "r.yaml:2:41: error[ruleSet.unknownKey] record: there is no key 'sensitive'; the keys here are rules, "
                + "policy"
        ),
        (
            "record: 5",
            "r.yaml:2:9: error[expression.syntax] record: expected a rule, found '5'"
        ),
    ]

    @Test(arguments: issues)
    func otherRulesOfTheRecordAreIssues(rules: String, expected: String) throws {
        let error = #expect(throws: RuleSetError.self) {
            try ValidatorsManager(
                RuleSet(parsing: "assay: 1\n" + rules, file: "r.yaml"), registry: .standard())
        }
        #expect(error?.issues.count == 1)
        #expect(error?.issues.first?.description.hasPrefix(expected) == true)
    }

    @Test func theRecordIsNotSensitiveByItself() {
        var ruleSet = RuleSet()
        ruleSet.record = Validator(
            .member("a", .required), isSensitive: true, missing: ["NULL"])
        let error = #expect(throws: RuleSetError.self) {
            try ValidatorsManager(ruleSet, registry: .standard())
        }
        #expect(
            error?.issues.map(\.message) == [
                "the record itself cannot have 'sensitive'",
                "the record itself cannot have 'missing'",
            ])
    }

    @Test func membersThatItNamesAreKnown() throws {
        let manager = try Self.manager(
            "unknownFields: reject\nrecord: member(a, integer)\nfields: { b: string }")
        #expect(Self.found(manager.validate(json: #"{"a":1,"b":"x"}"#)) == [])
        #expect(Self.found(manager.validate(json: #"{"c":1}"#)) == ["/c record.unknownField"])
        #expect(manager.plan.namedPaths == ["b", "a"])
        #expect(manager.plan.ownPaths == ["b"])
    }

    @Test func theRuleSetIsWrittenCombinedAndCompared() throws {
        let text = """
            assay: 1
            fields:
              age: integer
            record:
              rules: member(a, required), member(b, required)
              policy: first

            """
        let ruleSet = try RuleSet(parsing: text)
        #expect(try ruleSet.yaml == text)
        #expect(ruleSet != (try RuleSet(parsing: "assay: 1\nfields:\n  age: integer\n")))
        let more = try RuleSet(
            parsing: "assay: 1\nrecord: member(b, required), member(c, required)")
        let all = ruleSet.combined(with: more)
        #expect(
            all.record?.rules.map(\.expression.description) == [
                "member(a, required)", "member(b, required)", "member(c, required)",
            ])
        #expect(all.record?.policy == .first)
        #expect(RuleSet().combined(with: more) == more)
    }
}

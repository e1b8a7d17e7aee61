// SPDX-License-Identifier: Apache-2.0
import AssayRuleSets
import AssayRules
import Testing

@_spi(Engine) @testable import AssayCore

/// Rules about records: their issues, and the rows and values that they see.
@Suite struct RecordsRuleTests {
    private static func plan(_ text: String, folder: String? = "/rules/a.yaml") throws
        -> ValidationPlan
    {
        var ruleSet = try RuleSet(parsing: "assay: 1\n" + text, file: "f")
        if let folder { ruleSet.noteFile(folder) }
        return try ValidationPlan(ruleSet, registry: .standard())
    }

    /// The entries of the first rule about records: row, element, and the parts, or `?` for one that is undecided.
    private static func entries(
        _ text: String, _ records: [String], isText: Bool = false, rule: Int = 0
    ) throws -> [String] {
        let plan = try plan(text)
        let session = ValidationSession(plan)
        return try entries(of: plan.recordsRules[rule], records, isText: isText, session)
    }

    private static func entries(
        of rule: CompiledRecordsRule, _ records: [String], isText: Bool,
        _ session: ValidationSession
    ) throws -> [String] {
        let columns = RecordColumns(fields: session.plan.fields)
        let given = try records.map { text in
            guard case .object(let object) = try JSONValueParser.parse(text) else {
                throw CancellationError()
            }
            return ValidationRecord(object, isText: isText)
        }
        let report = session.validate(columns.batch(of: given, reporting: .init(session.plan)))
        var found: [String] = []
        report.forEachEntry(of: rule) { entry in
            var text = "\(entry.row)" + (entry.element.map { "[\($0)]" } ?? "")
            guard !entry.isUndecided else { return found.append(text + " ?") }
            for index in rule.paths.indices {
                switch entry.part(index) {
                case .missing: text += " -"
                case .value(let value, let ordered):
                    text += " \(Value(value).json)\(ordered == nil ? "" : "*")"
                }
            }
            found.append(text)
        }
        return found
    }

    // MARK: - Issues

    @Test(arguments: [
        (
            "records: [email]",
            "f:2:11: error[records.fieldRule] records: 'email' is a rule about one value; write it under 'fields'; "
                + "the rules about records are average, count, fresh, references, sorted, sum, unique"
        ),
        (
            "records: [uniqe(id)]",
            "f:2:11: error[rule.unknown] records: there is no rule 'uniqe' about records; did you mean 'unique'?"
        ),
        (
            "records: [unique]",
            "f:2:11: error[argument.missing] records: unique needs the argument 'fields', paths of fields"
        ),
        (
            "records:\n  - unique(a, b, a)",
            "f:3:5: error[records.parts] records: the key names 'a' twice; name each field once"
        ),
        (
            "records:\n  - unique(a[*].x, b[*].y)",
            "f:3:5: error[field.elements] records: the key has parts from two arrays: 'a[*].x' is in another one; "
                + "name fields of one array, and fields without [*]"
        ),
        (
            "records:\n  - unique(a[*].b[*])",
            "f:3:5: error[field.elements] records: 'a[*].b[*]' has more than one [*]; name a field with one [*] at most"
        ),
        (
            "records: [{ rule: count(1...), tolerance: 3 }]",
            "f:2:19: error[ruleSet.tolerance] records: 'count' takes no tolerance; remove 'tolerance', which only the "
                + "rules of fields, references and unique have"
        ),
        (
            "records: [count]",
            "f:2:11: error[argument.invalid] records: count: argument 'min' or 'max' must be given; write a range such "
                + "as 1..."
        ),
        (
            "records: ['count(min=5, max=1)']",
            "f:2:12: error[argument.invalid] records: count: argument 'min' must not be greater than 'max'; swap "
                + "the bounds"
        ),
        (
            #"records: ['fresh(at, within="P1M")']"#,
            "f:2:12: error[argument.invalid] records: fresh: argument 'within' must be a duration of weeks, days, "
                + "hours, minutes and seconds; write one such as PT24H or P7D; months and years have no fixed length"
        ),
        (
            #"records: ['fresh(at, within="PT24H")']"#,
            "f:2:12: error[records.reading] records: fresh(at, within=\"PT24H\") needs dates, and no rule reads 'at'; "
                + "add a rule that reads it to 'fields', such as 'at: dateTime'"
        ),
        (
            "fields: { at: dateTime }\nrecords: ['sum(at, 0...)']",
            "f:3:12: error[records.reading] records: sum(at, 0...) needs numbers, and 'at' is read as a date and time; "
                + "name a field that is read so, or change the rule that reads it"
        ),
        (
            "sources: { customers: { file: c.csv, key: [id] } }\nrecords: ['references(id, custmers)']",
            "f:3:12: error[source.unknown] records: there is no source 'custmers'; did you mean 'customers'?"
        ),
        (
            "records: ['references(id, people)']",
            "f:2:12: error[source.unknown] records: there is no source 'people'; write it under 'sources:', such as "
                + "'people: { file: people.csv, key: [id] }'"
        ),
        (
            "sources: { s: { file: c.csv, key: [a, b] } }\nrecords: ['references(id, s)']",
            "f:3:12: error[source.key] records: 1 field refers to 's', whose key has 2; name as many fields as the key "
                + "of the source has, in its order"
        ),
        (
            "sources: { s: { file: c.csv, self: true, key: id } }\nrecords: ['references(id, s)']",
            "f:2:12: error[source.self] s: the source is the data set itself and has a file; remove 'self' or 'file'"
        ),
        (
            "records: [{ rule: unique(a), when: { b: emial } }]",
            "f:2:41: error[rule.unknown] records: there is no rule 'emial'; did you mean 'email'?"
        ),
    ])
    func whatIsWrongIsSaid(text: String, message: String) {
        let error = #expect(throws: RuleSetError.self) { try Self.plan(text) }
        #expect(error?.description == message)
    }

    @Test func aRuleSetWithoutAFileNamesNoFile() {
        let text = "sources: { s: { file: c.csv, key: id } }\nrecords: ['references(id, s)']"
        let error = #expect(throws: RuleSetError.self) { try Self.plan(text, folder: nil) }
        #expect(
            error?.description
                == "f:2:12: error[source.file] s: only a rule set that is read from a file can name files; remove "
                + "'file', and pass the source with '--source s=FILE'")
    }

    @Test(arguments: [
        (
            65,
            "f:67:5: error[ruleSet.tooManyRules] 65 rules under 'records'; at most 64; split the rule set"
        )
    ])
    func rulesHaveALimit(count: Int, message: String) throws {
        let rules = (0..<count).map { "  - unique(f\($0))" }
        let error = #expect(throws: RuleSetError.self) {
            try Self.plan("records:\n" + rules.joined(separator: "\n"))
        }
        #expect(error?.description == message)
        #expect(
            try Self.plan("records:\n" + rules.dropLast().joined(separator: "\n")).recordsRules
                .count == 64)
    }

    @Test func partsAndSourcesHaveLimits() throws {
        let fields = (0..<17).map { "f\($0)" }
        let parts = #expect(throws: RuleSetError.self) {
            try Self.plan("records: ['unique(\(fields.joined(separator: ", ")))']")
        }
        #expect(parts?.issues.map(\.message) == ["the key has 17 parts; at most 16"])
        let sources = (0..<65).map { "  s\($0): { key: id }" }
        let many = #expect(throws: RuleSetError.self) {
            try Self.plan("sources:\n\(sources.joined(separator: "\n"))\nrecords: [count(1...)]")
        }
        #expect(many?.issues.map(\.message) == ["65 sources; at most 64"])
    }

    // MARK: - Entries

    @Test func missingPartsAreMissing() throws {
        #expect(
            try Self.entries(
                "records: ['unique(a, b)']", [#"{"a": null, "b": ""}"#, #"{"b": [1]}"#])
                == [#"0 - """#, "1 - [1]"])
    }

    @Test func aTextIsReadAsTheFieldIs() throws {
        let records = [#"{"a": "7"}"#, #"{"a": "7.0"}"#, #"{"a": "NULL"}"#, #"{"a": "x"}"#]
        #expect(
            try Self.entries("records: ['unique(a)']", records, isText: true)
                == [#"0 "7""#, #"1 "7.0""#, #"2 "NULL""#, #"3 "x""#])
        #expect(
            try Self.entries(
                "fields: { a: { rules: number, missing: \"NULL\" } }\nrecords: ['unique(a)']",
                records, isText: true)
                == ["0 7", "1 7.0", "2 -", #"3 "x""#])
    }

    @Test func momentsAndAddressesHaveAnOrderAndVersionsAreTexts() throws {
        let fields = "fields: { t: dateTime, i: ip, v: semver, d: decimalText }\n"
        #expect(
            try Self.entries(
                fields + "records: ['unique(t, i, v, d)']",
                [#"{"t": "2024-01-01T00:00:00Z", "i": "::1", "v": "1.0.0", "d": "1.50"}"#])
                == [#"0 "2024-01-01T00:00:00Z"* "::1"* "1.0.0" "1.50"*"#])
    }

    @Test func conditionsDecideWhichRowsAreSeen() throws {
        let text = "records: [{ rule: unique(a), when: { c: 'oneOf(\"DE\")' } }]"
        #expect(
            try Self.entries(
                text, [#"{"a": 1, "c": "FR"}"#, #"{"a": 2, "c": "DE"}"#, #"{"a": 3}"#]) == ["1 2"])
    }

    @Test func recordsWithErrorsAreLeftOutOnRequest() throws {
        let fields = "fields: { a: integer, w: [{ rule: integer, severity: warning }] }\n"
        let records = [#"{"a": "x"}"#, #"{"a": 1, "w": "x"}"#]
        #expect(try Self.entries(fields + "records: ['unique(a)']", records) == [#"0 "x""#, "1 1"])
        #expect(
            try Self.entries(fields + "records: [{ rule: unique(a), onlyValid: true }]", records)
                == ["1 1"])
    }

    @Test func elementsHaveEntriesOfTheirOwn() throws {
        #expect(
            try Self.entries(
                "records: ['unique(id, items[*].sku)']",
                [
                    #"{"id": 1, "items": [{"sku": "a"}, {}, {"sku": "b"}]}"#, #"{"id": 2}"#,
                    #"{"id": 3, "items": []}"#, #"{"id": 4, "items": [{"sku": "a"}]}"#,
                ]) == [#"0[0] 1 "a""#, "0[1] 1 -", #"0[2] 1 "b""#, #"3[0] 4 "a""#])
    }

    /// Elements that a test proves to pass are in the key all the same.
    @Test func elementsThatPassAreSeen() throws {
        #expect(
            try Self.entries(
                "fields: { 'tags[*]': 'length(1...20)' }\nrecords: ['unique(tags[*])']",
                [#"{"tags": ["a", "b"]}"#, #"{"tags": ["a"]}"#])
                == [#"0[0] "a""#, #"0[1] "b""#, #"1[0] "a""#])
    }

    @Test func anArrayThatIsNotLookedIntoIsUndecided() throws {
        #expect(
            try Self.entries(
                "fields: { items: maxItems(1), 'items[*].sku': string }\nrecords: ['unique(items[*].sku)']",
                [#"{"items": [{"sku": "a"}, {"sku": "b"}]}"#, #"{"items": [{"sku": "a"}]}"#])
                == ["0 ?", #"1[0] "a""#])
    }

    @Test(arguments: [
        ("unique(a.b)", #"{"a": 7}"#, ["0 ?"]), ("unique(a.b)", #"{"a": null}"#, ["0 -"]),
        ("unique(a[*])", #"{"a": {}}"#, ["0 ?"]), ("unique(a[*].b)", #"{"a": [7]}"#, ["0[0] ?"]),
        ("unique(a[0])", #"{"a": {"0": 1}}"#, ["0 ?"]),
    ])
    func aPathThroughAnotherKindIsUndecided(rule: String, record: String, entries: [String]) throws
    {
        #expect(try Self.entries("records: ['\(rule)']", [record]) == entries)
    }

    @Test func aConditionThatCannotBeDecidedIsSaid() throws {
        let plan = try Self.plan("records: [{ rule: unique(a), when: { b: required } }]")
        let session = ValidationSession(plan)
        session.limits = ExecutionLimits(timeout: .zero)
        #expect(
            try Self.entries(
                of: plan.recordsRules[0], [#"{"a": 1, "b": 1}"#], isText: false, session) == ["0 ?"]
        )
    }

    /// A value that a rule about numbers cannot use is left out only if a rule of its field reports it.
    @Test func aValueThatNoRuleReportsIsUndecided() throws {
        let records = [#"{"n": "x"}"#, #"{"n": 2.5}"#, #"{"n": true}"#, "{}"]
        #expect(
            try Self.entries("records: ['sum(n, 0...)']", records) == [
                "0 ?", "1 2.5*", "2 ?", "3 -",
            ])
        #expect(
            try Self.entries("fields: { n: number }\nrecords: ['sum(n, 0...)']", records)
                == ["0 -", "1 2.5*", "2 -", "3 -"])
        #expect(
            try Self.entries(
                "fields: { n: [{ rule: number, when: { k: required } }] }\nrecords: ['sum(n, 0...)']",
                records)
                == ["0 ?", "1 2.5*", "2 ?", "3 -"])
    }

    @Test func anInfiniteNumberIsUndecidedAndNaNIsMissing() throws {
        let plan = try Self.plan("fields: { n: number }\nrecords: ['sum(n, 0...)']")
        let session = ValidationSession(plan)
        let columns = RecordColumns(fields: plan.fields)
        let records = [Double.infinity, .nan, 1].map {
            ValidationRecord(Value.Object([("n", .number($0))]))
        }
        let report = session.validate(columns.batch(of: records, reporting: .init(plan)))
        var undecided: [Bool] = []
        report.forEachEntry(of: plan.recordsRules[0]) { undecided.append($0.isUndecided) }
        #expect(undecided == [true, false, false])
    }

    @Test func textThatNoRuleReadsIsAnIssueOfRecordsFromText() throws {
        #expect(
            try Self.plan("records: ['sum(n, 0...)']").textIssues.map(\.description) == [
                "f:2:12: error[field.unread] records: sum(n, 0...) needs numbers, and no rule reads "
                    + "'n'; add a rule that reads it to 'fields', such as 'n: number'"
            ])
        #expect(
            try Self.plan("fields: { n: number }\nrecords: ['sum(n, 0...)']").textIssues.isEmpty)
        // A condition that is never met in text would leave out all records.
        #expect(
            try Self.plan("records: [{ rule: unique(a), when: { n: range(18...) } }]").textIssues
                .map(\.code) == ["field.unread"])
        #expect(
            try Self.plan("records: ['unique(o.b)']").cellIssues.map(\.code) == ["field.cell"])
    }

    // MARK: - Sources

    @Test func aSourceIsReadAsTheFieldThatRefersToIt() throws {
        let text = """
            sources: { c: { file: c.csv, key: [id] } }
            fields: { customerId: { rules: integer, missing: "-" } }
            records: ['references(customerId, c)']
            """
        let plan = try Self.plan(text)
        let source = try #require(plan.sourcePlan(of: plan.recordsRules[0]))
        #expect(plan.ownKey(of: plan.recordsRules[0]) == nil)
        #expect(source.fields == ["id"])
        #expect(plan.sources.map(\.path) == ["/rules/c.csv"])
        #expect(
            try Self.entries(
                of: source.recordsRules[0], [#"{"id": "7"}"#, #"{"id": "-"}"#], isText: true,
                ValidationSession(source)) == ["0 7", "1 -"])
    }

    @Test func aTreeRefersToItself() throws {
        let plan = try Self.plan(
            "sources: { parents: { self: true, key: [id] } }\nrecords: ['references(parentId, parents)']"
        )
        let rule = try #require(plan.recordsRules.first)
        let key = try #require(plan.ownKey(of: rule))
        #expect(plan.sourcePlan(of: rule) == nil && plan.recordsRules.count == 1)
        #expect(
            try Self.entries(
                of: key, [#"{"id": 1}"#, #"{"parentId": 1}"#], isText: false,
                ValidationSession(plan))
                == ["0 1", "1 -"])
        #expect(plan.fields == ["parentId", "id"])
    }

    // MARK: - Findings

    @Test func violationsSayWhereTheFirstRecordIs() throws {
        let plan = try Self.plan(
            "records: ['unique(id)', 'unique(country, taxId)', 'unique(items[*].sku)']")
        let one = plan.recordsRules[0]
        let line = one.violation(
            "unique.repeated", at: one.pointer(element: nil),
            parameters: [MessageParameter("first", 17)])
        #expect(line.description == "/id: is the same as in line 17 (unique.repeated)")
        let elsewhere = one.violation(
            "unique.repeated",
            parameters: [MessageParameter("first", 3), MessageParameter("file", "b.csv")],
            isRecord: true)
        #expect(elsewhere.message == "is the same as in record 3 of b.csv")
        let several = plan.recordsRules[1].violation(
            "unique.repeated", parameters: [MessageParameter("first", 17)])
        #expect(several.message == "has the same country, taxId as line 17")
        #expect(plan.recordsRules[1].pointer(element: nil) == "")
        #expect(plan.recordsRules[2].pointer(element: 4) == "/items/4/sku")
        let german = RuleRegistry.standard().messages(in: "de")
        #expect(german.message(of: line) == "ist dasselbe wie in Zeile 17")
        #expect(one.fault(.recordsIncomplete).code == "fault.recordsIncomplete")
    }

    @Test func aSingleRecordSaysWhatIsNotChecked() throws {
        let ruleSet = try RuleSet(parsing: "assay: 1\nrecords: ['unique(id)', count(1...)]")
        let manager = try ValidatorsManager(ruleSet, registry: .standard())
        let report = manager.validate(["id": 1])
        #expect(report.unchecked == ["unique(id)", "count(1...)"])
        #expect(
            report.json()
                == #"{"valid":true,"violations":[],"unchecked":["unique(id)","count(1...)"]}"#)
        #expect(
            ProblemDetails(report).json.contains(
                #""unchecked":["unique(id)","count(1...)"],"errors":[]"#))
        #expect(
            manager.validate([ValidationRecord(Value.Object([("id", 1)]))]).map(\.unchecked) == [
                report.unchecked
            ])
    }

    @Test func namedFieldsAreKnown() throws {
        let plan = try Self.plan(
            "unknownFields: reject\nrecords: [{ rule: 'unique(a, o.b)', when: { c: required } }]")
        #expect(plan.fields == ["a", "o", "c"])
        #expect(plan.namedPaths.map(\.description) == ["a", "o.b", "c"])
    }

    // MARK: - Tolerance of fields

    @Test func toleratedFailuresAreWarningsInADataSet() throws {
        let text = """
            assay: 1
            fields:
              email: [{ rule: email, tolerance: 50 % }]
              total: [{ rule: number, tolerance: 0 }, range(0...)]
            """
        let ruleSet = try RuleSet(parsing: text)
        #expect(ruleSet.hasTolerances)
        let alone = try ValidatorsManager(ruleSet, registry: .standard())
        #expect(alone.validate(["email": "x"]).violations.map(\.severity) == [.error])
        let plan = try ValidationPlan(ruleSet.ofDataSet, registry: .standard())
        let session = ValidationSession(plan)
        session.statistics = RuleStatistics(plan)
        let columns = RecordColumns(fields: plan.fields)
        let records = ["x", "y", "a@b.de"].map {
            ValidationRecord(Value.Object([("email", .string($0)), ("total", "abc")]))
        }
        let report = session.validate(columns.batch(of: records, reporting: .init(plan)))
        // What no rule could read is reported once.
        #expect(report.invalidCount == 0 && report.count == 5)
        #expect((0..<5).allSatisfy { report.isTolerated(at: $0) })
        let counts = try ToleranceCounts(#require(session.statistics), of: plan)
        #expect(counts.saved == [2, 3, 3, 3])
        var twice = counts
        twice += try #require(ToleranceCounts(saved: counts.saved, of: plan))
        #expect(twice.saved == [4, 6, 6, 6])
        #expect(ToleranceCounts(saved: [1], of: plan) == nil)
        #expect(
            counts.violations(in: plan).map(\.description) == [
                "/email: failed email in 2 of 3 cases (66.67 %); at most 50 % may fail (email.tolerance)",
                "/total: failed number in 3 of 3 cases (100 %); at most 0 may fail (number.tolerance)",
            ])
        #expect(counts.violations(in: plan).map(\.severity) == [.error, .error])
    }

    @Test func rulesAboutRecordsAreCombinedAndCompared() throws {
        let text =
            "assay: 1\nsources: { c: { self: true, key: id } }\nrecords: ['unique(id)', count(1...)]"
        let one = try RuleSet(parsing: text, file: "a")
        let same = try RuleSet(
            parsing: text.replacing("records: [", with: "records:  ["), file: "b")
        #expect(one == same)
        #expect(one != RuleSet([]))
        let other = try RuleSet(parsing: "assay: 1\nrecords: [count(1...), 'unique(b)']")
        let all = one.combined(with: other)
        #expect(
            all.records.map(\.entry.expression.description) == [
                "unique(id)", "count(1...)", "unique(b)",
            ])
        #expect(all.sources.map(\.name) == ["c"])
    }

    @Test func everyRuleHasExamplesThatCompile() throws {
        for definition in RuleRegistry.standard().recordsRules {
            for example in definition.examples {
                let fields = example.fields.map { "\($0.key): '\($0.value)'" }.joined(
                    separator: ", ")
                _ = try Self.plan("fields: { \(fields) }\nrecords: ['\(example.expression)']")
                #expect(
                    example.code.map { code in definition.rule.codes.contains { $0.id == code } }
                        ?? true)
            }
        }
    }
}

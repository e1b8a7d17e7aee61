// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Testing

/// Records with a part of the fields: what is absent is unknown, and what is there is checked.
struct PartialRecordTests {
    private static let ruleSet = RuleSet(
        [
            Field("name", .required, .length(2...60)),
            Field("email", .required, .email),
            Field("id", .prohibited),
            Field("note", .present),
            Field("country", .oneOf("DE", "FR")),
            Field(
                "vat",
                Validator(rules: [
                    RuleEntry(.required, when: [Condition("country", .equals("DE"))]),
                    RuleEntry(.requiredIf("country", equals: "FR")),
                ])),
            Field("password", .length(8...)),
            Field("passwordAgain", .requiredWith("password"), .sameAs("password")),
            Field("address.zip", .required, .digits(5)),
            Field("items[*].sku", .required),
            Field("items[*].currency", .sameAs("currency")),
            Field("items[0].first", .required),
        ], unknownFields: .reject)

    private static func manager() throws -> ValidatorsManager {
        try ValidatorsManager(ruleSet, registry: .standard())
    }

    private static func found(_ report: ValidationReport) -> [String] {
        (report.violations.map { "\($0.pointer) \($0.code)" }).sorted()
    }

    static let cases: [(String, [String])] = [
        // Null and empty values are given.
        (#"{"name":null}"#, ["/name required.null"]),
        (#"{"name":""}"#, ["/name required.empty"]),
        (#"{"email":"x"}"#, ["/email email.syntax"]),
        (#"{"id":7}"#, ["/id prohibited.present"]),
        // An object that is given without a member, one without members, and none.
        (#"{"address":{"zip":null}}"#, ["/address/zip required.null"]),
        (#"{"address":null}"#, ["/address/zip required.missing"]),
        (#"{"address":"x"}"#, ["/address path.object", "/address/zip required.missing"]),
        (#"{"address":{}}"#, []),
        // Arrays replace others, so that their elements are whole.
        (
            #"{"items":[{}]}"#,
            ["/items/0/first required.missing", "/items/0/sku required.missing"]
        ),
        (#"{"items":[]}"#, ["/items/0/first required.missing"]),
        (#"{"items":[{"sku":1,"first":1,"currency":"EUR"}]}"#, []),
        (
            #"{"items":[{"sku":1,"first":1,"currency":"EUR"}],"currency":"USD"}"#,
            ["/items/0/currency sameAs.different"]
        ),
        // Conditions and other fields.
        (#"{"country":"XX"}"#, ["/country oneOf.other"]),
        (#"{"country":"DE"}"#, []),
        (#"{"vat":null}"#, []),
        (#"{"country":"DE","vat":null}"#, ["/vat required.null"]),
        (#"{"country":"FR","vat":null}"#, ["/vat requiredIf.missing"]),
        (#"{"password":"long enough"}"#, []),
        (#"{"passwordAgain":"x"}"#, []),
        (
            #"{"password":"long enough","passwordAgain":"other"}"#,
            ["/passwordAgain sameAs.different"]
        ),
        // Names that the rule set does not know.
        (#"{"phnoe":"030"}"#, ["/phnoe record.unknownField"]),
        (#"{"address":{"zpi":"1"}}"#, ["/address/zpi record.unknownField"]),
        ("{}", []),
    ]

    /// What a trace says of each rule is what a validation does.
    @Test(arguments: cases)
    func tracesAgree(document: String, expected: [String]) throws {
        let session = ValidationSession(try Self.manager().plan)
        session.isPartial = true
        let record = try #require(ValidationRecord(JSONValueParser.parse(document)))
        let trace = session.trace(record)
        #expect(trace.report.isPartial)
        let failed = trace.rules.filter { $0.outcome == .failed }
        #expect(
            failed.map { "\($0.pointer) \($0.code?.id ?? "")" }.sorted()
                == expected.filter { !$0.hasSuffix("record.unknownField") })
    }

    @Test func aTraceNamesTheUnknownField() throws {
        let ruleSet = RuleSet(
            Field("a", .sameAs("b.c")),
            Field("d", Validator(rules: [RuleEntry(.required, when: [Condition("e", .email)])])),
            Field("f", .required))
        let session = ValidationSession(
            try ValidatorsManager(ruleSet, registry: .standard()).plan)
        session.isPartial = true
        #expect(
            session.trace(["a": 1, "d": .null]).rules.map(\.outcome) == [
                .skipped(.unknown(field: "b.c")), .skipped(.unknown(field: "e")),
                .skipped(.unknown(field: "f")),
            ])
    }

    @Test(arguments: cases)
    func absentFieldsAreUnknown(document: String, expected: [String]) throws {
        let manager = try Self.manager()
        let report = manager.validate(json: document, partial: true)
        #expect(Self.found(report) == expected)
        #expect(report.isPartial)
        let record = try #require(ValidationRecord(Value(json: document)))
        #expect(Self.found(manager.validate(record, partial: true)) == expected)
    }

    /// The session of a partial validation serves a whole one afterwards.
    @Test func aWholeValidationAfterwardsIsWhole() throws {
        let manager = try Self.manager()
        #expect(manager.validate(json: "{}", partial: true).isValid)
        let report = manager.validate(json: "{}")
        #expect(!report.isPartial)
        #expect(
            Self.found(report) == [
                "/address/zip required.missing", "/email required.missing",
                "/items/0/first required.missing", "/name required.missing", "/note present.absent",
            ])
        #expect(manager.validate([:], partial: true).isValid)
        #expect(!manager.validate([:]).isValid)
    }

    @Test func aFormGivesItsEmptyFields() throws {
        let manager = try ValidatorsManager(
            RuleSet(Field("name", .required), Field("tags", .required)), registry: .standard())
        let record = ValidationRecord(form: [("name", "")])
        #expect(Self.found(manager.validate(record, partial: true)) == ["/name required.missing"])
        let array = ValidationRecord(form: [("tags[]", "")])
        #expect(Self.found(manager.validate(array, partial: true)) == ["/tags required.missing"])
        #expect(manager.validate(ValidationRecord(form: []), partial: true).isValid)
    }

    /// A word for a missing value is one that the record gives.
    @Test func aWordForAMissingValueIsGiven() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                parsing:
                    "assay: 1\nfields: {name: {rules: required, missing: ['N/A']}, age: required}"),
            registry: .standard())
        let record = ValidationRecord(text: [("name", "N/A")])
        #expect(Self.found(manager.validate(record, partial: true)) == ["/name required.missing"])
    }

    @Test func theReportSaysThatItIsPartial() throws {
        let manager = try Self.manager()
        let valid = manager.validate(json: "{}", partial: true)
        #expect(valid.json() == #"{"valid":true,"violations":[],"partial":true}"#)
        let invalid = manager.validate(json: #"{"id":7}"#, partial: true)
        #expect(invalid.json().hasSuffix(#","partial":true}"#))
        #expect(ProblemDetails(invalid).json.contains(#""partial":true,"errors":["#))
        let malformed = manager.validate(json: "[", partial: true)
        #expect(malformed.isPartial && !malformed.isValid)
        let long = manager.validate(json: "{}", limits: JSONLimits(maximumBytes: 1), partial: true)
        #expect(long.isPartial && !long.isValid)
        #expect(!manager.validate(json: #"{"id":7}"#).json().contains("partial"))
    }

    @Test func anArrayHasPartialRecords() throws {
        let report = try Self.manager().validate(jsonArray: #"[{}, {"name": null}]"#, partial: true)
        #expect(report.records.map(Self.found) == [[], ["/name required.null"]])
        #expect(report.document.isPartial && report.records.allSatisfy(\.isPartial))
        #expect(try Self.manager().validate(jsonArray: "[", partial: true).document.isPartial)
    }

    @Test func asynchronousRulesOfGivenFieldsRun() async throws {
        let manager = try Self.manager()
        let report = await manager.validate(
            json: #"{"name":null}"#, within: AsyncLimits(), partial: true)
        #expect(Self.found(report) == ["/name required.null"] && report.isPartial)
        let record = await manager.validate(["name": nil], within: AsyncLimits(), partial: true)
        #expect(Self.found(record) == ["/name required.null"] && record.isPartial)
    }
}

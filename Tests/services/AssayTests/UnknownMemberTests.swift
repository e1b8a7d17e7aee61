// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// Members that the rule set does not know, of objects whose members it names.
struct UnknownMemberTests {
    private static let fields = """
        fields:
          address.zip: digits(5)
          address.geo.lat: number
          items[*].sku: string
          items[0].first: string
          open: type("object")
          keys: allowedKeys("a", "b")
          both: requiredKeys("a")
          both.b: string
          secret.pin: { rules: digits, sensitive: true }
          vault: { rules: [], sensitive: true }
          vault.key: string
        """

    private static func manager(_ policy: String) throws -> ValidatorsManager {
        try ValidatorsManager(
            RuleSet(parsing: "assay: 1\nunknownFields: \(policy)\n" + fields), registry: .standard()
        )
    }

    static let cases: [(String, [String])] = [
        (#"{"address":{"isAdmin":true}}"#, ["/address/isAdmin"]),
        (
            #"{"address":{"zip":"12345","zap":1,"geo":{"lon":1}}}"#,
            ["/address/zap", "/address/geo/lon"]
        ),
        (#"{"items":[{"sku":"a","x":1},{"first":"b"}]}"#, ["/items/0/x", "/items/1/first"]),
        (#"{"items":[{"sku":"a","first":"b"}]}"#, []),
        (#"{"open":{"anything":{"x":1}}}"#, []),
        (#"{"keys":{"a":1,"b":{"c":1}}}"#, []),
        (#"{"both":{"a":1,"b":"x","c":1}}"#, ["/both/c"]),
        (#"{"secret":{"pin":"1","pan":"2"}}"#, ["/secret/pan"]),
        // The name is a part of a value that no report shows.
        (#"{"vault":{"key":"a","4111111111111111":"b"}}"#, ["/vault"]),
        (#"{"address":{"a~/b":1}}"#, ["/address/a~0~1b"]),
        (#"{"address":[{"x":1}],"x":1}"#, ["/x"]),
    ]

    private static func unknown(_ report: ValidationReport) -> [String] {
        report.violations.filter { $0.code == "record.unknownField" }.map(\.pointer)
    }

    @Test(arguments: cases)
    func unknownMembersAreRejected(document: String, expected: [String]) throws {
        let manager = try Self.manager("reject")
        let report = manager.validate(json: document)
        #expect(Set(Self.unknown(report)) == Set(expected))
        #expect(expected.isEmpty || !report.isValid)
        let record = try #require(ValidationRecord(Value(json: document)))
        #expect(Set(Self.unknown(manager.validate(record))) == Set(expected))
        #expect(Set(Self.unknown(manager.validate([record, record])[1])) == Set(expected))
        #expect(Self.unknown(try Self.manager("allow").validate(json: document)) == [])
    }

    @Test func warnWarns() throws {
        let manager = try Self.manager("warn")
        for report in [
            manager.validate(json: #"{"address":{"x":1}}"#),
            manager.validate(["address": ["x": 1]]),
        ] {
            #expect(Self.unknown(report) == ["/address/x"])
            #expect(report.isValid && report.violations.allSatisfy { $0.severity == .warning })
        }
    }

    @Test func theViolationHasItsPlaceAndText() throws {
        let report = try Self.manager("reject").validate(json: #"{"address": {"isAdmin": true}}"#)
        let violation = try #require(report.violations.first)
        #expect(
            violation.description
                == "/address/isAdmin: is not a field of the rule set (record.unknownField)")
        #expect(violation.source?.column == 25 && violation.source?.byteLength == 4)
    }

    /// Findings beyond the limit are counted.
    @Test func theirNumberIsBounded() throws {
        let ruleSet = RuleSet(
            [Field("a.b", .string)], unknownFields: .reject, maximumViolations: 3)
        let manager = try ValidatorsManager(ruleSet, registry: .standard())
        let members = (0..<10).map { "\"x\($0)\":1" }.joined(separator: ",")
        let report = manager.validate(json: "{\"a\":{\(members)}}")
        #expect(report.violations.count == 3)
        #expect(report.droppedCount == 7)
        #expect(!report.isValid)
    }
}

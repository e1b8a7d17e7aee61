// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Testing

/// Bodies that are arrays of records.
struct JSONArrayTests {
    private let manager: ValidatorsManager

    init() throws {
        manager = try ValidatorsManager(
            RuleSet(Field("name", .required, .string), Field("age", .range(18...))),
            registry: .standard())
    }

    private static func lines(_ report: ValidationReport) -> [String] {
        report.violations.map { violation in
            "\(violation.pointer) \(violation.code) \(violation.message)"
                + (violation.source.map {
                    " \($0.record) \($0.byteOffset)+\($0.byteLength) \($0.line):\($0.column)"
                } ?? "")
        }
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let text: String
        let document: [String]
        let records: [[String]]
        var testDescription: String { text.replacing("\u{0}", with: "NUL") }

        init(_ text: String, _ document: [String], _ records: [[String]] = []) {
            (self.text, self.document, self.records) = (text, document, records)
        }
    }

    private static func malformed(_ rest: String) -> String {
        " record.malformed cannot be parsed: " + rest
    }

    static let wrong = [
        Wrong("", [malformed("not an array 0 0+0 1:1")]),
        Wrong(" \n ", [malformed("not an array 0 3+0 2:2")]),
        Wrong("\u{FEFF}\n {}", [malformed("not an array 0 5+0 2:2")]),
        Wrong(#"{"name":"Ann"}"#, [malformed("not an array 0 0+0 1:1")]),
        Wrong("null", [malformed("not an array 0 0+0 1:1")]),
        Wrong("[", [malformed("unterminated array 0 1+0 1:2")]),
        Wrong(
            "[,]", [malformed("missing element 0 1+0 1:2"), malformed("missing element 0 2+0 1:3")]),
        Wrong(
            #"[{"name":"Ann"}"#, [malformed("unterminated array 1 15+0 1:16")], [[]]),
        Wrong(
            #"[{"name":"Ann"}] x"#, [malformed("text after the array or object 1 17+0 1:18")],
            [[]]),
        Wrong(
            "[1, null, []]", [],
            [
                [malformed("not an object 1 1+1 1:2")],
                [malformed("not an object 2 4+4 1:5")],
                [malformed("not an object 3 10+2 1:11")],
            ]),
        Wrong(
            "[{\"name\":\"\u{0}\"},\n{\"name\":7}]", [],
            [
                [malformed("control character in a string 1 10+3 1:11")],
                ["/name string.kind must be a string 2 23+1 2:9"],
            ]),
    ]

    @Test(arguments: wrong) func whatIsWrongHasItsPlace(_ wrong: Wrong) {
        let report = manager.validate(jsonArray: wrong.text)
        #expect(!report.isValid)
        #expect(Self.lines(report.document) == wrong.document)
        #expect(report.records.map { Self.lines($0) } == wrong.records)
    }

    @Test func recordsAreThoseOfTheirDocuments() throws {
        var signups = BrokenSignups(seed: 21)
        let registry = RuleRegistry.standard()
        let ruleSet = try RuleSetLoader.load(file: Repository.signupRuleSet, registry: registry)
            .ruleSet
        let manager = try ValidatorsManager(ruleSet, registry: registry)
        for count in 0..<40 {
            let texts = (0..<count).map { _ in signups.record() }
            let report = manager.validate(jsonArray: "[" + texts.joined(separator: " ,\n") + "]")
            #expect(report.document.isValid)
            let found = report.records.map { $0.violations.map { "\($0.pointer) \($0.code)" } }
            let expected = texts.map { text in
                manager.validate(json: text).violations.map { "\($0.pointer) \($0.code)" }
            }
            #expect(found == expected)
        }
    }

    @Test func arraysOfEveryKindGiveOneReport() {
        let text = #"[{"name":"A"}, {"name":1}, {"name":"\ud800"}]"#
        let bytes = Array(text.utf8)
        let expected = manager.validate(jsonArray: text)
        #expect(expected.records.map(\.isValid) == [true, false, false])
        #expect(manager.validate(jsonArray: bytes) == expected)
        #expect(manager.validate(jsonArray: ([0] + bytes + [0])[1...bytes.count]) == expected)
        #expect(manager.validate(jsonArray: text.utf8) == expected)
        #expect(bytes.withUnsafeBytes { manager.validate(jsonArray: $0) } == expected)
        #expect(manager.validate(jsonArray: bytes.lazy.map { $0 }) == expected)
        #expect(manager.validate(jsonArray: [0x5B, 0x5D]).isValid)
        #expect(!manager.validate(jsonArray: []).isValid)
    }

    @Test func truncatedArraysAreInvalid() {
        let text = Array(#"[{"name":"A,]"}, {"name":"B","age":18}]"#.utf8)
        #expect(manager.validate(jsonArray: text).isValid)
        for count in text.indices {
            let report = manager.validate(jsonArray: text.prefix(count))
            #expect(!report.isValid, "\(count)")
            #expect(report.records.count <= 2)
        }
    }

    @Test func limitsRejectTheDocumentOrARecord() {
        let text = #"[{"name":"A"}, {"name":"B","a":{"b":[1]}}]"#
        func messages(_ limits: JSONLimits) -> [[String]] {
            let report = manager.validate(jsonArray: text, limits: limits)
            return ([report.document] + report.records).map { $0.violations.map(\.message) }
        }
        func malformed(_ reason: String) -> [String] { ["cannot be parsed: \(reason)"] }
        #expect(messages(JSONLimits(maximumRecords: 2)) == [[], [], []])
        #expect(messages(JSONLimits(maximumRecords: .max)) == [[], [], []])
        #expect(messages(JSONLimits(maximumRecords: 1)) == [malformed("too many records")])
        #expect(messages(JSONLimits(maximumRecords: .min)) == [malformed("too many records")])
        #expect(messages(JSONLimits(maximumKeys: 3)) == [[], [], []])
        #expect(messages(JSONLimits(maximumKeys: 2)) == [[], [], malformed("too many keys")])
        #expect(messages(JSONLimits(maximumDepth: 2)) == [[], [], malformed("nesting too deep")])
        #expect(messages(JSONLimits(maximumBytes: 9)) == [malformed("record too long")])
        let surplus = manager.validate(
            jsonArray: "[{},\n {}]", limits: JSONLimits(maximumRecords: 1))
        #expect(
            Self.lines(surplus.document) == [Self.malformed("too many records 0 6+0 2:2")])
        // What one call has left does not disturb the next.
        #expect(manager.validate(json: #"{"name":"A"}"#).isValid)
        #expect(manager.validate(jsonArray: "[]").isValid)
    }

    @Test func hugeArraysAreBounded() {
        let many = "[" + String(repeating: "{},", count: 20_000) + "{}]"
        #expect(
            Self.lines(manager.validate(jsonArray: many).document)
                == [Self.malformed("too many records 0 30001+0 1:30002")])
        let deep = String(repeating: "[", count: 500_000)
        #expect(!manager.validate(jsonArray: deep).isValid)
        let missing = manager.validate(
            jsonArray: "[" + String(repeating: "{},", count: 9999) + "{}]")
        #expect(missing.records.count == 10_000)
        #expect(missing.records.allSatisfy { $0.violations.map(\.code) == ["required.missing"] })
    }
}

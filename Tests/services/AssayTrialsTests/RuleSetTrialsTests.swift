// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayTrials
import Testing

/// Rule sets on data, as a page tries them.
@Suite struct RuleSetTrialsTests {
    private let trying = Trying()

    @Test(arguments: [
        ("", "the body is not JSON: expected a JSON value at byte 0"),
        ("{", "the body is not JSON: expected a key in double quotes at byte 1"),
        ("[]", "the body must be an object with 'rules' and 'data', not an array"),
        (#"{"rules":1}"#, "'rules' must be a string, not a number"),
        (#"{"data":null}"#, "'data' must be a string, not null"),
        (#"{"rule":""}"#, "there is no member 'rule'; did you mean 'rules'?"),
        (#"{"plugins":["/tmp/x.so"]}"#, "there is no member 'plugins'"),
        (#"{"format":"xml"}"#, "'format' must be json, ndjson or csv, not 'xml'"),
        (#"{"why":1}"#, "'why' must be an object, not a number"),
        (#"{"why":{"record":0}}"#, "'why.record' must be an integer from 1"),
        (#"{"why":{"row":1}}"#, "'why' has 'record' and 'field', not 'row'"),
        (
            #"{"examples":{}}"#,
            "'examples' must be {\"field\": …} or {\"rules\": …}, with a string"
        ),
    ])
    func malformedRequestIsRejected(request: String, expected: String) {
        #expect(trying.rejection(request) == expected)
    }

    @Test func requestThatIsNotUTF8IsRejected() {
        guard case .malformed(let detail) = trying.trials.answer(to: [0x7B, 0xFF, 0x7D]) else {
            Issue.record("the request was tried")
            return
        }
        #expect(detail == "the body is not UTF-8; send JSON in UTF-8")
    }

    @Test func textsBeyondTheLimitsAreRejected() {
        var limits = TrialLimits()
        limits.maximumRuleBytes = 10
        limits.maximumDataBytes = 20
        let trying = Trying(trials: RuleSetTrials(limits: limits))
        #expect(
            trying.rejection(#"{"rules":"01234567890"}"#)
                == "too large: 'rules' has 11 bytes; at most 10 can be tried")
        #expect(
            trying.rejection(#"{"data":"012345678901234567890"}"#)
                == "too large: 'data' has 21 bytes; at most 20 can be tried")
        let long = String(repeating: " ", count: limits.maximumRequestBytes + 1)
        #expect(
            trying.rejection(long) == "too large: the body has 4277 bytes; at most 4276 are read")
    }

    // MARK: - Rule sets

    @Test(arguments: [
        ("", "ruleSet.empty 1:1-1:1 "),
        ("assay: 1\nfields:\n  a: requird\n", "rule.unknown 3:6-3:13 requird"),
        ("assay: 1\nfields:\n  a: length(3..20)\n", "expression.range 3:14-3:18 ..20"),
        ("assay: 1\nfields:\n  a: \"oneOf(\\\"é😀\\\"), nope\"\n", "rule.unknown 3:23-3:27 nope"),
        ("\u{FEFF}assay: 1\nfields:\n  a: nope\n", "rule.unknown 3:6-3:10 nope"),
        ("assay: 1\nplugins: [fleet]\nfields: {}\n", "plugin.missing 2:11-2:16 fleet"),
        ("assay: 1\nfields:\n  a: regex(/(/)\n", "pattern.syntax 3:6-3:11 regex"),
    ])
    func issueOfTheRuleSetHasItsPlace(rules: String, expected: String) throws {
        let answer = try trying.answer(["rules": .string(rules)])
        #expect(answer["isUsable"] == false)
        let issue = answer["diagnostics"][0]
        #expect(issue["code"].text + " " + issue.part(of: rules) == expected)
        #expect(answer["findings"] == .absent)
    }

    @Test func allIssuesAreListed() throws {
        let rules = "assay: 1\nfields:\n  a: nope\n  b: length(x)\nmore: 1\n"
        let answer = try trying.answer(["rules": .string(rules)])
        #expect(answer["diagnostics"].elements.count == 3)
        #expect(answer["omittedDiagnostics"] == 0)
    }

    @Test func aRuleSetOfTooManyRulesIsNotTried() throws {
        let rules = "assay: 1\nfields:\n  a: each(" + String(repeating: "email, ", count: 300)
        let answer = try trying.answer(["rules": .string(rules + "uuid)\n")])
        #expect(
            answer["diagnostics"][0]["message"] == "302 rules, and at most 300 can be tried")
    }

    @Test(arguments: ["/etc/passwd", "file:///etc/passwd", "../../etc/passwd"])
    func noFileIsRead(path: String) throws {
        for text in ["!include \(path)", "<<: \(path)", path] {
            let answer = try trying.answer(["rules": .string(text), "data": .string(path)])
            #expect(!answer.json.contains("root:"))
            #expect(answer["isUsable"] == false)
        }
    }

    // MARK: - Findings

    private static let rules =
        "assay: 1\nfields:\n  name: required, length(3...20)\n  tags[*]: \"length(...2)\"\n"

    /// Rules for cells, which are no arrays.
    private static let rulesOfCells = "assay: 1\nfields:\n  name: required, length(3...20)\n"

    @Test(arguments: [
        ("ndjson", "{\"name\":\"😀\"}\n", "length.tooShort 1:9-1:13 \"😀\""),
        (
            "ndjson", "{\"name\":\"abc\"}\n{\"é\":\"😀\",\"name\":\"b\"}",
            "length.tooShort 2:18-2:21 \"b\""
        ),
        (
            "json", "[\r\n  {\"name\":\"abc\",\"tags\":[\"a\",\"abc\"]}]",
            "length.tooLong 2:29-2:34 \"abc\""
        ),
        ("csv", "name,tags\nabc,\n\"b\",1\n", "length.tooShort 3:1-3:4 \"b\""),
        ("ndjson", "{\"name\":\"abc\"}\n{\"name\":\n", "record.malformed 2:9-2:9 "),
        ("json", "[{\"name\":\"abc\"},7]", "record.malformed 1:17-1:18 7"),
    ])
    func findingHasItsPlaceInTheData(format: String, data: String, expected: String) throws {
        let answer = try trying.answer([
            "rules": .string(format == "csv" ? Self.rulesOfCells : Self.rules),
            "data": .string(data), "format": .string(format),
        ])
        #expect(answer["isUsable"] == true)
        let findings = answer["findings"].elements
        #expect(
            findings.map { $0["code"].text + " " + $0.part(of: data) } == [expected],
            "\(answer.json)")
    }

    @Test func findingNamesTheRuleAndItsPlace() throws {
        let data = #"{"name":"ab","tags":["abc"]}"#
        let answer = try trying.answer([
            "rules": .string(Self.rules), "data": .string(data), "language": "de-AT, en;q=0.5",
        ])
        let findings = answer["findings"].elements
        #expect(findings.map(\.["expression"].text) == ["length(3...20)", "length(...2)"])
        #expect(
            findings.map { $0["rulePlace"].part(of: Self.rules) } == [
                "3:19-3:33 length(3...20)", "4:13-4:25 length(...2)",
            ])
        #expect(findings[0]["message"] == "muss mindestens 3 Zeichen haben")
        #expect(findings[1]["pointer"] == "/tags/0")
        #expect(answer["totals"]["violations"] == 2)
        #expect(answer["format"] == "ndjson")
    }

    @Test func inputThatCannotBeReadIsSaid() throws {
        let answer = try trying.answer([
            "rules": .string(Self.rulesOfCells), "data": "other\n1\n", "format": "csv",
        ])
        #expect(
            answer["input"]["message"]
                == "'the data' has no column 'name'")
        #expect(answer["answer"] == ["result": "malformed", "status": 400])
    }

    @Test(arguments: [
        ("", "empty", 200), ("[]", "empty", 200), ("x", "malformed", 400),
        ("[{\"name\":\"abc\"}", "malformed", 400), ("[{\"name\":\"abc\"},x]", "invalid", 422),
        ("{}", "invalid", 422), ("{\"name\":\"abc\"}", "valid", 200),
    ])
    func resultAndStatusOfARequestAreSaid(data: String, result: String, status: Int) throws {
        let answer = try trying.answer(["rules": .string(Self.rules), "data": .string(data)])
        #expect(
            answer["answer"] == ["result": .string(result), "status": .integer(Int64(status))],
            "\(answer.json)")
    }

    @Test(arguments: [
        // Of a record with two warnings, one is kept.
        (
            "name:\n    - { rule: length(...2), severity: warning }\n"
                + "    - { rule: length(...1), severity: warning }",
            "name\nabc\n", "valid", 200
        ),
        // A column that the rule set rejects, without a record.
        ("name: required", "name,other\n", "invalid", 422),
        ("name: required", "name\n", "empty", 200),
    ])
    func resultIsThatOfRecordsAndHeader(
        field: String, data: String, result: String, status: Int
    ) throws {
        let rules = "assay: 1\nunknownFields: reject\nmaximumViolations: 1\nfields:\n  \(field)\n"
        let answer = try trying.answer([
            "rules": .string(rules), "data": .string(data), "format": "csv",
        ])
        #expect(
            answer["answer"] == ["result": .string(result), "status": .integer(Int64(status))],
            "\(answer.json)")
    }

    @Test func noticesAreAboutTheDataAsAWhole() throws {
        func notices(_ data: String) throws -> Value {
            try trying.answer(["rules": .string(Self.rules), "data": .string(data)])["notices"]
        }
        #expect(
            try notices("[]") == [
                [
                    "severity": "warning", "code": "input.noRecords",
                    "message": "no record was read", "help": "send at least one record",
                ]
            ])
        #expect(
            try notices("[{\"name\":\"abc\",\"tagz\":[]},{\"name\":\"abc\"}]") == [
                [
                    "severity": "warning", "code": "field.neverSeen",
                    "message": "no record has the field 'tags[*]'",
                    "help": "did you mean 'tagz', which the first records have?",
                ]
            ])
        #expect(try notices("{\"name\":\"abc\",\"tags\":[\"a\"]}") == [])
    }

    @Test func listsEndAtTheirLimits() throws {
        var limits = TrialLimits()
        limits.maximumFindings = 3
        limits.maximumRecords = 5
        let trying = Trying(trials: RuleSetTrials(limits: limits))
        let data = String(repeating: "{}\n", count: 9)
        let answer = try trying.answer(["rules": .string(Self.rules), "data": .string(data)])
        #expect(answer["findings"].elements.count == 3)
        #expect(answer["totals"]["violations"] == 5)
        #expect(answer["totals"]["isCut"] == true)
        // A record that was not read can change both.
        #expect(answer["answer"] == .absent)
        #expect(answer["notices"] == .absent)
        let whole = try trying.answer([
            "rules": .string(Self.rules), "data": .string("[{},{},{},{},{}]\n"),
        ])
        #expect(whole["totals"]["records"] == 5)
        #expect(whole["totals"]["isCut"] == false)
    }

    /// The pattern takes exponential time on this text; its search ends at its limit.
    @Test func patternsEndAtTheirLimits() throws {
        let rules = "assay: 1\nfields:\n  a: regex(/^(a+)+\\1$/)\n"
        let data = "{\"a\":\"" + String(repeating: "a", count: 5000) + "b\"}"
        let answer = try trying.answer([
            "rules": .string(rules), "data": .string(data), "why": [:],
        ])
        #expect(answer["findings"][0]["severity"] == "fault")
        #expect(answer["why"]["verdict"] == "undecided")
    }

    @Test func nothingIsDecidedAfterTheTimeout() throws {
        var limits = TrialLimits()
        limits.timeout = .zero
        let trying = Trying(trials: RuleSetTrials(limits: limits))
        let answer = try trying.answer([
            "rules": .string(Self.rules), "data": "{\"name\":\"abcd\"}",
            "examples": ["field": "name"],
        ])
        #expect(answer["findings"][0]["code"] == "fault.deadline")
        #expect(answer["examples"]["isComplete"] == false)
    }
}

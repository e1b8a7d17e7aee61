// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// Sensitive values stay out of everything that is written.
@Suite struct SensitiveValueTests {
    private static let rules = """
        assay: 1
        fields:
          user: length(3...)
          password: { rules: 'length(8...), regex(/[0-9]/)', sensitive: true }
          account: type("string")
          account.pin: { rules: length(4...4), sensitive: true }
          age: required

        """

    /// Every record breaks every rule, is malformed or names the secret twice.
    private static let records = """
        {"user":"Al","password":"hunter","account":{"pin":"hunter"},"age":1}
        {"password":"hunter","user":"Al"
        {"password":"hunter","user":"Al","password":"hunter"}

        """

    @Test(
        arguments: ["full", "concise", "ndjson", "json", "sarif", "junit", "github", "summary"],
        [[], ["--max-errors", "3"]])
    func secretIsNeverWritten(format: String, limit: [String]) throws {
        let workshop = try Workshop()
        try workshop.write(Self.rules, to: "r.yaml")
        try workshop.write(Self.records, to: "a.ndjson")
        let result = try RuleShellTool.run(
            [
                "validate", "-r", "r.yaml", "-f", format, "--summary", "-", "--stats", "--html",
                "page.html", "a.ndjson",
            ] + limit, in: workshop)
        #expect(result.status == 1)
        #expect(result.output.contains("length.tooShort"))
        for text in [result.output, result.errors, try workshop.read("page.html")] {
            #expect(!text.contains("hunter"))
        }
    }

    @Test(
        arguments: ["full", "concise", "ndjson", "json", "sarif", "junit", "github", "summary"])
    func repeatedSecretIsNeverWritten(format: String) throws {
        let workshop = try Workshop()
        try workshop.write(
            """
            assay: 1
            fields:
              password: { rules: 'required, length(8...24)', sensitive: true }
              passwordConfirm: required, sameAs(password)

            """, to: "r.yaml")
        try workshop.write(
            "{\"password\":\"correct Horse 7\",\"passwordConfirm\":\"hunter\"}\n", to: "a.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", format, "--html", "page.html", "a.ndjson"],
            in: workshop)
        #expect(result.status == 1)
        #expect(result.output.contains("sameAs.different"))
        for text in [result.output, result.errors, try workshop.read("page.html")] {
            #expect(!text.contains("hunter"))
        }
        let tried = try RuleShellTool.run(
            ["try", "--rules", "r.yaml", "passwordConfirm", "hunter"], in: workshop)
        #expect(tried.output.contains("[sensitive]"))
        #expect(!tried.output.contains("hunter"))
    }

    // MARK: - Identities

    /// A fingerprint without a key could be compared with those of all values there can be.
    @Test(arguments: [
        ("ssn", "ssn: { rules: required, sensitive: true }"),
        ("[id, o.ssn]", "o: { rules: object, sensitive: true }"),
        ("ssn", "ssn: sameAs(secret)\n  secret: { rules: required, sensitive: true }"),
    ])
    func sensitiveIdentityHasNoFingerprint(identity: String, field: String) throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: \(identity)\nfields:\n  age: range(18...)\n  \(field)\n",
            to: "r.yaml")
        func fingerprint(_ secret: String) throws -> Value {
            try workshop.write(
                "{\"id\":1,\"age\":1,\"ssn\":\"\(secret)\",\"secret\":\"\(secret)\","
                    + "\"o\":{\"ssn\":\"\(secret)\"}}\n", to: "a.ndjson")
            let result = try RuleShellTool.run(
                ["validate", "-r", "r.yaml", "-f", "sarif", "a.ndjson"], in: workshop)
            let log = try JSONValueParser.parse(result.output)
            return log["runs"][0]["results"][0]["partialFingerprints"]
        }
        let one = try fingerprint("17000101")
        #expect(one["assayFinding/v2"] == .absent)
        guard case .string = one["assayFinding/v1"] else {
            throw TestFailure(description: one.json)
        }
        #expect(try fingerprint("20240229") == one)
    }

    @Test(arguments: [["--baseline", "b"], ["--write-baseline", "b"]])
    func sensitiveIdentityHasNoBaseline(options: [String]) throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: [id, ssn]\nfields:\n  ssn: { rules: required, sensitive: true }\n",
            to: "r.yaml")
        try workshop.write("{\"id\":1}\n", to: "a.ndjson")
        let before = try workshop.contents()
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml"] + options + ["a.ndjson"], in: workshop)
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[baseline.identity] 'identity' names 'ssn', which is sensitive: \
                        its value can be found by trying values against the lines of a baseline
                        help: name a field under 'identity' that is not sensitive

                        """))
        #expect(try workshop.contents() == before)
    }

    // MARK: - Members

    /// A part of a sensitive value, and a value with a sensitive part, are sensitive.
    @Test(arguments: [
        ("o: { rules: object, sensitive: true }", "o.k: length(9...)", "o.k", "hunter"),
        ("a: { rules: array, sensitive: true }", "a[*].k: length(9...)", "a[0].k", "hunter"),
        ("o.k: { rules: length(9...), sensitive: true }", "o: object", "o", #"{"k":"hunter"}"#),
        ("p: { rules: sameAs(q), sensitive: true }", "q: length(9...)", "q", "hunter"),
    ])
    func memberOfASensitiveValueIsNotShown(
        sensitive: String, other: String, field: String, value: String
    ) throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  \(sensitive)\n  \(other)\n", to: "r.yaml")
        for options in [[], ["--text"]] where field != "o" || options.isEmpty {
            let result = try RuleShellTool.run(
                ["try", "-r", "r.yaml"] + options + [field, value], in: workshop)
            #expect(result.output.contains("\"[sensitive]\""), "\(result.output)\(result.errors)")
            #expect(!result.output.contains("hunter") && !result.errors.contains("hunter"))
        }
        let prompt = try Prompt.run(
            ["\(field) \(value)", ":why", ":last", ":mode json", "\(field) \(value)"], in: workshop,
            ["-r", "r.yaml"])
        #expect(prompt.output.contains("[sensitive]"), "\(prompt.output)\(prompt.errors)")
        #expect(!prompt.output.contains("hunter") && !prompt.errors.contains("hunter"))
    }

    @Test func pageShowsOtherValuesAndNoLine() throws {
        let workshop = try Workshop()
        try workshop.write(Self.rules, to: "r.yaml")
        try workshop.write(Self.records, to: "a.ndjson")
        _ = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "--html", "page.html", "a.ndjson"], in: workshop)
        let page = try workshop.read("page.html")
        #expect(page.contains("<code>&quot;Al&quot;</code>"))
        #expect(page.contains("<p>[sensitive]</p>"))
        #expect(!page.contains("<pre>"))
    }

    /// It contains the state of the report and the page.
    @Test(arguments: ["concise", "junit"])
    func secretIsNotInACheckpoint(format: String) throws {
        let workshop = try Workshop()
        try workshop.write(Self.rules, to: "r.yaml")
        try workshop.write(Self.records, to: "a.ndjson")
        _ = try RuleShellTool.run(
            [
                "validate", "-r", "r.yaml", "-f", format, "-o", "out", "--html", "page.html",
                "--checkpoint", "c", "a.ndjson",
            ], in: workshop)
        let checkpoint = try workshop.read("c")
        #expect(checkpoint.contains("Al"))
        #expect(!checkpoint.contains("hunter"))
    }

    /// A case shows codes and places, never the record.
    @Test func secretOfAFixtureIsNotWritten() throws {
        let workshop = try Workshop()
        try workshop.write(Self.rules, to: "r.yaml")
        try workshop.write(
            "cases:\n  - record: { user: Alma, password: hunter, age: 1 }\n    valid: true\n",
            to: "r.test.yaml")
        for arguments in [["test", "r.yaml"], ["test", "--json", "r.yaml"], ["check", "r.yaml"]] {
            let result = try RuleShellTool.run(arguments, in: workshop)
            #expect(result.output.contains("length.tooShort /password"))
            #expect(!result.output.contains("hunter") && !result.errors.contains("hunter"))
        }
    }

    @Test func onlyTheValueInQuestionIsShown() throws {
        let workshop = try Workshop()
        try workshop.write(Self.rules, to: "r.yaml")
        try workshop.write(Self.records, to: "a.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "--max-errors", "2", "a.ndjson"], in: workshop)
        #expect(
            result.output == """
                error[length.tooShort] /user must have at least 3 characters
                  --> a.ndjson:1:9
                   |
                 1 | …"Al"…
                   |  ^^^^
                   = rule: length(3...) of user at r.yaml:3:9
                   = help: ruleshell explain length.tooShort

                error[length.tooShort] /password must have at least 8 characters
                  --> a.ndjson:1:25
                   | [sensitive]
                   = rule: length(8...) of password at r.yaml:4:23
                   = help: ruleshell explain length.tooShort


                """)
    }
}

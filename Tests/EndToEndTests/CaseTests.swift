// SPDX-License-Identifier: Apache-2.0
import Testing

/// `ruleshell test`.
@Suite struct CaseTests {
    private static let cases = """
        {"id":"a#1","rule":"length","args":{"min":2},"value":"ab","valid":true,"note":"x"}
        {"id":"a#2","rule":"length","args":{"min":2},"value":"a","valid":true}
        {"rule":"length","args":{"min":2,"unit":"bytes"},"value":"é","valid":true}

        {"rule":"anyOf","args":{"rules":["email","length(...2)"]},"value":"ab","valid":true}
        {"rule":"regex","args":{"pattern":"("},"value":"a","valid":false}
        {"rule":"telepathy","args":{},"value":"a","valid":false}
        {"rule":"required","value":0,"valid":true}

        """

    @Test func scoresDisagreementsAndUnknownRulesAreShown() throws {
        let workshop = try Workshop()
        try workshop.write(Self.cases, to: "a.jsonl")
        let result = try RuleShellTool.run(["test", "a.jsonl"], in: workshop)
        #expect(result.errors == "")
        #expect(
            result.output == """
                anyOf 1/1
                length 2/3
                  a#2: length(min=2) of "a": expected valid, got invalid
                regex 0/1
                  regex(pattern="(") of "a": expected invalid, got error[pattern.syntax] the pattern is \
                wrong: missing closing parenthesis at offset 1; (\\n ^
                required 1/1
                telepathy is not registered: 1 case not tested

                """)
        #expect(result.status == 1)
    }

    @Test func scoresAreJSON() throws {
        let workshop = try Workshop()
        try workshop.write(
            Self.cases + #"{"rule":"telepathy","value":1,"valid":true}"#, to: "a.jsonl")
        let result = try RuleShellTool.run(["test", "--json", "a.jsonl"], in: workshop)
        #expect(
            result.output == #"{"rules":[{"rule":"anyOf","passed":1,"total":1,"disagreements":[]},"#
                + #"{"rule":"length","passed":2,"total":3,"disagreements":[{"id":"a#2","args":{"min":2},"#
                + #""value":"a","expected":"valid","actual":"invalid","error":null}]},"#
                + #"{"rule":"regex","passed":0,"total":1,"disagreements":[{"id":null,"#
                + #""args":{"pattern":"("},"value":"a","expected":"invalid","actual":"unusable","#
                + #""error":"error[pattern.syntax] the pattern is wrong: missing closing "#
                + #"parenthesis at offset 1; (\n ^"}]},"#
                + #"{"rule":"required","passed":1,"total":1,"disagreements":[]}],"#
                + #""unknown":[{"rule":"telepathy","total":2}],"#
                + #""totals":{"passed":4,"unknown":2,"total":8}}"# + "\n")
        #expect(result.status == 1)
    }

    @Test func agreementEndsWithZero() throws {
        let workshop = try Workshop()
        try workshop.write(#"{"rule":"email","value":"a@b.example","valid":true}"#, to: "a.jsonl")
        let result = try RuleShellTool.run(["test", "a.jsonl", "a.jsonl"], in: workshop)
        #expect(result == ProcessResult(status: 0, output: "email 2/2\n", errors: ""))
    }

    @Test(
        arguments: [
            ("{", "the line is not JSON: expected a key in double quotes at byte 1"),
            ("[]", "the line is not a JSON object"),
            (#"{"value":1,"valid":true}"#, #"the case has no "rule""#),
            (#"{"rule":1,"value":1,"valid":true}"#, #""rule" is not a string"#),
            (#"{"rule":"email","args":[],"value":1,"valid":true}"#, #""args" is not an object"#),
            (#"{"rule":"email","valid":true}"#, #"the case has no "value""#),
            (#"{"rule":"email","value":1}"#, #"the case has no "valid""#),
            (#"{"rule":"email","value":1,"valid":"yes"}"#, #""valid" is not true or false"#),
            (
                #"{"rule":"integer","value":"1","txt":true,"valid":true}"#,
                #"a case has no member "txt"; did you mean "text"?"#
            ),
            (
                #"{"rule":"email","value":"a","expect":[],"valid":true}"#,
                #"a case has no member "expect""#
            ),
            (
                #"{"rule":"email","value":"a","valid":true,"valid":false}"#,
                #"the case has "valid" twice"#
            ),
            (
                #"{"rule":"email","value":"a","text":1,"valid":true}"#,
                #""text" is not true or false"#
            ),
            (
                #"{"rule":"integer","value":1,"text":true,"valid":true}"#,
                #""value" is not a string, which "text" asks for"#
            ),
        ])
    func otherLinesAreErrors(line: String, message: String) throws {
        let workshop = try Workshop()
        try workshop.write("\n" + line + "\n", to: "a.jsonl")
        let result = try RuleShellTool.run(["test", "a.jsonl"], in: workshop)
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        a.jsonl:2:1: error[case.form] \(message)
                        help: a case is {"rule": ID, "args": {NAME: VALUE}, "value": VALUE, \
                        "valid": true or false}, perhaps with "id", "text", "source", \
                        "note" and "why"

                        """))
    }

    @Test func textOfACaseIsRead() throws {
        let workshop = try Workshop()
        try workshop.write(
            """
            {"rule":"integer","value":"1x","text":true,"valid":false}
            {"rule":"integer","value":"15","text":true,"valid":true}
            {"rule":"integer","value":"15","text":false,"valid":false}
            {"rule":"required","value":"","text":true,"valid":false}
            {"rule":"required","value":null,"text":true,"valid":false}
            {"rule":"integer","value":"","text":true,"valid":true}

            """, to: "a.jsonl")
        let result = try RuleShellTool.run(["test", "a.jsonl"], in: workshop)
        #expect(
            result
                == ProcessResult(status: 0, output: "integer 4/4\nrequired 2/2\n", errors: ""))
    }

    @Test func fileThatCannotBeReadEndsWithThree() throws {
        let result = try RuleShellTool.run(["test", "missing.jsonl"], in: try Workshop())
        #expect(
            result
                == ProcessResult(
                    status: 3, output: "",
                    errors: """
                        ruleshell: error[input.unreadable] cannot read 'missing.jsonl': \
                        No such file or directory
                        help: name a file that exists and may be read

                        """))
    }
}

// SPDX-License-Identifier: Apache-2.0
import Testing

/// `validate -f github`.
@Suite struct GitHubTests {
    @Test func findingsAreWorkflowCommands() throws {
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "github", "people.ndjson"],
            in: try Workshop.people())
        #expect(
            result.output == """
                ::error file=people.ndjson,line=2,col=9,endColumn=13,title=length.tooShort::/name must \
                have at least 3 characters: "Bo"
                ::error file=people.ndjson,line=2,col=20,endColumn=22,title=range.tooSmall::/age must \
                be at least 18: 17
                ::error file=people.ndjson,line=4,col=33,endColumn=71,title=fault.matchLimit::/code \
                could not be checked by regex: the pattern's match limit was reached
                ::error file=people.ndjson,line=3,col=9,title=record.malformed::cannot be parsed: \
                unexpected end of the record
                ::warning file=people.ndjson,line=2,col=30,endColumn=37,title=length.tooLong::/nick \
                must have at most 3 characters: "abcde"

                """)
        #expect(result.status == 1)
    }

    @Test func textIsEscaped() throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nfields:\n  a:\n    - rule: required\n      message: \"50%,\\n::error::x\"\n",
            to: "r.yaml")
        try workshop.write("{}\n", to: "a,b:c%.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "github", "a,b:c%.ndjson"], in: workshop)
        #expect(
            result.output == "::error file=a%2Cb%3Ac%25.ndjson,line=1,col=1,endColumn=3,"
                + "title=required.missing::/a 50%25,%0A::error::x\n")
    }

    @Test(arguments: ["1", "3"])
    func annotationsEndAtTheLimitsOfGitHub(jobs: String) throws {
        let workshop = try Workshop.people()
        let line = "{\"name\":\"Anna\",\"age\":17,\"nick\":\"abcd\",\"code\":\"aa\"}\n"
        try workshop.write(String(repeating: line, count: 20_000), to: "many.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "github", "-j", jobs, "many.ndjson"],
            in: workshop)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("::error file=many.ndjson,") } == 10)
        #expect(lines.count { $0.hasPrefix("::warning file=many.ndjson,") } == 10)
        #expect(
            String(lines.last ?? "")
                == "::notice title=ruleshell::39980 more findings are not shown: GitHub "
                + "shows 10 errors and 10 warnings of a step")
        #expect(lines.count == 21)
    }

    /// A rule with very many findings leaves room for the others.
    @Test(arguments: ["1", "3"])
    func oneOfEachRuleComesFirst(jobs: String) throws {
        let workshop = try Workshop.people()
        let line = "{\"name\":\"Anna\",\"age\":17}\n"
        try workshop.write(
            String(repeating: line, count: 20_000) + "{\"name\":\"Bö\",\"age\":18}\n",
            to: "many.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "github", "-j", jobs, "many.ndjson"],
            in: workshop)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(
            Array(lines.prefix(3)) == [
                "::error file=many.ndjson,line=1,col=22,endColumn=24,title=range.tooSmall::/age must "
                    + "be at least 18: 17 (1 of 20000 findings of the rule)",
                "::error file=many.ndjson,line=20001,col=9,endColumn=13,title=length.tooShort::/name "
                    + "must have at least 3 characters: \"Bö\"",
                "::error file=many.ndjson,line=2,col=22,endColumn=24,title=range.tooSmall::/age must "
                    + "be at least 18: 17",
            ])
        #expect(
            lines.dropLast().last
                == "::warning title=field.neverSeen::no record has the fields 'code' and 'nick'; check "
                + "the spelling of the fields in the rule set")
        #expect(lines.count == 12)
    }

    @Test func summaryOfTheStepIsMarkdown() throws {
        let workshop = try Workshop.people()
        let process = try ChildProcess(
            "/usr/bin/env",
            [
                "GITHUB_STEP_SUMMARY=step.md", try RuleShellTool.product("ruleshell"), "validate",
                "-r", "people.yaml", "-f", "github", "people.ndjson",
            ], in: workshop.path)
        _ = try process.finish()
        #expect(
            try workshop.read("step.md") == #"""
                ### ruleshell: 4 records, 1 valid, 3 invalid

                | findings | field | rule | codes |
                |---:|---|---|---|
                | 1 | name | length(3...20) | length.tooShort 1 |
                | 1 | age | range(18...120) | range.tooSmall 1 |
                | 1 | code | regex(/^(a+)+\\1$/) | fault.matchLimit 1 |
                | 1 | nick | length(...3) | length.tooLong 1 |
                | 1 | (record) | readable | record.malformed 1 |


                """#)
    }
}

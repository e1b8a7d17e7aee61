// SPDX-License-Identifier: Apache-2.0
import Testing

/// `ruleshell test` with fixtures.
@Suite struct FixtureTests {
    private static let cases = """
        rules: people.yaml
        cases:
          - name: too young and too short
            record: { name: Bo, age: 17 }
            expect:
              - range.tooSmall /age
              - length.tooShort
          - name: all is well
            record: { name: Anna, age: 33, nick: abcd }
            valid: true
          - record: { name: Anna, age: "33" }
            text: true
            expect: []
          - expression: length(3...20)
            value: ab
            expect: length.tooShort
          - name: wrong on purpose
            record: { name: Anna, age: 17 }
            expect: [range.tooLarge /age, length.tooLong]
          - record: { name: Anna, age: 33 }
            valid: false
          - record: { name: A }
            valid: true

        """

    @Test func disagreementsHaveTheirPlaces() throws {
        let workshop = try Workshop.people()
        try workshop.write(Self.cases, to: "cases.yaml")
        let result = try RuleShellTool.run(["test", "cases.yaml"], in: workshop)
        #expect(
            result
                == ProcessResult(
                    status: 1,
                    output: """
                        cases.yaml 4/7
                          cases.yaml:17:5: wrong on purpose: missing range.tooLarge /age, length.tooLong; \
                        found range.tooSmall /age
                          cases.yaml:20:5: missing a violation
                          cases.yaml:22:5: found length.tooShort /name, required.missing /age

                        """, errors: ""))
    }

    @Test func scoresAreJSON() throws {
        let workshop = try Workshop.people()
        try workshop.write(
            "{\"name\":\"n\",\"record\":{\"name\":\"Anna\",\"age\":1},\"expect\":[]}\n"
                + "{\"rule\":\"email\",\"value\":\"a\",\"valid\":false}\n", to: "people.test.jsonl")
        let result = try RuleShellTool.run(["test", "--json", "people.test.jsonl"], in: workshop)
        #expect(
            result.output
                == #"{"rules":[{"rule":"email","passed":1,"total":1,"disagreements":[]}],"#
                + #""unknown":[],"fixtures":[{"file":"people.test.jsonl","passed":0,"total":1,"#
                + #""disagreements":[{"name":"n","line":1,"column":1,"missing":[],"#
                + #""unexpected":["range.tooSmall /age"],"error":null}]}],"#
                + #""totals":{"passed":1,"unknown":0,"total":2}}"# + "\n")
        #expect(result.status == 1)
    }

    @Test(arguments: [["people.yaml"], ["."], ["people.test.yaml"]])
    func fixturesAreBesideTheRules(paths: [String]) throws {
        let workshop = try Workshop.people()
        try workshop.write(
            "cases:\n  - record: { name: Anna, age: 33 }\n    expect: []\n", to: "people.test.yaml")
        let result = try RuleShellTool.run(["test"] + paths, in: workshop)
        let file = paths == ["."] ? "./people.test.yaml" : "people.test.yaml"
        #expect(result == ProcessResult(status: 0, output: "\(file) 1/1\n", errors: ""))
    }

    @Test func coverageNamesTheRulesThatNoCaseBreaks() throws {
        let workshop = try Workshop.people()
        try workshop.write(
            "cases:\n  - record: { name: Bo, age: 1.5 }\n    valid: false\n", to: "people.test.yaml"
        )
        let result = try RuleShellTool.run(["test", "--coverage", "people.yaml"], in: workshop)
        #expect(
            result.errors == """
                people.yaml: 2 of 7 rules are broken by a case
                  name: required
                  age: required
                  age: range(18...120)
                  code: regex(/^(a+)+\\1$/)
                  nick: length(...3)

                """)
    }

    @Test(arguments: [
        ("", 1, 1, "the file has no cases"),
        ("a: 1", 1, 1, "the file has no list 'cases'"),
        ("cases:\n  - 1", 2, 5, "a case is a mapping with 'record' or 'expression'"),
        ("cases:\n  - record: 1\n    valid: true", 2, 13, "'record' is not an object"),
        (
            "cases:\n  - record: {}", 2, 5,
            "a case must have one of 'valid', 'expect' and 'includes'"
        ),
        ("cases:\n  - valid: true", 2, 5, "a case must have either 'record' or 'expression'"),
        ("cases:\n  - record: {}\n    valid: yes", 3, 12, "'valid' is not true or false"),
        (
            "cases:\n  - record: {}\n    expekt: []", 3, 13,
            "a case has no 'expekt'; did you mean 'expect'?"
        ),
        (
            "cases:\n  - record: {}\n    expect: [a b]", 3, 14,
            "expected a code or a code and a pointer, such as 'length.tooShort /name'"
        ),
        ("cases:\n  - expression: 1\n    valid: true", 2, 17, "'expression' is not a string"),
        (
            "ruls: people.yaml\ncases: []", 1, 7,
            "a file of cases has no 'ruls'; did you mean 'rules'?"
        ),
        ("text: true\ncases: []", 1, 7, "a file of cases has no 'text'; it belongs to a case"),
        (
            "txt: true\ncases: []", 1, 6,
            "a file of cases has no 'txt'; did you mean 'text', which belongs to a case?"
        ),
        ("rules: 1\ncases: []", 1, 8, "'rules' is not a string"),
        ("cases:\n  - field: a[\n    valid: true", 2, 12, "'a[' is not a field path"),
        (
            "cases:\n  - base: good\n    valid: true", 2, 11,
            "no case before this one has a valid record and the name 'good'"
        ),
        (
            "cases:\n  - with: { a: 1 }\n    valid: true", 2, 5,
            "'with' changes the record of 'base', which the case does not have"
        ),
        (
            "cases:\n  - { field: a, record: {}, valid: true }", 2, 5,
            "a case with 'record' has no 'field'"
        ),
    ])
    func otherFormsAreIssues(text: String, line: Int, column: Int, message: String) throws {
        let workshop = try Workshop()
        try workshop.write(text, to: "a.test.yaml")
        let result = try RuleShellTool.run(["test", "a.test.yaml"], in: workshop)
        #expect(result.status == 2)
        #expect(
            result.errors.hasPrefix(
                "a.test.yaml:\(line):\(column): error[fixture.form] \(message)"),
            "\(result.errors)")
        #expect(result.errors.hasSuffix("help: 'ruleshell help test' shows the form of fixtures\n"))
    }

    /// What the file lacks because of a mistyped key is not reported as well.
    @Test(arguments: [
        ("ruls: people.yaml\ncases: []", "ruls", "rules", "1:7"),
        (
            "ruls: people.yaml\ncases:\n  - { record: { name: Anna, age: 33 }, valid: true }",
            "ruls",
            "rules", "1:7"
        ),
        ("cass:\n  - { expression: email, value: a, valid: false }", "cass", "cases", "2:3"),
    ])
    func mistypedKeyAloneIsReported(
        text: String, key: String, near: String, place: String
    ) throws {
        let workshop = try Workshop.people()
        try workshop.write(text, to: "a.test.yaml")
        let message = "a file of cases has no '\(key)'; did you mean '\(near)'?"
        #expect(
            try RuleShellTool.run(["test", "a.test.yaml"], in: workshop)
                == ProcessResult(
                    status: 2, output: "",
                    errors: "a.test.yaml:\(place): error[fixture.form] \(message)\n"
                        + "help: 'ruleshell help test' shows the form of fixtures\n"))
    }

    @Test func fileWithoutCasesIsAnIssue() throws {
        let workshop = try Workshop.people()
        try workshop.write("rules: people.yaml\ncases: []\n", to: "empty.test.yaml")
        let result = try RuleShellTool.run(["test", "empty.test.yaml"], in: workshop)
        #expect(result.status == 2)
        #expect(
            result.errors.hasPrefix(
                "empty.test.yaml:1:1: error[fixture.form] the file has no cases\n"))
    }

    @Test func recordWithoutRulesIsAProblem() throws {
        let workshop = try Workshop()
        try workshop.write("{\"record\":{},\"valid\":true}\n", to: "a.jsonl")
        let result = try RuleShellTool.run(["test", "a.jsonl"], in: workshop)
        #expect(
            result
                == ProcessResult(
                    status: 1,
                    output:
                        "a.jsonl 0/1\n  a.jsonl:1:1: fixture.rules: there is no rule set for the record\n",
                    errors: ""))
    }

    @Test func ruleSetWithoutFixturesIsAnError() throws {
        let result = try RuleShellTool.run(["test", "people.yaml"], in: try Workshop.people())
        #expect(result.status == 2)
        #expect(
            result.errors == """
                ruleshell: error[fixture.missing] there are no fixtures next to 'people.yaml'
                help: the fixtures of people.yaml are in people.test.yaml or people.test.jsonl

                """)
    }

    @Test func fileThatIsMissingIsUnreadable() throws {
        let result = try RuleShellTool.run(["test", "no.test.yaml"])
        #expect(result.status == 3)
        #expect(
            result.errors.hasPrefix(
                "ruleshell: error[input.unreadable] no.test.yaml cannot be read"))
    }
}

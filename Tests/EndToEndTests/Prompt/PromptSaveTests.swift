// SPDX-License-Identifier: Apache-2.0
import Testing

/// Inputs of the prompt as cases: `:save`.
@Suite struct PromptSaveTests {
    private static let left = "sensitive, undecided, or not the same when read again"

    @Test(arguments: ["cases.jsonl", "cases", "cases.yaml", "cases.test.json"])
    func savedExpressionsAgree(name: String) throws {
        let workshop = try Workshop.signUp()
        let result = try Prompt.run(
            [
                "required, length(3...20) \"ab\"", "regex(/a\\/b/i, match=whole) \"A/B\"",
                "anyOf(length(1...2), equals(7)) 7", "oneOf(1, \"x\") \"y\"", "required absent",
                "password short", "regex(/^(a+)+\\1$/) \"\(String(repeating: "a", count: 40))b\"",
                ":set text on", "integer, range(18...) 12", ":save \(name)",
            ], in: workshop, ["-r", "sign-up.yaml"])
        #expect(result.output.hasSuffix("7 cases in \(name); 3 left out: \(Self.left)\n"))
        let tested = try RuleShellTool.run(["test", name], in: workshop)
        #expect(tested == ProcessResult(status: 0, output: "\(name) 7/7\n", errors: ""))
        let text = try workshop.read(name)
        #expect(
            text.contains(
                #"{"expression":"length(3...20)","value":"ab","expect":"length.tooShort"}"#))
        #expect(text.contains(#"{"expression":"integer","value":"12","text":true,"valid":true}"#))
        // The rule saw the number that the text before it is.
        #expect(
            text.contains(#"{"expression":"range(18...)","value":12,"expect":"range.tooSmall"}"#))
        #expect(!text.contains("short\""))
    }

    /// What was found by the open rule set is no longer found when its rules are others.
    @Test(arguments: ["cases.jsonl", "cases.yaml"])
    func savedRecordsAndFieldsTestTheRuleSet(name: String) throws {
        let workshop = try Workshop.signUp()
        let result = try Prompt.run(
            [
                ":open people.ndjson", ":next", ":next fail", ":next fail", ":next fail",
                "age 17", "name Anna", #"{"name":"Bo","age":33}"#, ":save \(name)",
            ], in: workshop, ["-r", "people.yaml"])
        #expect(result.output.hasSuffix("5 cases in \(name); 2 left out: \(Self.left)\n"))
        let text = try workshop.read(name)
        let lines = [
            #"{"name":"record 1 of people.ndjson","record":{"name":"Anna","age":33},"#
                + #""rules":"people.yaml","expect":[]}"#,
            #"{"name":"record 2 of people.ndjson","record":{"name":"Bo","age":17,"nick":"abcde"},"#
                + #""rules":"people.yaml","expect":["length.tooShort /name","range.tooSmall /age","#
                + #""length.tooLong /nick"]}"#,
            #"{"field":"age","value":17,"rules":"people.yaml","expect":["range.tooSmall /age"]}"#,
            #"{"field":"name","value":"Anna","rules":"people.yaml","expect":[]}"#,
            #"{"record":{"name":"Bo","age":33},"rules":"people.yaml","#
                + #""expect":["length.tooShort /name"]}"#,
        ]
        for line in lines { #expect(text.contains(line), "\(text)") }
        let tested = try RuleShellTool.run(["test", name], in: workshop)
        #expect(tested == ProcessResult(status: 0, output: "\(name) 5/5\n", errors: ""))

        try workshop.write("assay: 1\nfields:\n  other: required\n", to: "people.yaml")
        let nonsense = try RuleShellTool.run(["test", name], in: workshop)
        #expect(nonsense.status == 1)
        #expect(nonsense.output.hasPrefix("\(name) 0/5\n"))
    }

    @Test func recordsOfCSVAreText() throws {
        let workshop = try Workshop.signUp()
        try workshop.write("assay: 1\nfields:\n  age: integer, range(18...)\n", to: "age.yaml")
        try workshop.write("age,other\n17,x\n33,y\n", to: "age.csv")
        let result = try Prompt.run(
            [":open age.csv", ":next fail", "age 33", ":save cases.jsonl"], in: workshop,
            ["-r", "age.yaml"])
        #expect(result.errors == "")
        #expect(
            try workshop.read("cases.jsonl")
                == #"{"name":"record 1 of age.csv","record":{"age":"17"},"text":true,"#
                + #""rules":"age.yaml","expect":["range.tooSmall /age"]}"# + "\n"
                + #"{"field":"age","value":"33","text":true,"rules":"age.yaml","expect":[]}"# + "\n"
        )
        let tested = try RuleShellTool.run(["test", "cases.jsonl"], in: workshop)
        #expect(tested == ProcessResult(status: 0, output: "cases.jsonl 2/2\n", errors: ""))
    }

    @Test func unknownFieldsAreKeptWhereTheyCount() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nunknownFields: reject\nfields:\n  a: string\n", to: "a.yaml")
        try workshop.write(#"{"a":"x","b":1}"# + "\n", to: "a.ndjson")
        _ = try Prompt.run(
            [":open a.ndjson", ":next fail", ":save c.jsonl"], in: workshop, ["-r", "a.yaml"])
        #expect(
            try workshop.read("c.jsonl").hasSuffix(
                #""record":{"a":"x","b":1},"rules":"a.yaml","expect":["record.unknownField /b"]}"#
                    + "\n"))
    }

    @Test func secretsAreNotSaved() throws {
        let workshop = try Workshop.signUp()
        let result = try Prompt.run(
            [
                #"{"name":"Anna","age":33,"password":"hunter2hunter2","confirm":"hunter2hunter2"}"#,
                #"{"name":"Anna","age":3,"password":"hunter2hunter2","confirm":"hunter2hunter2"}"#,
                #"{"name":"Anna","age":33,"password":"hunter2hunter2","confirm":"x"}"#,
                #"{"name":"Anna","age":33,"password":"tiny","confirm":"tiny"}"#,
                "confirm x", ":save cases.jsonl",
            ], in: workshop, ["-r", "sign-up.yaml"])
        // The verdicts on the masked records of the third and the fourth input are others.
        #expect(result.output.hasSuffix("2 cases in cases.jsonl; 3 left out: \(Self.left)\n"))
        let text = try workshop.read("cases.jsonl")
        #expect(!text.contains("hunter2"))
        #expect(!text.contains("tiny"))
        let tested = try RuleShellTool.run(["test", "cases.jsonl"], in: workshop)
        #expect(tested.status == 0, "\(tested.output)")
    }

    @Test func fieldKeepsTheFieldsThatItsRulesName() throws {
        let workshop = try Workshop.signUp()
        try workshop.write("assay: 1\nfields:\n  a: sameAs(b)\n  c: string\n", to: "a.yaml")
        try workshop.write(#"{"a":"x","b":"y","c":"z"}"# + "\n", to: "a.ndjson")
        _ = try Prompt.run(
            [":open a.ndjson", ":next", "a x", ":save c.jsonl"], in: workshop, ["-r", "a.yaml"])
        #expect(
            try workshop.read("c.jsonl").hasSuffix(
                #"{"field":"a","value":"x","fields":{"b":"y"},"rules":"a.yaml","#
                    + #""expect":["sameAs.different /a"]}"# + "\n"))
    }

    /// A place of a record is saved as its field, whose rules checked it.
    @Test func placesAreSavedAsTheirFields() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  items[*].qty: range(1...)\n", to: "a.yaml")
        let result = try Prompt.run(
            ["items[0].qty 0", "items[3].qty -1", "items[2].qty 5", ":save c.jsonl"], in: workshop,
            ["-r", "a.yaml"])
        #expect(result.output.hasSuffix("3 cases in c.jsonl\n"))
        let head = #"{"field":"items[*].qty","value":"#
        #expect(
            try workshop.read("c.jsonl") == """
                \(head)0,"rules":"a.yaml","expect":["range.tooSmall"]}
                \(head)-1,"rules":"a.yaml","expect":["range.tooSmall"]}
                \(head)5,"rules":"a.yaml","expect":[]}

                """)
        let tested = try RuleShellTool.run(["test", "c.jsonl"], in: workshop)
        #expect(tested == ProcessResult(status: 0, output: "c.jsonl 3/3\n", errors: ""))
    }

    // MARK: - Text

    @Test func emptyCellIsMissing() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  a: required\n", to: "a.yaml")
        let result = try Prompt.run(
            [":set text on", "a \"\"", ":save c.jsonl"], in: workshop, ["-r", "a.yaml"])
        #expect(
            result.output == """
                invalid a absent
                  error[required.missing] /a is required
                1 case in c.jsonl

                """)
        let tested = try RuleShellTool.run(["test", "c.jsonl"], in: workshop)
        #expect(tested == ProcessResult(status: 0, output: "c.jsonl 1/1\n", errors: ""))
    }

    @Test func fileThatLacksAColumnIsOpenedWithAWarning() throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nfields:\n  age: integer, range(18...)\n  id: integer\n", to: "a.yaml")
        try workshop.write("age,idd\n17,1\n", to: "a.csv")
        try workshop.write("Age,idd\n17,1\n", to: "b.csv")
        let result = try Prompt.run(
            [":open a.csv", ":mode concise", ":next", ":open b.csv"], in: workshop,
            ["-r", "a.yaml"])
        #expect(
            result.output == """
                warning[column.missing] 'a.csv' has no column 'id' (did you mean 'idd'?)
                a.csv: values are taken as text, like its cells (:set text off changes that)
                invalid record 1 of a.csv: /age range.tooSmall

                """)
        // None of its columns is in the rule set.
        #expect(result.status == 2)
        #expect(
            result.errors.hasPrefix("-:4:1: error[column.missing] 'b.csv' has no columns 'age'"))
    }

    @Test func openingCSVTakesValuesAsText() throws {
        let workshop = try Workshop.signUp()
        try workshop.write("assay: 1\nfields:\n  age: integer\n", to: "age.yaml")
        try workshop.write("age\n17\n", to: "age.csv")
        try workshop.write("{\"age\":17}\n", to: "age.ndjson")
        let result = try Prompt.run(
            [
                "age \"17\"", ":open age.csv", "age 17", ":open age.csv", ":open age.ndjson",
                "age \"17\"",
            ], in: workshop, ["-r", "age.yaml"])
        #expect(
            result.output == """
                invalid age "17"
                  error[integer.kind] /age must be a number
                age.csv: values are taken as text, like its cells (:set text off changes that)
                valid age "17"
                age.ndjson: values are taken as JSON, like its own (:set text on changes that)
                invalid age "17"
                  error[integer.kind] /age must be a number

                """)
    }
}

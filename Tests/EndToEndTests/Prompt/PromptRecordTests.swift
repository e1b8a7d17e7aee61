// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// Rule sets, fields and records at the prompt.
@Suite struct PromptRecordTests {
    @Test func fieldIsCheckedByItsRules() throws {
        let result = try Prompt.run(
            [":use sign-up.yaml", "name Bo", "name", "tags[*] abcd", "password short"],
            in: Workshop.signUp())
        #expect(
            result.output == """
                7 fields, 12 rules from sign-up.yaml
                invalid name "Bo"
                  error[length.tooShort] /name must have at least 3 characters
                name
                  required
                  length(3...20)
                invalid tags[*] "abcd"
                  error[length.tooLong] /tags/0 must have at most 3 characters
                invalid password [sensitive]
                  error[length.tooShort] /password must have at least 8 characters

                """)
    }

    @Test func recordsAreReadOneByOne() throws {
        let result = try Prompt.run(
            [
                ":open people.ndjson", ":next", ":mode concise", ":next fail", ":next", ":next",
                ":next",
            ],
            in: Workshop.signUp(), ["-r", "people.yaml"])
        #expect(
            result.output == """
                valid record 1 of people.ndjson
                  {"name":"Anna","age":33}
                1 read, 0 invalid
                invalid record 2 of people.ndjson: /name length.tooShort, /age range.tooSmall, /nick length.tooLong
                invalid record 3 of people.ndjson: record.malformed
                undecided record 4 of people.ndjson: /code fault.matchLimit
                no more records: 4 read, 3 invalid

                """)
    }

    /// A field of the header that the rule set rejects is one of every record.
    @Test func recordsOfARejectedHeaderAreInvalid() throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nunknownFields: reject\nfields:\n  a: integer\n", to: "r.yaml")
        try workshop.write("a,b\n1,2\nx,2\n", to: "a.csv")
        let result = try Prompt.run(
            [":open a.csv", ":next", ":mode concise", ":next fail", ":next"], in: workshop,
            ["-r", "r.yaml"])
        #expect(
            result.output == """
                a.csv: values are taken as text, like its cells (:set text off changes that)
                invalid record 1 of a.csv
                  {"a":"1"}

                error[record.unknownField] /b is not a field of the rule set
                  --> a.csv:1:3
                   = help: :explain record.unknownField

                1 read, 1 invalid
                invalid record 2 of a.csv: /b record.unknownField, /a integer.notWhole
                no more records: 2 read, 2 invalid

                """)
    }

    @Test func packedFileIsUnpacked() throws {
        let workshop = try Workshop.signUp()
        for name in try workshop.packed("people.ndjson") {
            let result = try Prompt.run(
                [":open \(name)", ":next", ":quit"], in: workshop, ["-r", "people.yaml"])
            #expect(
                result.output == """
                    valid record 1 of \(name)
                      {"name":"Anna","age":33}
                    1 read, 0 invalid

                    """)
        }
    }

    @Test func recordIsShownWithItsExcerpts() throws {
        let result = try Prompt.run(
            [":open people.ndjson", ":next fail"], in: Workshop.signUp(), ["-r", "people.yaml"])
        #expect(
            result.output.hasPrefix(
                """
                invalid record 2 of people.ndjson
                  {"name":"Bo","age":17,"nick":"abcde"}

                error[length.tooShort] /name must have at least 3 characters
                  --> people.ndjson:2:9

                """))
    }

    @Test func fieldSeesTheRecordThatWasReadLast() throws {
        let workshop = try Workshop.signUp()
        try workshop.write(
            #"{"name":"Anna","age":20,"password":"abcdefgh","confirm":"abcdefgh"}"# + "\n",
            to: "one.ndjson")
        let result = try Prompt.run(
            [":open one.ndjson", ":next", ":mode concise", "confirm abcdefgh", "confirm other"],
            in: workshop, ["-r", "sign-up.yaml"])
        #expect(
            result.output.hasSuffix(
                "valid confirm [sensitive]\ninvalid confirm [sensitive]: /confirm sameAs.different\n"
            ))
        #expect(!result.output.contains("abcdefgh") && !result.output.contains("other"))
    }

    @Test func severalRuleSetsAreOne() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  a: required\n", to: "a.yaml")
        try workshop.write("assay: 1\nfields:\n  b: required\n", to: "b.yaml")
        let result = try Prompt.run(["{}"], in: workshop, ["-r", "a.yaml", "-r", "b.yaml"])
        #expect(
            result.output
                == "invalid {}\n  error[required.missing] /a is required\n  error[required.missing] /b is required\n"
        )
        let twice = try Prompt.run([], in: workshop, ["-r", "a.yaml", "-r", "a.yaml"])
        #expect(twice.errors.contains("error[field.duplicate]"))
        #expect(twice.status == 2)
    }

    @Test func issueInARuleSetKeepsTheOldOne() throws {
        let workshop = try Workshop.signUp()
        try workshop.write("assay: 1\nfields:\n  a: lenght(3)\n  b: reqired\n", to: "bad.yaml")
        let result = try Prompt.run(
            [":use bad.yaml", "name Bo"], in: workshop, ["--keep-going", "-r", "sign-up.yaml"])
        #expect(
            result.errors == """
                bad.yaml:3:6: error[rule.unknown] a: there is no rule 'lenght'
                    a: lenght(3)
                       ^
                help: did you mean 'length'?
                      'ruleshell check' shows 1 further issue

                """)
        #expect(result.output.hasPrefix("invalid name \"Bo\"\n"))
    }
}

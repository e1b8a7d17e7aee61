// SPDX-License-Identifier: Apache-2.0
import Testing

/// Several rule sets and several reports in one run of `validate`.
@Suite struct SeveralReportsTests {
    private func validate(_ arguments: [String], in workshop: Workshop) throws -> ProcessResult {
        try RuleShellTool.run(["validate", "-r", "people.yaml"] + arguments, in: workshop)
    }

    /// Each report is the one that a run of its own writes.
    @Test(arguments: [[], ["--max-errors", "1"], ["-j", "2"]])
    func everyReportIsThatOfARunOfItsOwn(more: [String]) throws {
        let workshop = try Workshop.people()
        try workshop.write(GeneratedPeople(count: 3_000).ndjson, to: "a.ndjson")
        let formats = ["full", "concise", "ndjson", "github", "sarif", "junit", "json", "summary"]
        let targets = formats.flatMap { ["-o", "\($0):all.\($0)"] }
        let input = ["people.ndjson", "a.ndjson"]
        let result = try validate(more + targets + input, in: workshop)
        #expect(result.status == 1)
        #expect(result.output == "")
        for format in formats {
            let own = try validate(["-f", format] + more + input, in: workshop)
            #expect(own.status == 1)
            #expect(
                Self.timeless(try workshop.read("all.\(format)")) == Self.timeless(own.output),
                "\(format)")
        }
    }

    private static func timeless(_ text: String) -> String {
        text.replacing(#/time="[0-9.]+"/#, with: "").replacing(#/\n[0-9.]+ s, [^\n]*/#, with: "")
            .replacing(#/"seconds":[-+.e0-9]+/#, with: "")
    }

    /// A format that no file takes is for standard output.
    @Test func formatIsForStandardOutputBesideFiles() throws {
        let workshop = try Workshop.people()
        let result = try validate(
            ["-f", "github", "-o", "concise:c", "people.ndjson"], in: workshop)
        #expect(result.output.hasPrefix("::error file=people.ndjson,line=2"))
        #expect(try workshop.read("c").hasPrefix("people.ndjson:2:9: error[length.tooShort] "))
        let taken = try validate(
            ["-f", "github", "-o", "concise:c", "-o", "g", "people.ndjson"], in: workshop)
        #expect(taken.output == "")
        #expect(try workshop.read("g") == result.output)
    }

    @Test func twoReportsAreTwoFiles() throws {
        let workshop = try Workshop.people()
        let result = try validate(
            ["-o", "json:x", "-o", "junit:./x", "people.ndjson"], in: workshop)
        #expect(result.status == 2)
        #expect(
            result.errors.hasPrefix(
                "ruleshell: error[output.collision] --output './x' would overwrite what --output writes"
            ), "\(result.errors)")
    }

    // MARK: - Rule sets

    private static let mail = "assay: 1\nfields:\n  email: required, email\n"

    @Test func ruleSetsCombine() throws {
        let workshop = try Workshop.people()
        try workshop.write(Self.mail, to: "mail.yaml")
        let result = try validate(
            ["-r", "mail.yaml", "-f", "concise", "-"], in: workshop,
            input: #"{"name":"Bo","age":33,"email":"x"}"# + "\n")
        #expect(
            result.output == """
                -:1:9: error[length.tooShort] /name must have at least 3 characters: "Bo"
                -:1:31: error[email.syntax] /email must be an e-mail address: "x"

                """)
    }

    @Test func sameFieldInTwoRuleSetsIsAConflict() throws {
        let workshop = try Workshop.people()
        try workshop.write("assay: 1\nfields:\n  email: email\n  age: integer\n", to: "mail.yaml")
        let result = try validate(["-r", "mail.yaml", "people.ndjson"], in: workshop)
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        mail.yaml:4:3: error[field.duplicate] age: the field has rules at people.yaml:4:3 too
                            age: integer
                            ^
                        help: write all rules of a field in one of the files, or give --combine to \
                        use the rules of both

                        """))
    }

    @Test func differentSettingsOfTwoRuleSetsAreAConflict() throws {
        let workshop = try Workshop.people()
        try workshop.write("assay: 1\nunknownFields: warn\nfields:\n  a: email\n", to: "a.yaml")
        try workshop.write("assay: 1\nunknownFields: reject\nfields:\n  b: email\n", to: "b.yaml")
        let result = try validate(["-r", "a.yaml", "-r", "b.yaml", "people.ndjson"], in: workshop)
        #expect(result.status == 2)
        #expect(
            result.errors == """
                b.yaml:2:16: error[ruleSet.conflict] 'unknownFields' is "reject", and "warn" at a.yaml:2:16
                  unknownFields: reject
                                 ^
                help: write it the same in both files, or in one of them

                """)
        // The setting of one file is that of all.
        let one = try validate(
            ["-r", "a.yaml", "-f", "concise", "-"], in: workshop,
            input: #"{"name":"Anna","age":33,"x":1}"# + "\n")
        #expect(
            one.output == "-:1:25: warning[record.unknownField] /x is not a field of the rule set\n"
        )
    }

    private static let labelled = """
        assay: 1
        fields: { password: required, again: sameAs(password) }
        labels: { password: Password, again: { de: Wiederholung } }

        """

    /// A file of labels for each language.
    @Test func labelsOfSeveralFilesCombine() throws {
        let workshop = try Workshop()
        try workshop.write(Self.labelled, to: "a.yaml")
        try workshop.write(
            "assay: 1\nlabels: { password: { fr: Mot de passe, en: Password } }\n", to: "fr.yaml")
        for (language, message) in [
            ("en", "must be the same as Password"), ("de", "muss mit Password übereinstimmen"),
            ("fr", "doit avoir la même valeur que le champ Mot de passe"),
        ] {
            let result = try RuleShellTool.run(
                [
                    "validate", "-r", "a.yaml", "-r", "fr.yaml", "--language", language, "-f",
                    "concise", "-",
                ], in: workshop, input: "{\"password\":\"a\",\"again\":\"b\"}\n")
            #expect(
                result.output == "-:1:25: error[sameAs.different] /again \(message): \"b\"\n",
                "\(result.errors)")
        }
    }

    @Test(
        arguments: [
            (
                "password: { de: Passwort, en: Pass word }",
                """
                b.yaml:2:41: error[ruleSet.conflict] password: the label is 'Pass word', and 'Password' at a.yaml:3:21
                  labels: { password: { de: Passwort, en: Pass word } }
                                                          ^
                help: write it the same in both files, or in one of them

                """
            ),
            (
                "pasword: Password",
                """
                b.yaml:2:11: error[field.unknown] pasword: no rule is about the field 'pasword'
                  labels: { pasword: Password }
                            ^
                help: did you mean 'password'?

                """
            ),
        ])
    func labelsOfTwoFilesAreChecked(labels: String, errors: String) throws {
        let workshop = try Workshop()
        try workshop.write(Self.labelled, to: "a.yaml")
        try workshop.write("assay: 1\nlabels: { \(labels) }\n", to: "b.yaml")
        let result = try RuleShellTool.run(
            ["validate", "-r", "a.yaml", "-r", "b.yaml", "-"], in: workshop, input: "{}\n")
        #expect(result == ProcessResult(status: 2, output: "", errors: errors))
    }

    /// The path locates, and the label is for people.
    @Test func fullFormatShowsTheLabelAfterThePath() throws {
        let workshop = try Workshop()
        try workshop.write(Self.labelled, to: "a.yaml")
        let result = try RuleShellTool.run(
            ["validate", "-r", "a.yaml", "--language", "de", "-f", "full", "-"], in: workshop,
            input: "{\"password\":\"a\",\"again\":\"b\"}\n")
        #expect(result.output.contains("/again muss mit Password übereinstimmen\n"))
        #expect(
            result.output.contains(
                "   = rule: sameAs(password) of again (Wiederholung) at a.yaml:2:38\n"),
            "\(result.output)")
    }

    /// A pipe can be read once.
    @Test func ruleSetFromAPipeHasItsSettings() throws {
        let workshop = try Workshop.people()
        try workshop.write("{\"name\":\"Anna\",\"age\":33,\"x\":1}\n", to: "x.ndjson")
        let result = try validate(
            ["-r", "/dev/stdin", "-f", "concise", "x.ndjson"], in: workshop,
            input: "assay: 1\nunknownFields: reject\nfields: { mail: email }\n")
        #expect(
            result.output
                == "x.ndjson:1:25: error[record.unknownField] /x is not a field of the rule set\n")
        #expect(result.status == 1)
    }

    @Test func issuesOfAllRuleSetsAreShown() throws {
        let workshop = try Workshop.people()
        try workshop.write("assay: 1\nfields:\n  a: reqired\n", to: "a.yaml")
        try workshop.write("assay: 1\nfields:\n  b: emial\n", to: "b.yaml")
        let result = try validate(["-r", "a.yaml", "-r", "b.yaml", "people.ndjson"], in: workshop)
        #expect(
            result.errors.contains("a.yaml:3:6: error[rule.unknown] a: there is no rule 'reqired'"))
        #expect(result.errors.contains("    b: emial\n       ^"))
    }

    private func validate(
        _ arguments: [String], in workshop: Workshop, input: String
    ) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "people.yaml"] + arguments, in: workshop, input: input)
    }
}

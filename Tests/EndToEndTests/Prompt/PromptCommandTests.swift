// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc
import Testing

/// The other commands of the prompt.
@Suite struct PromptCommandTests {
    // MARK: - Rules

    @Test func rulesAreListedByPattern() throws {
        let result = try Prompt.run([":rules luhn", ":ru ?ban"])
        #expect(
            result.output == """
                luhn  A number with a Luhn check digit
                iban  An International Bank Account Number

                """)
    }

    @Test func codeIsExplained() throws {
        #expect(
            try Prompt.run([":explain record.malformed"]).output
                == RuleShellTool.run(["explain", "record.malformed"]).output)
    }

    @Test func explanationWithAValueEndsWithTheTree() throws {
        let output = try Prompt.run([":explain length(3...20) ab"]).output
        #expect(
            Prompt.withoutTimes(output).hasSuffix(
                """

                invalid "ab" #
                ├─ ✗ length(3...20) #  length.tooShort: must have at least 3 characters
                └─ reading and reporting #

                """))
    }

    // MARK: - Files

    /// Before there is an answer, which would be lost.
    @Test(arguments: [
        ("people.yaml", "the rule set 'people.yaml'"),
        ("./people.ndjson", "the input 'people.ndjson'"),
        ("people.test.yaml", "the fixtures 'people.test.yaml'"),
        ("messages.yaml", "the messages 'messages.yaml'"),
        ("settings.yaml", "the settings 'settings.yaml'"), ("script", "the script 'script'"),
        ("cases", "the cases in 'cases'"), ("link", "the cases in 'cases'"),
    ])
    func onceLeavesFilesThatAreInUse(file: String, use: String) throws {
        let workshop = try Workshop.people()
        try workshop.write("cases: []\n", to: "people.test.yaml")
        try workshop.write(
            "language: en\nmessages: { length.tooShort: is short }\n", to: "messages.yaml")
        try workshop.write("{}\n", to: "settings.yaml")
        try workshop.write(":once \(file)\nlength(1...) a\n", to: "script")
        symlink("cases", workshop.path + "/link")
        let before = file == "cases" || file == "link" ? nil : try workshop.read(file)
        let result = try Prompt.run(
            [":open people.ndjson", "length(1...) a", ":save cases", ":read script"], in: workshop,
            [
                "-r", "people.yaml", "--messages", "messages.yaml", "--plugin-config",
                "settings.yaml",
            ])
        #expect(
            result.errors == """
                script:1:1: error[output.collision] the answer in '\(file)' would overwrite \(use)
                help: name another file

                """)
        #expect(result.output == "valid \"a\"\n1 case in cases\n")
        #expect(result.status == 2)
        if let before { #expect(try workshop.read(file) == before) }
        #expect(try workshop.read("cases").hasPrefix("{\"expression\":"))
    }

    @Test func onceSaysThatThereIsNoDirectory() throws {
        let workshop = try Workshop()
        let result = try Prompt.run([":once none/out.txt", "length(1...) a"], in: workshop)
        #expect(
            result.errors == """
                -:1:1: error[output.unwritable] cannot write 'none/out.txt': no such directory
                help: there is no directory 'none': create it, or name another file

                """)
    }

    /// A file that is opened by the answer itself.
    @Test func onceLooksAgainWhenItWrites() throws {
        let workshop = try Workshop.people()
        let result = try Prompt.run([":once people.yaml", ":use people.yaml"], in: workshop)
        #expect(
            result.errors.hasPrefix(
                "-:2:1: error[output.collision] the answer in 'people.yaml' would overwrite the "
                    + "rule set 'people.yaml'\n"), "\(result.errors)")
        #expect(try workshop.read("people.yaml") == peopleRules)
    }

    @Test func onceReplacesOtherFiles() throws {
        let workshop = try Workshop()
        try workshop.write("something else\n", to: "out.txt")
        let result = try Prompt.run(
            [":once out.txt", "length(1...) a", ":once out.txt", "length(1...) b"], in: workshop)
        #expect(result == ProcessResult(status: 0, output: "", errors: ""))
        #expect(try workshop.read("out.txt") == "valid \"b\"\n")
    }

    @Test func onceWritesTheNextAnswerToAFile() throws {
        let workshop = try Workshop()
        let result = try Prompt.run(
            [":once out.txt", "length(1...) a", "length(1...) b"], in: workshop)
        #expect(result.output == "valid \"b\"\n")
        #expect(try workshop.read("out.txt") == "valid \"a\"\n")
    }

    @Test func lastAnswerIsShownInAnotherMode() throws {
        let result = try Prompt.run(["length(2...) a", ":mode concise", ":last"])
        #expect(result.output.hasSuffix("\ninvalid \"a\": length.tooShort\n"))
    }

    @Test func timerShowsTheTimeOfAnAnswer() throws {
        let result = try Prompt.run([":timer on", "length(1...) a"])
        let lines = Prompt.withoutTimes(result.output).split(separator: "\n")
        #expect(lines.last == "time: #")
    }

    @Test func settingsAreListed() throws {
        let result = try Prompt.run([":set", ":set matchLimit 100", ":set matchLimit"])
        #expect(result.output.hasPrefix("mode        full     format of the answers\n"))
        #expect(result.output.contains("\nmatchLimit  100      steps of one pattern search"))
    }

    @Test func matchLimitEndsASearch() throws {
        let line = "regex(/^(a+)+\\1b$/) \"\(String(repeating: "a", count: 30))b\""
        let result = try Prompt.run([":mode concise", line, ":set matchLimit 2", line])
        let lines = result.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("valid ") == true)
        #expect(lines.last?.hasSuffix(": fault.matchLimit") == true)
    }

    // MARK: - Plugins

    @Test func pluginIsLoadedAtThePrompt() throws {
        let path = try RuleShellTool.product("libAssayTemplatePlugin.so")
        let result = try Prompt.run(
            [
                ":plugins", "template.even 3", ":load \(path)", "template.even 3", ":plugins",
                ":reload template", ":load \(path)",
            ], in: nil, ["--keep-going"])
        #expect(
            result.output == """
                no plugin is loaded
                loaded template 1.0.0: template.even
                invalid 3
                  error[template.even.odd] must be even
                template 1.0.0: \(path)
                  template.even
                unchanged template 1.0.0: template.even

                """)
        #expect(
            result.errors.hasPrefix(
                """
                -:2:1: error[rule.unknown] there is no rule 'template.even'
                  template.even 3
                  ^^^^^^^^^^^^^

                """))
        #expect(result.errors.contains("-:7:1: error[plugin.copy] cannot load plugin "))
    }

    @Test func reloadReadsTheRuleSetAgain() throws {
        let workshop = try Workshop.signUp()
        let result = try Prompt.run([":reload", "name Bo"], in: workshop, ["-r", "sign-up.yaml"])
        #expect(result.output.hasPrefix("reloaded sign-up.yaml\ninvalid name \"Bo\"\n"))
        #expect(try Prompt.run([":reload missing"]).errors.hasPrefix("-:1:1: error[plugin.open] "))
    }

    // MARK: - Help

    @Test func helpKnowsEveryCommandAndTopic() throws {
        let overview = try Prompt.run([":help"]).output
        let commands = overview.split(separator: "\n").filter { $0.hasPrefix(":") }
        #expect(commands.count == 23)
        let names = commands.map { $0.dropFirst().prefix { $0 != " " } }
        let topics = names.map(String.init) + ["values", "expressions", "keys", "scripts", "luhn"]
        for topic in topics {
            let result = try Prompt.run([":help \(topic)"])
            #expect(result.status == 0, "\(topic)")
            #expect(!result.output.isEmpty)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import Testing

/// In which language ruleshell tells findings.
@Suite struct LanguageTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
        try workshop.write("assay: 1\nfields: { name: \"required, length(3...)\" }\n", to: "r.yaml")
    }

    /// Runs ruleshell with variables of the environment, such as `LC_ALL=de`.
    private func run(
        _ arguments: [String], with variables: [String] = [], input: String = ""
    ) throws -> ProcessResult {
        let process = try ChildProcess(
            "/usr/bin/env",
            ["-u", "LC_ALL", "-u", "LC_MESSAGES", "-u", "LANG"] + variables
                + [try RuleShellTool.product("ruleshell")] + arguments, in: workshop.path)
        try? process.write(input)
        return try process.finish()
    }

    private static let german = "muss mindestens 3 Zeichen haben"
    private static let english = "must have at least 3 characters"

    @Test(
        arguments: [
            ([], english), (["LANG=C.UTF-8"], english), (["LC_ALL=POSIX", "LANG=de_DE"], english),
            (["LC_ALL=en_GB.UTF-8", "LANG=de_DE"], english), (["LANG=de_AT.UTF-8"], german),
            (["LC_MESSAGES=de", "LANG=fr"], german), (["LC_ALL=", "LC_MESSAGES=de"], german),
            (["LC_ALL=sw_KE.UTF-8"], english), (["LC_ALL=//../x"], english),
        ] as [([String], String)])
    func languageIsThatOfTheLocale(variables: [String], message: String) throws {
        let result = try run(
            ["validate", "-r", "r.yaml", "-f", "concise"], with: variables,
            input: "{\"name\":\"ab\"}\n")
        #expect(result.output == "-:1:9: error[length.tooShort] /name \(message): \"ab\"\n")
        #expect(result.status == 1)
    }

    @Test(
        arguments: [
            ("de", german), ("fr-CA", "doit comporter au moins 3 caractères"), ("en", english),
        ])
    func optionChoosesTheLanguage(language: String, message: String) throws {
        let tried = try run(["try", "--language", language, "length(3...)", "\"ab\""])
        #expect(tried.output.contains("error[length.tooShort] \(message)\n"))
        let validated = try run(
            ["validate", "--language", language, "-r", "r.yaml", "-f", "ndjson"],
            with: ["LC_ALL=ja_JP"], input: "{\"name\":\"ab\"}\n")
        #expect(validated.output.contains("\"message\":\"\(message)\""))
    }

    /// In JSON what is put in is isolated; a terminal shows no escapes for that.
    @Test func textFromRightToLeftIsReadable() throws {
        let message = "يجب ألا يقل طول القيمة عن 3 أحرف"
        let concise = try run(
            ["validate", "--language", "ar", "-r", "r.yaml", "-f", "concise"],
            input: "{\"name\":\"ab\"}\n")
        #expect(concise.output == "-:1:9: error[length.tooShort] /name \(message): \"ab\"\n")
        let json = try run(
            ["validate", "--language", "ar", "-r", "r.yaml", "-f", "ndjson"],
            input: "{\"name\":\"ab\"}\n")
        #expect(
            json.output.contains(message.replacing("3", with: #"\u20683\u2069"#)), "\(json.output)")
    }

    @Test func languageOfAFileAloneCanBeChosen() throws {
        try workshop.write(
            "language: sv\nmessages: { length.tooShort: är för kort }\n", to: "sv.yaml")
        let result = try run(
            ["try", "--language", "sv", "--messages", "sv.yaml", "length(3...)", "\"ab\""])
        #expect(result.output.contains("error[length.tooShort] är för kort\n"))
    }

    @Test func fileReplacesMessagesInEnglishToo() throws {
        try workshop.write(
            "language: en\nmessages: { \"must be a string\": has to be text }\n", to: "own.yaml")
        for language in [[], ["--language", "en"]] {
            let result = try run(
                ["try", "--messages", "own.yaml"] + language + ["length(3...)", "1"])
            #expect(result.output.contains("error[length.kind] has to be text\n"))
        }
    }

    @Test func fileIsNotOverwritten() throws {
        let text = "language: sv\nmessages: { length.tooShort: är för kort }\n"
        try workshop.write(text, to: "sv.yaml")
        let result = try run(
            ["validate", "-r", "r.yaml", "--messages", "sv.yaml", "-o", "concise:sv.yaml"],
            input: "{}\n")
        #expect(result.status == 2)
        #expect(try Workshop.read(workshop.path + "/sv.yaml") == text)
    }

    @Test func languageWithoutMessagesIsAnError() throws {
        let result = try run(["try", "--language", "sw", "length(3...)", "a"])
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[messages.language] there are no messages in 'sw'
                        help: choose one of ar, de, en, es, fr, ja, ru, zh-Hans, or add a file with --messages

                        """))
    }

    @Test func fileReplacesMessages() throws {
        try workshop.write(
            """
            language: de
            messages:
              length.tooShort: ist zu kurz für {field}
              "is required": fehlt noch
            """, to: "house.yaml")
        let result = try run(
            [
                "validate", "-r", "r.yaml", "-f", "concise", "--language", "de", "--messages",
                "house.yaml",
            ], input: "{\"name\":\"ab\"}\n{}\n{\"name\":3}\n")
        #expect(
            result.output == """
                -:1:9: error[length.tooShort] /name ist zu kurz für name: "ab"
                -:2:1: error[required.missing] /name fehlt noch
                -:3:9: error[length.kind] /name muss eine Zeichenkette sein: 3

                """)
    }

    @Test func fileThatIsWrongIsExplained() throws {
        try workshop.write(
            """
            language: de_
            message: {}
            messages:
              "must have at least {min} characters": mindestens {minimum}
              length.tooShort: 3
            """, to: "house.yaml")
        let result = try run(["try", "--messages", "house.yaml", "required", "1"])
        #expect(result.status == 2)
        for line in [
            "house.yaml:1:11: error[messages.form] the language must be a tag, such as de",
            "house.yaml:2:10: error[messages.form] unknown key 'message'",
            "house.yaml:4:42: error[messages.form] the message in English has no '{minimum}'",
            "house.yaml:5:20: error[messages.form] the message for 'length.tooShort' must be a text",
        ] {
            #expect(result.errors.contains(line), "\(result.errors)")
        }
    }

    @Test(
        arguments: [
            ("length.tooShrot", "there is no code 'length.tooShrot'", "length.tooShort"),
            ("required.mising", "there is no code 'required.mising'", "required.missing"),
            ("record.malformd", "there is no code 'record.malformd'", "record.malformed"),
            ("fault.matchLimits", "there is no code 'fault.matchLimits'", "fault.matchLimit"),
        ])
    func codeThatDoesNotExistIsAnError(_ code: String, _ error: String, _ near: String) throws {
        try workshop.write("language: de\nmessages:\n  \(code): Text\n", to: "house.yaml")
        let column = code.count + 5
        for command in [
            ["try", "required", "1"], ["validate", "-r", "r.yaml"],
        ] {
            let result = try run([command[0], "--messages", "house.yaml"] + command.dropFirst())
            #expect(result.status == 2)
            #expect(
                result.errors.contains("house.yaml:3:\(column): error[messages.form] \(error)"),
                "\(result.errors)")
            #expect(result.errors.contains("help: did you mean '\(near)'?"), "\(result.errors)")
        }
    }

    @Test func codeThatIsNearNoneHasNoHelp() throws {
        try workshop.write("language: de\nmessages: { qqqqqqq.zzzzzzz: Text }\n", to: "house.yaml")
        let result = try run(["try", "--messages", "house.yaml", "required", "1"])
        #expect(result.status == 2)
        #expect(result.errors.contains("error[messages.form] there is no code 'qqqqqqq.zzzzzzz'\n"))
        #expect(!result.errors.contains("help:"))
    }

    @Test(arguments: ["length.undecided", "fault.matchLimit", "record.malformed", "iban.checksum"])
    func everyKindOfCodeCanHaveAMessage(_ code: String) throws {
        try workshop.write("language: de\nmessages: { \(code): Text }\n", to: "house.yaml")
        #expect(try run(["try", "--messages", "house.yaml", "required", "1"]).status == 0)
    }
}

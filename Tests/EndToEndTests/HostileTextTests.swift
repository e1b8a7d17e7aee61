// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// Text of inputs, rule sets and plugins in what is written: nothing of it drives a terminal, hides
/// or turns other text, or gives a command to the system that runs a build.
@Suite struct HostileTextTests {
    private static let disruptive = "\u{85}\u{9B}\u{202E}\u{61C}\u{2066}\u{200B}\u{7F}\u{E0041}"
    private static let escaped =
        #"\u0085\u009b\u202e\u061c\u2066\u200b\u007f\udb40\udc41"#
    /// As YAML reads it, which has no surrogates and takes no control characters.
    private static let inYAML = #"\u0085\u009b\u202e\u061c\u2066\u200b\u007f\U000E0041"#
    private static let formats = [
        "full", "concise", "ndjson", "json", "sarif", "junit", "github", "summary",
    ]

    private func workshop(_ message: String, value: String, file: String) throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nfields:\n  a:\n    - rule: length(...2)\n      message: \"\(message)\"\n",
            to: "r.yaml")
        try workshop.write("{\"a\":\"\(value)\"}\n", to: file)
        return workshop
    }

    @Test(arguments: formats)
    func disruptiveCharactersAreEscapedInEveryFormat(_ format: String) throws {
        let text = "x" + Self.disruptive + "y"
        let workshop = try workshop(
            "not \(Self.inYAML) {value}", value: text, file: "\(text).ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", format, "--html", "p.html", "\(text).ndjson"],
            in: workshop)
        #expect(result.status == 1)
        for written in [result.output, result.errors, try workshop.read("p.html")] {
            for scalar in Self.disruptive.unicodeScalars {
                #expect(!written.unicodeScalars.contains(scalar), "\(format): \(scalar.value)")
            }
        }
        if format == "ndjson" {
            #expect(result.output.contains(#""value":"x"# + Self.escaped + #"y""#))
        }
    }

    private static let commands = ["::add-mask::x", " ::stop-commands::y", "##[group]z"]

    @Test(
        arguments: ["full", "concise", "junit", "github", "summary"], commands)
    func noLineIsACommandThatRuleshellDoesNotGive(_ format: String, _ command: String) throws {
        let workshop = try workshop("\(command) {value}", value: command, file: command)
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", format, "--input-format", "ndjson", "--", command],
            in: workshop)
        #expect(result.status == 1, "\(result.errors)")
        let lines = (result.output + result.errors).split(separator: "\n")
        for line in lines {
            let start = line.drop { $0 == " " }
            let isOwn = format == "github" && start.hasPrefix("::error file=")
            #expect(!start.hasPrefix("::") || isOwn, "\(line)")
            #expect(!line.contains("##["), "\(line)")
        }
    }

    /// Azure Pipelines and TeamCity obey them anywhere in a line.
    @Test(
        arguments: ["full", "concise", "ndjson", "json", "sarif", "junit", "github", "summary"],
        [
            "##vso[task.setvariable variable=x]y", "##[error]x", "###vso[x", "a ##teamcity[x]",
            "##VSO[x",
        ])
    func noFormatHasACommandOfAnotherSystem(_ format: String, _ command: String) throws {
        let workshop = try workshop("is \(command) {value}", value: command, file: "a.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", format, "--summary", "-", "a.ndjson"], in: workshop)
        #expect(result.status == 1, "\(result.errors)")
        let output = result.output + result.errors
        #expect(!output.contains(#/##[A-Za-z]*\[/#), "\(output)")
        guard format == "ndjson", let line = result.output.split(separator: "\n").first else {
            return
        }
        let finding = try JSONValueParser.parse(String(line))
        #expect(finding["value"] == .string(command))
    }

    @Test(arguments: ["## Title", "#", "##", "##a b[", "# #[x]", "#a[", "##ä["])
    func otherNumberSignsAreWrittenAsTheyAre(_ text: String) throws {
        let workshop = try workshop("is long", value: text + "####", file: "a.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "ndjson", "a.ndjson"], in: workshop)
        #expect(result.output.contains("\"\(text)####\""), "\(result.output)")
    }

    @Test(arguments: [
        ("::add-mask::x", "./::add-mask::x"), (" ::x", "./ ::x"),
        ("##[group]z", #"./\u0023#[group]z"#),
        ("a::b", "a::b"), (":x", #":x"#), ("#x", "#x"), ("a##[b", #"a\u0023#[b"#),
    ])
    func aFileThatIsNamedLikeACommandIsNamedFromTheFolder(_ name: String, _ shown: String) throws {
        let workshop = try workshop("is long", value: "abc", file: name)
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise", "--input-format", "ndjson", "--", name],
            in: workshop)
        #expect(result.output == "\(shown):1:6: error[length.tooLong] /a is long: \"abc\"\n")
    }

    @Test func aRuleSetThatIsNamedLikeACommandIsNamedFromTheFolder() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 2\n", to: "::warning::r.yaml")
        let result = try RuleShellTool.run(
            ["validate", "-r", "::warning::r.yaml", "-"], in: workshop, input: "")
        #expect(
            result.errors.hasPrefix("./::warning::r.yaml:1:8: error[ruleSet.version] 'assay' is"))
    }

    @Test(.enabled(if: Toolchain.has("cc"), "no cc"))
    func textOfPluginsIsShownOnOneLine() throws {
        let folder = try ScratchFolder()
        let ruleshell = try RuleShellTool.product("ruleshell")
        _ = try folder.run(ruleshell, ["plugin", "new", "acme", "--language", "c"])
        let edited = try folder.run(
            "sed",
            [
                "-i", #"s/must be digits/x\\x1b[2J\\xc2\\x9b\\xe2\\x80\\xaey\\nz/"#,
                "acme/plugin.c",
            ])
        #expect(edited.status == 0)
        let built = try folder.run(
            "cc", ["-shared", "-fPIC", "-I", "acme/include", "acme/plugin.c", "-o", "acme.so"])
        #expect(built.status == 0, "\(built.errors)")
        let result = try folder.run(
            ruleshell, ["explain", "--plugin", "acme.so", "acme.digitSum.format"])
        #expect(
            result.output.hasPrefix("acme.digitSum.format\n  x\\u001b[2J\\u009b\\u202ey\\nz\n\n"),
            "\(result.output) \(result.errors)")
        for scalar in result.output.unicodeScalars where scalar != "\n" {
            #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
        }
    }
}

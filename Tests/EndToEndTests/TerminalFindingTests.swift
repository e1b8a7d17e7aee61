// SPDX-License-Identifier: Apache-2.0
import Testing

/// How `validate` shows findings on a terminal, and colors.
@Suite struct TerminalFindingTests {
    private static let rules = """
        assay: 1
        fields:
          name: required, length(3...20)
          age: integer, range(18...120)
          pin: { rules: "length(4...)", sensitive: true }

        """

    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write(Self.rules, to: "r.yaml")
        try workshop.write("assay: 1\nfields:\n  age: integer, range(18...120)\n", to: "age.yaml")
        let lines = (0..<10).map { "{\"age\":\($0 < 6 ? 3 : 4)}\n" }
        try workshop.write(lines.joined(), to: "ages.ndjson")
        return workshop
    }

    private func page(
        _ arguments: [String], in workshop: Workshop, columns: Int = 80,
        environment: [String] = ["NO_COLOR=1"]
    ) throws -> String {
        let terminal = try PseudoTerminal(
            RuleShellTool.product("ruleshell"), arguments, in: workshop.path,
            environment: environment, columns: columns, rows: 60)
        _ = try terminal.finish()
        return terminal.text.replacing("\r\n", with: "\n")
    }

    private static let validate = [
        "validate", "-r", "age.yaml", "-f", "concise", "--progress", "never", "ages.ndjson",
    ]

    private static func line(_ number: Int, _ age: Int) -> String {
        "ages.ndjson:\(number):8: error[range.tooSmall] /age must be at least 18: \(age)\n"
    }

    private static let tables = """

        by rule
          10  age  range(18...120)  range.tooSmall 10

        by field
          10  age

        most frequent values
          6  age  range(18...120)  3
          4  age  range(18...120)  4

        """
    private static let totals =
        "ruleshell: 10 records: 0 valid, 10 invalid; 10 violations\n"

    @Test func terminalShowsThreeOfEachRule() throws {
        let workshop = try workshop()
        let text = try page(Self.validate, in: workshop)
        #expect(
            text == Self.line(1, 3) + Self.line(2, 3) + Self.line(3, 3)
                + "7 more findings are not shown; --show all shows them\n" + Self.tables + "\n"
                + Self.totals)
    }

    /// Lines of the report end between words; those of a file are cut as they are.
    @Test func findingsFitTheTerminal() throws {
        let workshop = try workshop()
        try workshop.write("{\"age\":3}\n{\"age\":4}\n", to: "two.ndjson")
        let text = try page(
            [
                "validate", "-r", "age.yaml", "--show", "1", "--progress", "never", "two.ndjson",
            ], in: workshop, columns: 40)
        #expect(
            text.hasPrefix(
                """
                error[range.tooSmall] /age must be at
                  least 18
                  --> two.ndjson:1:8
                   |
                 1 | {"age":3}
                   |        ^
                   = rule: range(18...120) of age at
                     age.yaml:3:17
                   = help: ruleshell explain
                     range.tooSmall

                1 more finding is not shown; --show all
                  shows it

                by rule

                """), "\(text)")
        #expect(
            text.hasSuffix(
                """
                ruleshell: 2 records: 0 valid, 2
                  invalid; 2 violations

                """), "\(text)")
    }

    // MARK: - Tables

    private func wide(_ format: [String], columns: Int) throws -> String {
        let workshop = try Workshop()
        try workshop.write(
            """
            assay: 1
            fields:
              customerBillingAddress: required, regex(/^[A-Za-z0-9 ]+(street|avenue|boulevard|road)$/)
              n: integer, range(18...120)

            """, to: "r.yaml")
        let record = #"{"customerBillingAddress":"日本語の住所はここに書いてありますが長いです","n":"x"}"#
        let more = #"{"customerBillingAddress":null,"n":3.5}"# + "\n" + #"{"n":3}"#
        try workshop.write("\(record)\n\(record)\n\(more)\n", to: "a.ndjson")
        let text = try page(
            ["validate", "-r", "r.yaml", "--progress", "never"] + format + ["a.ndjson"],
            in: workshop, columns: columns)
        return text.replacing(#/\n[0-9.]+ s, [^\n]*/#, with: "")
    }

    private static func cells(of line: Substring) -> Int {
        line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
    }

    /// Rules and values are cut; names and codes are whole, whatever room they have.
    @Test func tablesFitTheTerminal() throws {
        #expect(
            try wide(["-f", "summary"], columns: 80) == """
                4 records: 0 valid (0.0 %), 4 invalid; 8 violations

                by rule
                  3  n                       integer                         integer.kind 2,
                                                                             integer.notWhole 1
                  2  customerBillingAddress  required                        required.missing 1,
                                                                             required.null 1
                  2  customerBillingAddress  regex(/^[A-Za-z0-9 ]+(street|…  regex.noMatch 2
                  1  n                       range(18...120)                 range.tooSmall 1

                by field
                  4  customerBillingAddress
                  4  n

                most frequent values
                  2  n                       integer                   "x"
                  1  n                       integer                   3.5
                  1  customerBillingAddress  required                  null
                  2  customerBillingAddress  regex(/^[A-Za-z0-9 ]+(s…  "日本語の住所はここに書…
                  1  n                       range(18...120)           3


                """)
        #expect(
            try wide(["-f", "summary"], columns: 60) == """
                4 records: 0 valid (0.0 %), 4 invalid; 8 violations

                by rule
                  3  n                       integer     integer.kind 2,
                                                         integer.notWhole 1
                  2  customerBillingAddress  required    required.missing 1,
                                                         required.null 1
                  2  customerBillingAddress  regex(/^[…  regex.noMatch 2
                  1  n                       range(18.…  range.tooSmall 1

                by field
                  4  customerBillingAddress
                  4  n

                most frequent values
                  2  n                       integer         "x"
                  1  n                       integer         3.5
                  1  customerBillingAddress  required        null
                  2  customerBillingAddress  regex(/^[A-Za…  "日本語の住所…
                  1  n                       range(18...12…  3


                """)
    }

    /// A list of codes that has no room beside its rule is below it; the same table without a terminal is as wide as it is.
    @Test func whatHasNoRoomIsInAFurtherLine() throws {
        let text = try wide(["-f", "summary"], columns: 40)
        #expect(
            text.contains(
                """
                4 records: 0 valid (0.0 %), 4 invalid; 8
                  violations

                by rule
                  3  n                       integer
                     integer.kind 2, integer.notWhole 1
                  2  customerBillingAddress  required
                     required.missing 1, required.null 1
                  2  customerBillingAddress  regex(/…
                     regex.noMatch 2
                  1  n                       range(1…
                     range.tooSmall 1

                """), "\(text)")
    }

    @Test(arguments: [20, 40, 60, 80])
    func noLineIsWiderThanTheTerminal(columns: Int) throws {
        let text = try wide(["-f", "summary", "--stats"], columns: columns)
        for line in text.split(separator: "\n") {
            // A name alone may have no room.
            #expect(
                Self.cells(of: line) <= columns || !line.drop { $0 == " " }.contains(" "), "\(line)"
            )
        }
    }

    /// A line is a finding for who searches the text, however wide it is.
    @Test func conciseLinesStayWhole() throws {
        let text = try wide(["-f", "concise", "--show", "all"], columns: 40)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("a.ndjson:") }
        #expect(lines.count == 8)
        #expect(
            String(lines.first ?? "")
                == "a.ndjson:1:27: error[regex.noMatch] /customerBillingAddress must match "
                + "^[A-Za-z0-9 ]+(street|avenue|boulevard|road)$: \"日本語の住所はここに書いてありますが長…")
    }

    @Test(arguments: [("0", 0), ("1", 1), ("9", 9)])
    func numberIsThatOfTheOption(show: String, count: Int) throws {
        let result = try RuleShellTool.run(Self.validate + ["--show", show], in: try workshop())
        let more = 10 - count
        #expect(
            result.output == (1...10).prefix(count).map { Self.line($0, $0 < 7 ? 3 : 4) }.joined()
                + "\(more) more finding\(more == 1 ? " is" : "s are") not shown; --show all shows "
                + "\(more == 1 ? "it" : "them")\n" + Self.tables + "\n")
        #expect(result.errors == Self.totals)
        #expect(result.status == 1)
    }

    @Test func allAreShownOnDemandAndInPipes() throws {
        let workshop = try workshop()
        let all = (1...10).map { Self.line($0, $0 < 7 ? 3 : 4) }.joined()
        #expect(try page(Self.validate + ["--show", "all"], in: workshop) == all + Self.totals)
        #expect(try RuleShellTool.run(Self.validate, in: workshop).output == all)
        let text = try page(Self.validate + ["-o", "f.txt"], in: workshop)
        #expect(text == Self.totals.dropLast() + "; see 'f.txt'\n")
        #expect(try workshop.read("f.txt") == all)
    }

    @Test(arguments: [
        (["--show=-1"], "--show takes a number from 0, or 'all', not '-1'"),
        (["--show=x"], "--show takes a number from 0, or 'all', not 'x'"),
        (["--show", "3", "-f", "json"], "--show is for the formats full and concise"),
    ])
    func wrongNumberIsExplained(arguments: [String], message: String) throws {
        let result = try RuleShellTool.run(
            ["validate", "-r", "age.yaml"] + arguments, in: try workshop())
        #expect(result.status == 2)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    // MARK: - Values

    @Test(arguments: ["concise", "github", "junit", "summary", "full"])
    func sensitiveValueIsNotShown(format: String) throws {
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", format], in: try workshop(),
            input: #"{"name":"Anna","pin":"zq9"}"# + "\n")
        #expect(result.status == 1)
        #expect(!result.output.contains("zq9"))
        #expect(result.output.contains("length.tooShort"))
    }

    @Test(arguments: [
        (#""a""#, #""a""#), (#""a\u001b[31m""#, #""a\u001b[31m""#),
        ("[]", "[]"), (#"{"a":1}"#, #"{"a":1}"#),
        // 40 cells are shown, of more the first 39.
        ("\"\(String(repeating: "9", count: 38))\"", "\"\(String(repeating: "9", count: 38))\""),
        ("\"\(String(repeating: "9", count: 39))\"", "\"\(String(repeating: "9", count: 38))…"),
        ("\"\(String(repeating: "語", count: 30))\"", "\"\(String(repeating: "語", count: 19))…"),
    ])
    func valueIsCutAndEscaped(json: String, shown: String) throws {
        let result = try RuleShellTool.run(
            ["validate", "--rule", "a: oneOf(\"b\")", "-f", "concise"], in: try workshop(),
            input: "{\"a\":\(json)}\n")
        #expect(result.output == "-:1:6: error[oneOf.other] /a must be one of b: \(shown)\n")
    }

    // MARK: - Width

    @Test(arguments: [40, 60, 80])
    func linesFitTheTerminal(columns: Int) throws {
        let workshop = try workshop()
        let long = String(repeating: "日本e\u{301}\t", count: 20)
        try workshop.write(
            "{\"t\":\"\(long.replacing("\t", with: "\\t"))\",\"age\":17,\"z\":\"\(long.replacing("\t", with: "\\t"))\"}\n",
            to: "a.ndjson")
        let text = try page(
            ["validate", "-r", "age.yaml", "--progress", "never", "a.ndjson"], in: workshop,
            columns: columns)
        let lines = text.split(separator: "\n").map(String.init)
        guard let place = lines.firstIndex(where: { $0.hasPrefix(" 1 | ") }) else {
            throw TestFailure(description: text)
        }
        let cells = Self.cells(of: lines[place])
        #expect(cells.count <= columns)
        let carets = Array(lines[place + 1])
        let start = carets.firstIndex(of: "^") ?? 0
        #expect(String(carets[start...]) == "^^")
        #expect(String(cells[start..<start + 2]) == "17")
    }

    /// A line with a character for each cell: the second cell of a wide one is a blank.
    private static func cells(of line: String) -> [Character] {
        line.unicodeScalars.flatMap { scalar -> [Character] in
            switch scalar {
            case "\u{301}": []
            case "日", "本": [Character(scalar), " "]
            default: [Character(scalar)]
            }
        }
    }

    // MARK: - Colors

    @Test(arguments: [
        (["--color", "always"], true), (["--color=never"], false), ([], false),
        (["--color", "auto"], false),
    ])
    func optionDecidesAboutColors(option: [String], hasColor: Bool) throws {
        let workshop = try workshop()
        try workshop.write("assay: 1\nfields:\n  a: range(5...3)\n", to: "bad.yaml")
        try workshop.write("cases:\n  - record: {age: 1}\n    valid: true\n", to: "age.test.yaml")
        let commands = [
            ["validate", "-r", "age.yaml", "ages.ndjson"], ["check", "bad.yaml"],
            ["test", "age.yaml"], ["rules"], ["explain", "range"], ["try", "range(2...)", "1"],
            ["validate", "-r", "none.yaml"], ["explain", "rnge"], ["plugin", "list", "--x"],
        ]
        for command in commands {
            let result = try RuleShellTool.run(command + option, in: workshop)
            let text = result.output + result.errors
            #expect(text.contains("\u{1B}[") == hasColor, "\(command): \(text)")
        }
    }

    @Test func everyCommandHasTheOption() throws {
        for command in [
            "validate", "run", "watch", "check", "test", "try", "rules", "explain", "repl",
            "completions", "man", "plugin list", "plugin test", "plugin bench",
        ] {
            let result = try RuleShellTool.run(
                ["help"] + command.split(separator: " ").map(String.init), in: try workshop())
            #expect(result.output.contains("--color <color>"), "\(command)")
        }
    }

    @Test func severityCodeAndCaretHaveColors() throws {
        let workshop = try workshop()
        let result = try RuleShellTool.run(
            ["validate", "-r", "age.yaml", "--color", "always"], in: workshop,
            input: "{\"age\":3}\n")
        #expect(
            result.output == """
                \u{1B}[31merror[range.tooSmall]\u{1B}[0m /age must be at least 18
                  --> -:1:8
                   |
                 1 | {"age":3}
                   |        \u{1B}[31m^\u{1B}[0m
                   = rule: range(18...120) of age at age.yaml:3:17
                   = help: ruleshell explain range.tooSmall


                """)
    }

    /// An option wins over the environment.
    @Test func optionIsStrongerThanTheEnvironment() throws {
        let text = try page(
            Self.validate + ["--color", "always"], in: try workshop(), environment: ["NO_COLOR=1"])
        #expect(text.hasPrefix("ages.ndjson:1:8: \u{1B}[31merror[range.tooSmall]\u{1B}[0m /age"))
    }
}

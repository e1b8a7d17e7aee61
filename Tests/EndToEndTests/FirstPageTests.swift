// SPDX-License-Identifier: Apache-2.0
import Testing

/// The first page that a new user sees for each common mistake, on a terminal of 80 columns.
@Suite struct FirstPageTests {
    /// A mistake: files beside `accounts.yaml`, a command line and the page.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let name: String
        let files: [String: [UInt8]]
        let arguments: [String]
        let status: Int32
        let page: String

        init(
            _ name: String, _ files: [String: String] = [:], bytes: [String: [UInt8]] = [:],
            _ arguments: [String], status: Int32, _ page: String
        ) {
            self.name = name
            self.files = files.mapValues { Array($0.utf8) }.merging(bytes) { $1 }
            self.arguments = arguments
            self.status = status
            self.page = page
        }

        var testDescription: String { name }
    }

    private static let accounts = """
        assay: 1
        fields:
          email: required, email
          balance: number, range(0...)

        """

    private static let validate = ["validate", "-r", "accounts.yaml"]
    private static let csv = ["a.csv": "email,balance\na@example.org,1\n"]

    private static let inputs = [
        Mistake(
            "wrong delimiter", ["a.csv": "email:balance\na@example.org:1\n"], validate + ["a.csv"],
            status: 3,
            """
            ruleshell: error[column.missing] 'a.csv' has no columns 'email' and 'balance'
            help: its header is one cell, 'email:balance'; --delimiter gives the field
                  separator; --allow-missing-columns needs one of the columns
            ruleshell: 0 records: 0 valid, 0 invalid; 0 violations
            """),
        Mistake(
            "wrong column", ["a.csv": "e-mail,balance\na@example.org,1\n"], validate + ["a.csv"],
            status: 3,
            """
            ruleshell: error[column.missing] 'a.csv' has no column 'email' (did you mean
              'e-mail'?)
            help: its header has 'e-mail', 'balance'; --allow-missing-columns validates the
                  input without
            ruleshell: 0 records: 0 valid, 0 invalid; 0 violations
            """),
        Mistake(
            "wrong kind of file", bytes: ["a.xlsx": Array("PK\u{3}\u{4}\u{14}\0".utf8)],
            validate + ["a.xlsx"], status: 3,
            """
            ruleshell: error[input.foreign] cannot read 'a.xlsx': it is an Excel workbook
            help: save its sheet as CSV (UTF-8)
            ruleshell: 0 records: 0 valid, 0 invalid; 0 violations
            """),
        Mistake(
            "wrong encoding, UTF-16",
            bytes: ["a.csv": [0xFF, 0xFE] + "email\nx\n".utf8.flatMap { [$0, 0] }],
            validate + ["a.csv"], status: 3,
            """
            ruleshell: error[input.foreign] cannot read 'a.csv': it is text in UTF-16
            help: read it with --encoding utf-16
            ruleshell: 0 records: 0 valid, 0 invalid; 0 violations
            """),
        Mistake(
            "wrong encoding, Latin-1",
            bytes: [
                "a.csv": Array("email,balance\nj".utf8) + [0xF6] + Array("rg@example.org,1\n".utf8)
            ],
            validate + ["a.csv"], status: 1,
            """
            error[record.malformed] cannot be parsed: invalid UTF-8
              --> a.csv:2:2
               |
             2 | j\u{FFFD}rg@example.org,1
               |  ^
               = help: --encoding latin-1 or windows-1252 reads text that is not UTF-8

            ruleshell: 1 record: 0 valid, 1 invalid; 1 violation, 1 malformed
            """),
        Mistake(
            "empty file", ["a.csv": ""], validate + ["a.csv"], status: 3,
            """
            ruleshell: error[input.header] cannot read 'a.csv' as CSV: it has neither a
              header nor a record
            help: begin a CSV input with the names of its fields
            ruleshell: 0 records: 0 valid, 0 invalid; 0 violations
            """),
    ]

    private static let ruleSets = [
        Mistake(
            "missing rule set", csv, ["validate", "-r", "acounts.yaml", "a.csv"], status: 2,
            """
            ruleshell: error[ruleSet.file] acounts.yaml cannot be read: No such file or
              directory
            help: name a file that exists and may be read
            """),
        Mistake(
            "no rule set", csv, ["validate", "a.csv"], status: 2,
            """
            ruleshell: error[usage] missing expected argument '--rules <file> ...'
            help: name a rule set with -r rules.yaml, or write rules with --rule 'email:
                  required, email'
            """),
        Mistake(
            "YAML slip, a list",
            ["r.yaml": "assay: 1\nfields:\n  email: [required, oneOf(\"a\", \"b\")]\n"],
            ["validate", "-r", "r.yaml", "a.csv"], status: 2,
            """
            r.yaml:3:35: error[ruleSet.syntax] YAML: while parsing a flow sequence, did not
              find expected ',' or ']'
                email: [required, oneOf("a", "b")]
                                                ^
            help: quote an expression with commas or quotes in a list: [required,
                  'oneOf("a", "b")']
            """),
        Mistake(
            "YAML slip, a backslash",
            ["r.yaml": "assay: 1\nfields:\n  zip: \"regex(/\\d+/)\"\n"],
            ["validate", "-r", "r.yaml", "a.csv"], status: 2,
            """
            r.yaml:3:16: error[ruleSet.syntax] YAML: while parsing a quoted scalar, found
              unknown escape character
                zip: "regex(/\\d+/)"
                             ^
            help: use single quotes, in which a backslash needs no escape: 'regex(/\\d+/)'
            """),
        Mistake(
            "rule of another tool",
            ["r.yaml": "assay: 1\nfields:\n  name: required, minLength(3)\n"],
            ["validate", "-r", "r.yaml", "a.csv"], status: 2,
            """
            r.yaml:3:19: error[rule.unknown] name: there is no rule 'minLength'
                name: required, minLength(3)
                                ^
            help: write length(3...); both ends are optional
            """),
        Mistake(
            "pattern slip", ["r.yaml": "assay: 1\nfields:\n  zip: required, regex(/[0-9{5}/)\n"],
            ["validate", "-r", "r.yaml", "a.csv"], status: 2,
            """
            r.yaml:3:18: error[pattern.syntax] zip: the pattern is wrong: missing
              terminating ] for character class at offset 7
                zip: required, regex(/[0-9{5}/)
                               ^
            help: [0-9{5}
                         ^
            """),
        Mistake(
            "plugin missing", ["r.yaml": "assay: 1\nfields:\n  zip: acme.taxId\n"],
            ["validate", "-r", "r.yaml", "a.csv"], status: 2,
            """
            r.yaml:3:8: error[rule.unknown] zip: there is no rule 'acme.taxId'
                zip: acme.taxId
                     ^
            help: a plugin has this rule: load 'acme' with --plugin FILE
            """),
        Mistake(
            "unknown option", csv, validate + ["--formt", "json", "a.csv"], status: 2,
            """
            ruleshell: error[usage] unknown option '--formt'
            help: did you mean '--format'?
            """),
    ]

    private func start(_ arguments: [String], in workshop: Workshop) throws -> PseudoTerminal {
        try workshop.write(Self.accounts, to: "accounts.yaml")
        return try PseudoTerminal(
            RuleShellTool.product("ruleshell"), arguments, in: workshop.path, columns: 80, rows: 40)
    }

    @Test(arguments: inputs + ruleSets)
    func mistakeIsExplainedOnOnePage(mistake: Mistake) throws {
        let workshop = try Workshop()
        defer { withExtendedLifetime(workshop) {} }
        for (name, bytes) in mistake.files { try workshop.write(bytes, to: name) }
        let terminal = try start(mistake.arguments, in: workshop)
        #expect(try terminal.finish() == mistake.status)
        #expect(terminal.page == mistake.page)
    }

    @Test func missingInputIsTyped() throws {
        let workshop = try Workshop()
        defer { withExtendedLifetime(workshop) {} }
        let terminal = try start(Self.validate, in: workshop)
        try terminal.expectLine("ruleshell: reading standard input; ^D ends it")
        try terminal.type("{\"email\": \"a@example.org\"}\n\u{4}")
        #expect(try terminal.finish() == 0)
        #expect(terminal.page.hasSuffix("ruleshell: 1 record: 1 valid, 0 invalid; 0 violations"))
    }

    @Test(arguments: [
        (["NO_COLOR=", "FORCE_COLOR="], true), (["NO_COLOR=1", "FORCE_COLOR=1"], false),
        (["NO_COLOR=", "TERM=dumb", "FORCE_COLOR="], false),
        (["NO_COLOR=", "TERM=dumb", "FORCE_COLOR=0", "CLICOLOR_FORCE=1"], true),
        (["NO_COLOR=", "TERM=dumb", "FORCE_COLOR=1"], true),
    ])
    func environmentDecidesAboutColors(environment: [String], hasColor: Bool) throws {
        let workshop = try Workshop()
        defer { withExtendedLifetime(workshop) {} }
        try workshop.write("assay: 1\nfields:\n  name: lenght(3)\n", to: "r.yaml")
        let terminal = try PseudoTerminal(
            RuleShellTool.product("ruleshell"), ["validate", "-r", "r.yaml"], in: workshop.path,
            environment: environment)
        #expect(try terminal.finish() == 2)
        let (red, bold, end) =
            hasColor ? ("\u{1B}[31m", "\u{1B}[1m", "\u{1B}[0m") : ("", "", "")
        #expect(
            terminal.text.replacing("\r\n", with: "\n") == """
                r.yaml:3:9: \(red)error[rule.unknown]\(end) name: there is no rule 'lenght'
                    name: lenght(3)
                          \(red)^\(end)
                \(bold)help:\(end) did you mean 'length'?

                """)
    }

    @Test func messagesForProgramsAreOneLineEach() throws {
        let workshop = try Workshop()
        try workshop.write(Self.accounts, to: "accounts.yaml")
        try workshop.write("email:balance\n", to: "a.csv")
        let result = try RuleShellTool.run(Self.validate + ["a.csv"], in: workshop)
        #expect(
            result.errors == """
                ruleshell: error[column.missing] 'a.csv' has no columns 'email' and 'balance'
                help: its header is one cell, 'email:balance'; --delimiter gives the field separator; \
                --allow-missing-columns needs one of the columns
                ruleshell: 0 records: 0 valid, 0 invalid; 0 violations

                """)
    }
}

extension PseudoTerminal {
    /// The screen without the blank lines at its end.
    fileprivate var page: String {
        let last = screen.lines.lastIndex { !$0.isEmpty } ?? -1
        return screen.lines[...last].joined(separator: "\n")
    }
}

// SPDX-License-Identifier: Apache-2.0
import Testing

/// CSV files as other programs write them, through the command and jobs.
@Suite struct DialectTests {
    private static let rules = """
        assay: 1
        fields:
          name: required, length(1...40)
          n: required, integer
        """

    private func validate(
        _ text: String, as file: String = "a.csv", _ arguments: [String] = [], rules: String = rules
    ) throws -> ProcessResult {
        let workshop = try Workshop()
        try workshop.write(rules, to: "r.yaml")
        try workshop.write(text, to: file)
        return try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise"] + arguments + [file], in: workshop)
    }

    // MARK: - Wrong options

    @Test(arguments: [
        (["--skip=-1"], "the value '-1' is invalid for '--skip <n>': not a number of lines"),
        (["--comment", "//"], "the value '//' is invalid for '--comment <c>': not a character"),
        (["--quote", "no"], "the value 'no' is invalid for '--quote <c>': not a quote"),
        (
            ["--null", "NULL,"],
            "the value 'NULL,' is invalid for '--null <words>': a word is empty"
        ),
        (
            ["--escape", "\""],
            "the options for CSV contradict one another: the escape must differ from the quote"
        ),
        (
            ["--quote", "none", "--lazy-quotes"],
            "the options for CSV contradict one another: without a quote there are no lazy quotes"
        ),
        (
            ["--skip", "1", "--input-format", "json"],
            "--skip is for CSV, and --input-format is json"
        ),
    ])
    func wrongOptionsAreErrors(arguments: [String], error: String) throws {
        let result = try validate("name,n\nx,1\n", arguments)
        #expect(result.status == 2)
        #expect(result.errors.contains(error), "\(result.errors)")
    }

    @Test(arguments: [
        (
            ["--skip", "50"], "3 skipped lines", "give --skip or --skip-last a smaller number"
        ),
        (
            ["--skip", "1", "--skip-last", "9"], "3 skipped lines",
            "give --skip or --skip-last a smaller number"
        ),
        (
            ["--skip", "1", "--comment", "x", "--skip-last", "1"], "2 skipped lines and 1 comment",
            "give --skip or --skip-last a smaller number, and --comment another character"
        ),
    ])
    func skippedLinesAreNamedIfNothingIsLeft(
        options: [String], lines: String, help: String
    ) throws {
        let result = try validate("name,n\nx,1\ny,2\n", options)
        #expect(result.status == 3)
        #expect(
            result.errors.hasPrefix(
                """
                ruleshell: error[input.header] cannot read 'a.csv' as CSV: it has neither a header nor a \
                record besides \(lines)
                help: \(help)

                """), "\(result.errors)")
    }

    @Test func anInputOfAnotherFormatIsAnError() throws {
        let result = try validate("{\"name\":\"x\",\"n\":1}\n", as: "a.ndjson", ["--skip", "1"])
        #expect(result.status == 3)
        #expect(
            result.errors == """
                ruleshell: error[input.notCSV] cannot read 'a.ndjson' with options for CSV: its format is ndjson
                help: validate it in a run without these options, or give --input-format csv
                ruleshell: 0 records: 0 valid, 0 invalid; 0 violations

                """)
    }

    @Test func anOptionSelectsCSVWhereTheNameDoesNot() throws {
        let result = try validate("[report]\nname,n\nx,1\n", as: "a.txt", ["--skip", "1"])
        #expect(result.status == 0)
        #expect(
            result.errors
                == "ruleshell: 1 record: 1 valid, 0 invalid; 0 violations; 1 line skipped\n")
    }

    // MARK: - What is skipped is said

    @Test func skippedLinesAndCommentsAreSaid() throws {
        let text = "Export\n# exported 2026-01-01\nname,n\nx,y\n# note\nTotal;1\n"
        let result = try validate(
            text, ["--skip", "1", "--comment", "#", "--skip-last", "1", "--stats"])
        #expect(result.status == 1)
        #expect(
            result.output == "a.csv:4:3: error[integer.notWhole] /n must be a whole number: \"y\"\n"
        )
        #expect(
            result.errors.contains(
                "ruleshell: 1 record: 0 valid, 1 invalid; 1 violation; 2 lines and 2 comments skipped\n"
            ),
            "\(result.errors)")
        #expect(
            result.errors.contains(
                "\na.csv: CSV, fields separated by ','; 1 line before the header skipped; "
                    + "1 line at the end skipped; 2 comments skipped\n"), "\(result.errors)")
        let json = try validate(
            text, ["--skip", "1", "--comment", "#", "--skip-last", "1", "--summary", "-"])
        #expect(json.output.contains(",\"skippedLines\":2,\"comments\":2,\"seconds\":"))
    }

    @Test func statisticsSayWhatWasDetected() throws {
        let excel = try validate("sep=;\nname;n\nx;1\n", ["--stats"])
        #expect(excel.status == 0)
        #expect(
            excel.errors.contains(
                "\na.csv: CSV, fields separated by ';', as the first line says\n"),
            "\(excel.errors)")
        let returns = try validate("name,n\rx,1\ry,b\r", ["--stats"])
        #expect(
            returns.output
                == "a.csv:3:3: error[integer.notWhole] /n must be a whole number: \"b\"\n")
        #expect(
            returns.errors.contains(
                "\na.csv: CSV, fields separated by ',', lines end with carriage returns\n"),
            "\(returns.errors)")
    }

    // MARK: - Quotes

    @Test func quotesAreTextInAFileOfTabs() throws {
        let text = "name\tn\n\"Rome\" is burning\t1990\n5\" pipe\t1991\n\"Open\t1993\nNormal\tx\n"
        let result = try validate(text, as: "a.tsv")
        #expect(
            result.output == "a.tsv:5:8: error[integer.notWhole] /n must be a whole number: \"x\"\n"
        )
        #expect(
            result.errors == """
                ruleshell: warning[cell.quotedText] 'a.tsv': 2 cells begin with a quote, which is text in a file of tabs, first at line 2, column 1
                help: the option quote gives the character that encloses cells, such as '"', or none
                ruleshell: 4 records: 3 valid, 1 invalid; 1 violation

                """)
        let quoted = try validate("name\tn\n\"a\"\t\"1\"\n", as: "a.tsv", ["--quote", "\""])
        #expect(quoted.status == 0)
        #expect(quoted.errors == "ruleshell: 1 record: 1 valid, 0 invalid; 0 violations\n")
        let none = try validate(text, as: "a.tsv", ["--quote", "none"])
        #expect(none.errors == "ruleshell: 4 records: 3 valid, 1 invalid; 1 violation\n")
    }

    @Test func aHeaderInQuotesIsSaidWhereQuotesAreText() throws {
        let result = try validate("\"name\"\t\"n\"\n\"x\"\t\"1\"\n", as: "a.tsv")
        #expect(result.status == 3)
        #expect(
            result.errors == """
                ruleshell: error[column.missing] 'a.tsv' has no columns 'name' (did you mean '"name"'?) and 'n'
                help: its header has '"name"', '"n"'; --quote '"' reads quotes; --allow-missing-columns needs one of the columns
                ruleshell: 0 records: 0 valid, 0 invalid; 0 violations

                """)
    }

    @Test func theOptionsThatMessagesNameReadTheRecords() throws {
        let lazy = try validate(
            "name,n\nabc,\"1\"\n1\"23,5\n", ["--lazy-quotes"])
        #expect(lazy.errors == "ruleshell: 2 records: 2 valid, 0 invalid; 0 violations\n")
        let space = try validate("\"name\", \"n\"\n2015, 345\n", ["--skip-initial-space"])
        #expect(space.errors == "ruleshell: 1 record: 1 valid, 0 invalid; 0 violations\n")
        let escape = try validate("name,n\n\"a\\\"b\",1\n", ["--escape", "\\"])
        #expect(escape.errors == "ruleshell: 1 record: 1 valid, 0 invalid; 0 violations\n")
        let line = try validate("name,n\n\"a,1\nb,2\n", ["--single-line"])
        #expect(
            line.errors == "ruleshell: 2 records: 1 valid, 1 invalid; 1 violation, 1 malformed\n")
    }

    @Test func theOnlyCellOfSeveralLinesIsAWarning() throws {
        let text = "name,n\nrow1,1\n\"z\nrow2,bad\nrow3,bad\n\",3\n"
        let result = try validate(text, ["--max-warnings", "0"])
        #expect(
            result.errors == """
                ruleshell: warning[cell.severalLines] 'a.csv': the cell at line 3, column 1 has 4 lines, and no other cell has more than one
                help: if its quote was left open, close it; the option single-line ends every record with its line
                ruleshell: 2 records: 2 valid, 0 invalid; 0 violations
                ruleshell: 1 warning, and --max-warnings allows 0

                """)
        #expect(result.status == 1)
        let limited = try validate(text, ["--limit", "2"])
        #expect(!limited.errors.contains("warning"))
    }

    // MARK: - Missing words

    @Test func aWordOfNullIsMissing() throws {
        let result = try validate(
            "name,n,x\nNULL,1,\n\"N/A\",-,\n-5,0,\n", ["--null", "NULL,N/A,-"])
        #expect(
            result.output == """
                a.csv:2:1: error[required.missing] /name is required
                a.csv:3:1: error[required.missing] /name is required
                a.csv:3:7: error[required.missing] /n is required

                """)
    }

    // MARK: - Jobs

    @Test func aJobHasTheOptions() throws {
        let workshop = try Workshop()
        try workshop.write(Self.rules, to: "r.yaml")
        try workshop.write("title\nname;n\n# c\nx;NULL\nend\n", to: "a.csv")
        try workshop.write(
            """
            [jobs.bank]
            rules = "r.yaml"
            inputs = "a.csv"
            skip = 1
            skip-last = 1
            comment = "#"
            null = "NULL,N/A"
            quote = "none"
            format = "concise"
            """, to: "ruleshell.toml")
        let result = try RuleShellTool.run(["run", "bank"], in: workshop)
        #expect(result.output == "a.csv:4:3: error[required.missing] /n is required\n")
        #expect(result.errors.contains("; 2 lines and 1 comment skipped"), "\(result.errors)")
    }

    // MARK: - A run that goes on

    @Test func aRunWithOtherOptionsDoesNotGoOn() throws {
        let workshop = try Workshop()
        try workshop.write(Self.rules, to: "r.yaml")
        try workshop.write("x\nname,n\nx,1\n", to: "a.csv")
        let arguments = [
            "validate", "-r", "r.yaml", "-o", "out.txt", "-f", "concise", "--checkpoint", "c.json",
        ]
        _ = try RuleShellTool.run(arguments + ["--skip", "1", "a.csv"], in: workshop)
        let result = try RuleShellTool.run(arguments + ["--resume", "a.csv"], in: workshop)
        #expect(result.status == 2)
        #expect(result.errors.contains("--skip"), "\(result.errors)")
    }
}

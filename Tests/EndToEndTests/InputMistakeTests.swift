// SPDX-License-Identifier: Apache-2.0
import Testing

/// Inputs that would look valid if ruleshell did not compare them with the rule set.
@Suite struct InputMistakeTests {
    private static let rules = """
        assay: 1
        fields:
          email: email
          balance: number, range(0...)
        """

    private func validate(
        _ text: [UInt8], as file: String, _ arguments: [String] = []
    ) throws -> ProcessResult {
        let workshop = try Workshop()
        try workshop.write(Self.rules, to: "accounts.yaml")
        try workshop.write(text, to: file)
        return try RuleShellTool.run(
            ["validate", "-r", "accounts.yaml"]
                + (arguments.contains("-f") ? [] : ["-f", "concise"]) + arguments + [file],
            in: workshop)
    }

    private func validate(
        _ text: String, as file: String, _ arguments: [String] = []
    ) throws -> ProcessResult {
        try validate(Array(text.utf8), as: file, arguments)
    }

    @Test(arguments: [
        ("email;balance\na@example.org;1\nx;-1\n", "a.csv"),
        ("email\tbalance\na@example.org\t1\nx\t-1\n", "a.csv"),
        ("email\tbalance\na@example.org\t1\nx\t-1\n", "a.tsv"),
        ("email\tbalance\na@example.org\t1\nx\t-1\n", "a.tab"),
        ("email|balance\na@example.org|1\nx|-1\n", "a.csv"),
        ("email,balance\na@example.org,1\nx,-1\n", "a.csv"),
    ])
    func everyDelimiterIsDetected(text: String, file: String) throws {
        let result = try validate(text, as: file)
        #expect(result.status == 1)
        #expect(result.output.split(separator: "\n").count == 2)
        #expect(
            result.errors
                == "ruleshell: 2 records: 1 valid, 1 invalid; 2 violations\n")
    }

    @Test func statisticsNameTheDelimiter() throws {
        let full = try validate("email;balance\na@example.org;1\n", as: "a.csv", ["--stats"])
        #expect(full.errors.contains("\na.csv: CSV, fields separated by ';'\n"))
        let tabs = try validate("email\tbalance\na@example.org\t1\n", as: "b.tsv", ["--stats"])
        #expect(tabs.errors.contains("\nb.tsv: CSV, fields separated by tabs, quotes are text\n"))
    }

    private static let nothing = "ruleshell: 0 records: 0 valid, 0 invalid; 0 violations\n"

    @Test(arguments: [
        (
            "e-mail,balance\nx,-1\n", [String](),
            """
            ruleshell: error[column.missing] 'a.csv' has no column 'email' (did you mean 'e-mail'?)
            help: its header has 'e-mail', 'balance'; --allow-missing-columns validates the input without

            """
        ),
        (
            "id,name\nx,-1\n", [],
            """
            ruleshell: error[column.missing] 'a.csv' has no columns 'email' and 'balance'
            help: its header has 'id', 'name'; --allow-missing-columns needs one of the columns

            """
        ),
        (
            "email,balance.eur\nx,-1\n", [],
            """
            ruleshell: error[column.missing] 'a.csv' has no column 'balance'
            help: a column is one key, whatever is in its name: the field of 'balance.eur' is written \
            '"balance.eur"' in the rule set; --allow-missing-columns validates the input without

            """
        ),
        (
            "email:balance\nx:-1\n", [],
            """
            ruleshell: error[column.missing] 'a.csv' has no columns 'email' and 'balance'
            help: its header is one cell, 'email:balance'; --delimiter gives the field separator; \
            --allow-missing-columns needs one of the columns

            """
        ),
        (
            "# of January\nemail,balance\nx,-1\n", [],
            """
            ruleshell: error[column.missing] 'a.csv' has no columns 'email' and 'balance'
            help: its header is one cell, '# of January'; --delimiter gives the field separator; \
            --comment '#' skips lines that begin with it; --allow-missing-columns needs one of the columns

            """
        ),
        (
            "email;balance\nx;-1\n", ["--delimiter", ","],
            """
            ruleshell: error[column.missing] 'a.csv' has no columns 'email' and 'balance'
            help: its header is one cell, 'email;balance'; --delimiter gives the field separator; \
            --allow-missing-columns needs one of the columns

            """
        ),
        (
            "x,-1\n", ["--no-header"],
            """
            ruleshell: error[column.missing] 'a.csv' has no columns 'email' and 'balance'
            help: without a header, the fields are '1' to '2'; --allow-missing-columns needs \
            one of the columns

            """
        ),
    ])
    func aMissingColumnIsAnErrorOnce(
        text: String, arguments: [String], errors: String
    ) throws {
        let result = try validate(text, as: "a.csv", arguments)
        #expect(result.status == 3)
        #expect(result.output == "")
        #expect(result.errors == errors + Self.nothing)
    }

    @Test func missingColumnsCanBeAllowed() throws {
        let result = try validate(
            "e-mail,balance\nx,-1\n", as: "a.csv", ["--allow-missing-columns"])
        #expect(result.status == 1)
        #expect(result.output.contains("range"))
        #expect(
            result.errors == """
                ruleshell: warning[field.neverSeen] no record has the field 'email'
                help: did you mean 'e-mail', which the first records have?
                ruleshell: 1 record: 0 valid, 1 invalid; 1 violation

                """)
        #expect(
            try validate("{}", as: "a.json", ["--allow-missing-columns", "--input-format", "json"])
                .errors.hasPrefix(
                    "ruleshell: error[usage] --allow-missing-columns is for CSV, and --input-format is json"
                ))
    }

    /// One record is enough: its columns say that it has no such field.
    @Test(arguments: ["full", "ndjson", "json", "sarif", "junit", "github", "summary"])
    func everyFormatNamesTheMissingColumns(format: String) throws {
        let result = try validate(
            "balance\n1\n", as: "a.csv", ["--allow-missing-columns", "-f", format])
        let message = "no record has the field 'email'"
        #expect(result.errors.contains("ruleshell: warning[field.neverSeen] \(message)\n"))
        let escaped = message.replacing("'", with: "&#39;")
        #expect(
            ["full", "ndjson"].contains(format) || result.output.contains(message)
                || result.output.contains(escaped), "\(result.output)")
        #expect(result.status == 0)
        let strict = try validate(
            "balance\n1\n", as: "a.csv", ["--allow-missing-columns", "-f", format, "--strict"])
        #expect(strict.status == 1)
    }

    @Test func aFieldThatOneOfTheFilesHasIsMissingInTheOthers() throws {
        let workshop = try Workshop()
        try workshop.write(Self.rules, to: "accounts.yaml")
        try workshop.write("balance,email\n1,a@example.org\n", to: "a.csv")
        try workshop.write("balance\n1\n", to: "b.csv")
        let result = try RuleShellTool.run(
            [
                "validate", "-r", "accounts.yaml", "-f", "ndjson", "--allow-missing-columns",
                "a.csv", "b.csv",
            ], in: workshop)
        #expect(
            result.errors == """
                ruleshell: warning[field.neverSeen] no record of 'b.csv' has the field 'email'
                help: check the spelling of the fields in the rule set

                """)
        #expect(result.status == 0)
    }

    @Test(arguments: [
        ("<?xml version=\"1.0\"?><a/>", "a.csv", "is XML", "convert its records to JSON or CSV"),
        ("email: a@example.org\n", "a", "is YAML", "convert its records to JSON or CSV"),
        ("- email: a@example.org\n", "a.yaml", "is YAML", "convert its records to JSON or CSV"),
        (
            "PK\u{3}\u{4}\u{14}\0", "a.ods", "is an OpenDocument spreadsheet",
            "save its sheet as CSV (UTF-8)"
        ),
        ("<!DOCTYPE html>", "a.json", "is HTML", "convert its records to JSON or CSV"),
        (
            "PK\u{3}\u{4}\u{14}\0\u{6}\0xl/workbook.xml", "a.xlsx", "is an Excel workbook",
            "save its sheet as CSV (UTF-8)"
        ),
        (
            "PAR1\u{15}\0", "a.parquet", "is Parquet",
            "convert it to Arrow with pyarrow or DuckDB, or its records to NDJSON or CSV"
        ),
    ])
    func anotherKindOfFileIsRejected(
        text: String, file: String, words: String, remedy: String
    ) throws {
        let result = try validate(text, as: file)
        #expect(result.status == 3)
        #expect(
            result.errors == """
                ruleshell: error[input.foreign] cannot read '\(file)': it \(words)
                help: \(remedy)

                """ + Self.nothing)
    }

    @Test(arguments: [
        (
            #"{"e_mail":"x","balance":1}"#, "email",
            "did you mean 'e_mail', which the first records have?"
        ),
        (
            #"{"mail":{"to":"x"},"balance":1}"#, "email",
            "did you mean 'mail', which the first records have?"
        ),
        (
            #"{"email":"a@example.org","id":7}"#, "balance",
            "instead the first records have 'id'"
        ),
        (
            #"{"email":"a@example.org","r":[{"a":1}],"s":1,"t":2,"u":3}"#, "balance",
            "instead the first records have 'r', 's', 't' and 1 more"
        ),
    ])
    func aFieldThatNoRecordHasIsAWarning(record: String, field: String, help: String) throws {
        for (text, file) in [("\(record)\n\(record)\n", "a.ndjson"), ("[\(record)]", "a.json")] {
            let result = try validate(text, as: file)
            #expect(result.status == 0)
            #expect(
                result.errors.hasPrefix(
                    """
                    ruleshell: warning[field.neverSeen] no record has the field '\(field)'
                    help: \(help)

                    """))
        }
    }

    @Test func aFieldOfALateRecordIsSeen() throws {
        let early = String(repeating: "{\"balance\":1}\n", count: 20_000)
        let result = try validate(
            early + "{\"email\":\"a@example.org\"}\n", as: "a.ndjson", ["-j", "2"])
        #expect(result.errors == "ruleshell: 20001 records: 20001 valid, 0 invalid; 0 violations\n")
        for text in ["", "{}", #"{"balance":1}"#] {
            let missing = try validate(text, as: "a")
            #expect(!missing.errors.contains("field.neverSeen"), "no name may be meant in \(text)")
        }
    }

    /// Fields that several records lack, though these have no other names.
    @Test(arguments: [
        (#"{"balance":1}"#, "field 'email'"), ("{}", "fields 'email' and 'balance'"),
    ])
    func fieldsThatAreMerelyMissingAreOneWarning(record: String, words: String) throws {
        let result = try validate("\(record)\n\(record)\n", as: "a.ndjson")
        #expect(result.status == 0)
        #expect(
            result.errors == """
                ruleshell: warning[field.neverSeen] no record has the \(words)
                help: check the spelling of the fields in the rule set
                ruleshell: 2 records: 2 valid, 0 invalid; 0 violations

                """)
    }

    @Test func manyMissingFieldsAreCountedAndProhibitedOnesAreNot() throws {
        let workshop = try Workshop()
        let fields = (1...7).map { "  f\($0): string\n" }.joined()
        try workshop.write(
            "assay: 1\nfields:\n  id: integer\n  old: prohibited\n\(fields)", to: "r.yaml")
        try workshop.write("{\"id\":1}\n{\"id\":2}\n", to: "a.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise", "a.ndjson"], in: workshop)
        #expect(
            result.errors.hasPrefix(
                "ruleshell: warning[field.neverSeen] no record has the fields 'f1', 'f2', 'f3', 'f4', "
                    + "'f5' and 2 more\n"))
    }

    @Test func nestedFieldsAreLookedForInTheirArrays() throws {
        let workshop = try Workshop()
        try workshop.write(
            """
            assay: 1
            fields:
              items[*].price: number
              items[*].name: string
              address: object
              address.zip: string
              address.city: string
              lines[1].a: number
            """, to: "r.yaml")
        try workshop.write(
            #"{"items":[{"name":1},{"prize":2}],"lines":[{"b":1}],"adress":{}}"#, to: "a.ndjson")
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise", "a.ndjson"], in: workshop)
        let warnings = result.errors.split(separator: "\n").filter { $0.contains("neverSeen") }
        #expect(
            warnings.map(String.init) == [
                "ruleshell: warning[field.neverSeen] no record has the field 'items[*].price'",
                "ruleshell: warning[field.neverSeen] no record has the field 'address'",
                "ruleshell: warning[field.neverSeen] no record has the field 'lines[1].a'",
            ])
        #expect(
            result.errors.contains("help: did you mean 'adress', which the first records have?\n"))
    }

    @Test func utf16IsReadWhereItIsNamed() throws {
        let text = "\u{FEFF}email;balance\r\nx;-1\r\n"
        let bytes = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let result = try validate(bytes, as: "a.csv")
        #expect(
            result.errors == """
                ruleshell: error[input.foreign] cannot read 'a.csv': it is text in UTF-16
                help: read it with --encoding utf-16

                """ + Self.nothing)
        let read = try validate(bytes, as: "a.csv", ["--encoding", "utf-16"])
        #expect(read.status == 1)
        #expect(read.errors == "ruleshell: 1 record: 0 valid, 1 invalid; 2 violations\n")
        let cut = try validate(bytes.dropLast(), as: "a.csv", ["--encoding", "utf-16"])
        #expect(cut.status == 3)
        #expect(
            cut.errors.contains(
                "error[input.encoding] cannot read 'a.csv' as utf-16: an incomplete character at byte 42\n"
            ))
    }

    @Test func latin1IsReadWhereItIsNamed() throws {
        let bytes = Array("email,balance\nk".utf8) + [0xE4] + Array("se@example.org,x\n".utf8)
        let result = try validate(bytes, as: "a.csv", ["--encoding", "latin-1", "-f", "full"])
        #expect(result.status == 1)
        #expect(result.output.contains("käse@example.org"))
    }

    @Test func headerInLatin1HasHelp() throws {
        let bytes = Array("email,balance,stra".utf8) + [0xDF] + Array("e\nx,1,y\n".utf8)
        let result = try validate(bytes, as: "a.csv")
        #expect(result.status == 3)
        #expect(
            result.errors == """
                ruleshell: error[input.header] cannot read 'a.csv' as CSV: line 1, the header: invalid UTF-8
                help: --encoding latin-1 or windows-1252 reads text that is not UTF-8

                """ + Self.nothing)
        let read = try validate(bytes, as: "a.csv", ["--encoding", "ISO-8859-1"])
        #expect(read.errors == "ruleshell: 1 record: 0 valid, 1 invalid; 1 violation\n")
    }

    @Test(arguments: [
        ("utf8", true), ("UTF-16", true), ("utf16le", true), ("latin1", true), ("ISO_8859-1", true),
        ("cp1252", true), ("Windows-1252", true), ("utf-7", false), ("", false),
    ])
    func encodingsHaveTheirUsualNames(name: String, isKnown: Bool) throws {
        let result = try validate("email,balance\n", as: "a.csv", ["--encoding", name])
        #expect(result.errors.contains("is invalid for '--encoding") != isKnown)
    }
}

// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// Arrow inputs give the findings of the records that they have.
@Suite struct ArrowInputTests {
    private static let rules = """
        assay: 1
        fields:
          name: required, length(2...)
          age: integer, range(18...120)
          born: date
          mail: email
          address.zip: digits(5)
          tags: uniqueItems
        """

    private func validate(
        _ arguments: [String], rules: String = Self.rules, in workshop: Workshop
    ) throws -> ProcessResult {
        try workshop.write(rules, to: "r.yaml")
        return try RuleShellTool.run(["validate", "-r", "r.yaml"] + arguments, in: workshop)
    }

    private static func workshop() throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write(ArrowSamples.people.bytes, to: "people.arrow")
        try workshop.write(ArrowSamples.peopleLines, to: "people.ndjson")
        return workshop
    }

    // MARK: - What cannot be read

    @Test func truncatedInputEndsWithStatus3AndThePlace() throws {
        let workshop = try Self.workshop()
        try workshop.write(Array(ArrowSamples.people.bytes.dropLast(100)), to: "cut.arrow")
        let result = try validate(["cut.arrow"], in: workshop)
        #expect(result.status == 3)
        #expect(
            result.errors == """
                ruleshell: error[input.arrow] cannot read 'cut.arrow' as Arrow: it ends at byte \
                \(ArrowSamples.people.bytes.count - 100), in the middle of record batch 1
                help: records before that place are validated; write the input again
                ruleshell: 0 records: 0 valid, 0 invalid; 0 violations

                """)
    }

    private static let foreign: [([UInt8], String, String)] = [
        (
            Array("PAR1\u{15}\u{4}".utf8), "is Parquet",
            "convert it to Arrow with pyarrow or DuckDB, or its records to NDJSON or CSV"
        ),
        (
            Array("ORC\u{3}".utf8), "is ORC",
            "convert it to Arrow with pyarrow or DuckDB, or its records to NDJSON or CSV"
        ),
        (
            Array("FEA1\0\0".utf8), "is a file of Feather V1",
            "write it as Feather V2, which is an Arrow file"
        ),
    ]

    @Test(arguments: foreign, ["a.feather", "a.arrow", "a"])
    func relatedFormatIsAnErrorThatNamesIt(
        sample: ([UInt8], String, String), name: String
    ) throws {
        let workshop = try Self.workshop()
        try workshop.write(sample.0, to: name)
        let result = try validate([name], in: workshop)
        #expect(result.status == 3)
        #expect(
            result.errors == """
                ruleshell: error[input.foreign] cannot read '\(name)': it \(sample.1)
                help: \(sample.2)
                ruleshell: 0 records: 0 valid, 0 invalid; 0 violations

                """)
    }

    @Test(arguments: ["people.csv", "people.ndjson"])
    func arrowUnderAnotherNameIsAnError(name: String) throws {
        let workshop = try Self.workshop()
        try workshop.write(ArrowSamples.people.bytes, to: name)
        let rules = "assay: 1\nfields:\n  name: required\n"
        let result = try validate([name], rules: rules, in: workshop)
        #expect(result.status == 3)
        #expect(
            result.errors == """
                ruleshell: error[input.foreign] cannot read '\(name)': it is an Arrow stream
                help: read it with --input-format arrow
                ruleshell: 0 records: 0 valid, 0 invalid; 0 violations

                """)
        let named = try validate(["--input-format", "arrow", name], rules: rules, in: workshop)
        #expect(named.status == 1)
    }

    @Test(arguments: [
        (["--encoding", "latin-1"], "--encoding is for text"),
        (["--delimiter", ";"], "--delimiter is for CSV"),
        (["--no-header"], "--no-header is for CSV"),
        (["--lazy-quotes"], "--lazy-quotes is for CSV"),
    ])
    func optionsForTextAreRejected(options: [String], message: String) throws {
        let workshop = try Self.workshop()
        let result = try validate(
            ["--input-format", "arrow"] + options + ["people.arrow"], in: workshop)
        #expect(result.status == 2)
        #expect(result.errors.contains("\(message), and --input-format is arrow"))
    }

    @Test func aMissingColumnIsAnError() throws {
        let workshop = try Self.workshop()
        let rules = "assay: 1\nfields:\n  name: required\n  mial: email\n"
        let result = try validate(["people.arrow"], rules: rules, in: workshop)
        #expect(result.status == 3)
        #expect(
            result.errors == """
                ruleshell: error[column.missing] 'people.arrow' has no column 'mial' (did you mean 'mail'?)
                help: it has 'name', 'age', 'born', 'mail', 'address', 'tags'; \
                --allow-missing-columns validates the input without
                ruleshell: 0 records: 0 valid, 0 invalid; 0 violations

                """)
        let allowed = try validate(
            ["--allow-missing-columns", "-f", "concise", "people.arrow"], rules: rules, in: workshop
        )
        #expect(
            allowed.errors.contains(
                "warning[field.neverSeen] no record has the field 'mial'\nhelp: did you mean 'mail'"
            ),
            "\(allowed.errors)")
        #expect(allowed.status == 1)
    }

    @Test func aColumnOfTextsIsNotComparedWithNumbers() throws {
        let workshop = try Self.workshop()
        let rules = "assay: 1\nfields:\n  name: range(0...)\n  age: range(0...)\n"
        let result = try validate(["people.arrow"], rules: rules, in: workshop)
        #expect(result.status == 3)
        #expect(
            result.errors == """
                r.yaml:3:9: error[field.unread] cannot check 'people.arrow': name: range(0...) \
                accepts only a number, and no rule reads the text of 'name' as one
                help: cast the column of 'name' to numbers
                ruleshell: 0 records: 0 valid, 0 invalid; 0 violations

                """)
    }

    @Test func aColumnOfATypeThatIsNotReadIsAnError() throws {
        let workshop = try Self.workshop()
        try workshop.write(ArrowSamples.unread.bytes, to: "a.arrow")
        let result = try validate(
            ["a.arrow"], rules: "assay: 1\nfields:\n  bin: required\n", in: workshop)
        #expect(result.status == 3)
        #expect(
            result.errors.hasPrefix(
                """
                ruleshell: error[input.arrow] cannot read 'a.arrow' as Arrow: column 'bin' has the \
                type binary, which is not read
                help: cast the column

                """))
    }

    @Test func anUnknownColumnIsOneFindingAndMakesEveryRecordInvalid() throws {
        let workshop = try Self.workshop()
        let rules = """
            assay: 1
            unknownFields: reject
            fields:
              name: length(0...)
              age: integer
              born: date
              mail: type("string")
              address: type("object")
            """
        let result = try validate(["-f", "concise", "people.arrow"], rules: rules, in: workshop)
        #expect(
            result.output
                == "people.arrow: error[record.unknownField] /tags is not a field of the rule set\n"
        )
        #expect(result.errors == "ruleshell: 4 records: 0 valid, 4 invalid; 1 violation\n")
    }

    // MARK: - Records

    private static let findings = """
        people.arrow, record 2: error[required.empty] /name is required and must not be empty: ""
        people.arrow, record 2: error[range.tooSmall] /age must be at least 18: 17
        people.arrow, record 2: error[email.syntax] /mail must be an e-mail address: "x"
        people.arrow, record 2: error[digits.count] /address/zip must have 5 digits: "1"
        people.arrow, record 2: error[uniqueItems.duplicate] /tags must not contain equal elements: ["a","a"]
        people.arrow, record 4: error[required.missing] /name is required
        people.arrow, record 4: error[range.tooLarge] /age must be at most 120: 200

        """

    @Test func findingsNameTheRecord() throws {
        let workshop = try Self.workshop()
        let result = try validate(["-f", "concise", "people.arrow"], in: workshop)
        #expect(result.status == 1)
        #expect(result.output == Self.findings)
        #expect(result.errors == "ruleshell: 4 records: 2 valid, 2 invalid; 7 violations\n")
    }

    @Test func fullFormatShowsTheRecordAsJSON() throws {
        let workshop = try Self.workshop()
        let result = try validate(
            ["people.arrow"], rules: "assay: 1\nfields:\n  age: range(18...)\n", in: workshop)
        #expect(
            result.output == #"""
                error[range.tooSmall] /age must be at least 18
                  --> people.arrow, record 2
                   |
                 2 | {"name":"","age":17,"born":"2030-12-01","mail":"x","address":{"zip":"1"},"tags":["a","a"]}
                   |                  ^^
                   = rule: range(18...) of age at r.yaml:3:8
                   = help: ruleshell explain range.tooSmall


                """#)
    }

    /// The same table in Arrow and in NDJSON has the same findings, up to the places.
    @Test(arguments: ["ndjson", "sarif", "github", "json"])
    func tableHasTheFindingsOfItsRecords(format: String) throws {
        let workshop = try Self.workshop()
        let arrow = try validate(["-f", format, "people.arrow"], in: workshop)
        let lines = try validate(["-f", format, "people.ndjson"], in: workshop)
        #expect(arrow.status == 1)
        func common(_ result: ProcessResult) -> String {
            result.output.replacing("people.ndjson", with: "people.arrow")
                .replacing(#/,"source":\{[^}]*\}/#, with: "")
                .replacing(#/,"region":\{[^}]*\}/#, with: "")
                .replacing(#/,line=[0-9]+,col=[0-9]+(,endColumn=[0-9]+)?/#, with: "")
                .replacing(#/::record [0-9]+: /#, with: "::")
                .replacing(#/"(seconds|bytes)":[0-9.e-]+/#, with: "")
                .replacing(#/"assayFinding[^,}]*/#, with: "")
        }
        #expect(common(arrow) == common(lines))
        #expect(!arrow.output.contains("\"source\""))
        #expect(!arrow.output.contains("\"region\""))
    }

    @Test(arguments: [["-j", "1"], ["-j", "3"]])
    func standardInputIsKnownByItsFirstBytes(jobs: [String]) throws {
        let workshop = try Self.workshop()
        try workshop.write(Self.rules, to: "r.yaml")
        let tool = try RuleShellTool.product("ruleshell")
        let command = "\(tool) validate -r r.yaml -f concise \(jobs.joined(separator: " ")) -"
        for input in ["cat people.arrow", "gzip -c people.arrow"] {
            let piped = try ChildProcess(
                "/bin/sh", ["-c", "\(input) | \(command)"], in: workshop.path
            ).finish()
            #expect(piped.status == 1)
            #expect(piped.output == Self.findings.replacing("people.arrow,", with: "-,"))
        }
    }

    /// A file, of which the buffers are packed with LZ4, as pandas writes it.
    @Test func statisticsNameTheForm() throws {
        let workshop = try Self.workshop()
        try workshop.write(ArrowSamples.lz4File.bytes, to: "a.feather")
        let result = try validate(
            ["--stats", "a.feather"], rules: "assay: 1\nfields:\n  text: length(0...)\n",
            in: workshop)
        #expect(result.status == 0)
        #expect(result.errors.contains("\na.feather: Arrow file\n"))
        #expect(result.errors.contains("ruleshell: 6 records: 6 valid, 0 invalid; 0 violations\n"))
        let stream = try validate(["--stats", "people.arrow"], in: workshop)
        #expect(stream.errors.contains("\npeople.arrow: Arrow stream\n"))
    }

    @Test func recordsAreWrittenAsNDJSON() throws {
        let workshop = try Self.workshop()
        _ = try validate(
            ["--valid", "v.ndjson", "--invalid", "i.ndjson", "people.arrow"], in: workshop)
        let lines = ArrowSamples.peopleLines.split(separator: "\n")
        #expect(try workshop.read("v.ndjson") == "\(lines[0])\n\(lines[2])\n")
        #expect(try workshop.read("i.ndjson") == "\(lines[1])\n\(lines[3])\n")
        let again = try validate(["v.ndjson"], in: workshop)
        #expect(again.status == 0)
    }

    /// A column of dates is read, whatever form the rule names, and written in that form.
    @Test func datesHaveTheFormThatTheRuleReads() throws {
        let workshop = try Self.workshop()
        let result = try validate(
            ["--valid", "v.ndjson", "people.arrow"],
            rules: "assay: 1\nfields:\n  born: date(\"d.M.yyyy\")\n", in: workshop)
        #expect(result.status == 0)
        #expect(try workshop.read("v.ndjson").contains(#""born":"31.1.1990""#))
    }

    @Test func aRunContinuesInAnArrowInput() throws {
        let workshop = try Self.workshop()
        let options = [
            "--checkpoint", "c.json", "-f", "concise", "-o", "found.txt", "people.arrow",
        ]
        let first = try validate(options, in: workshop)
        #expect(first.status == 1)
        #expect(try workshop.read("found.txt") == Self.findings)
        let again = try validate(["--resume"] + options, in: workshop)
        #expect(again.status == 1)
        #expect(again.errors.contains("the run of the checkpoint has ended"))
    }
}

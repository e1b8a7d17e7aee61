// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// The files of records have the bytes of their input, so that the options of a run read them again.
@Suite struct RecordFileFormTests {
    /// An input that is not plain UTF-8.
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let options: [String]
        /// The bytes before the records, of the valid record, of the invalid one and after the records.
        let parts: (head: [UInt8], valid: [UInt8], invalid: [UInt8], end: [UInt8])

        init(
            _ name: String, _ options: [String], head: [UInt8], valid: [UInt8], invalid: [UInt8],
            end: [UInt8] = []
        ) {
            testDescription = name
            self.options = options
            parts = (head, valid, invalid, end)
        }
    }

    private static func utf16(_ text: String, isBig: Bool = false) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBig ? bytes.reversed() : bytes
        }
    }

    private static func latin(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
    }

    private static let forms = [
        Form(
            "windows-1252", ["--encoding", "windows-1252"], head: latin("name,age\r\n"),
            valid: latin("Zoë €,33\r\n"), invalid: latin("José,x\r\n")),
        Form(
            "Latin-1", ["--encoding", "latin-1"], head: latin("name,age\n"),
            valid: latin("Zoë,33\n"), invalid: latin("José,x\n")),
        Form(
            "UTF-16 with a mark", ["--encoding", "utf-16"],
            head: [0xFF, 0xFE] + utf16("name,age\n"),
            valid: utf16("Zoë 😀,33\n"), invalid: utf16("José,x\n")),
        Form(
            "UTF-16, the other bytes first", ["--encoding", "utf-16"],
            head: [0xFE, 0xFF] + utf16("name,age\n", isBig: true),
            valid: utf16("Zoë 😀,33\n", isBig: true), invalid: utf16("José,x\n", isBig: true)),
        Form(
            "UTF-16 without a mark", ["--encoding", "utf-16be"],
            head: utf16("name,age\n", isBig: true), valid: utf16("Zoë,33\n", isBig: true),
            invalid: utf16("José,x\n", isBig: true)),
        Form(
            "UTF-8 with a mark", [], head: Array("\u{FEFF}name,age\n".utf8),
            valid: Array("Zoë,33\n".utf8), invalid: Array("José,x\n".utf8)),
        Form(
            "carriage returns", [], head: Array("name,age\r".utf8), valid: Array("Zoë,33\r".utf8),
            invalid: Array("\"José\rx\",x\r".utf8)),
        Form(
            "carriage returns in windows-1252", ["--encoding", "windows-1252"],
            head: latin("name,age\r"), valid: latin("Zoë,33\r"), invalid: latin("José,x\r")),
        Form(
            "skipped lines", ["--skip", "2", "--skip-last", "1", "--comment", "#"],
            head: Array("Export\n\n# people\nname,age\n".utf8), valid: Array("Zoë,33\n".utf8),
            invalid: Array("José,x\n".utf8), end: Array("2 rows".utf8)),
        Form(
            "a line with the separator", [], head: Array("sep=;\r\nname;age\r\n".utf8),
            valid: Array("Zoë;33\r\n".utf8), invalid: Array("José;x\r\n".utf8)),
        Form(
            "JSON in UTF-16", ["--encoding", "utf-16", "--input-format", "json"],
            head: [0xFF, 0xFE] + utf16("[\n"), valid: utf16("{\"name\":\"Zoë\",\"age\":33}"),
            invalid: utf16("{\"name\":\"José\",\"age\":\"x\"}"), end: utf16("\n]\n")),
    ]

    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields: {name: string, age: integer}\n", to: "r.yaml")
        return workshop
    }

    private func validate(_ arguments: [String], in workshop: Workshop) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise"] + arguments, in: workshop)
    }

    @Test(arguments: forms)
    func filesHaveTheBytesOfTheInput(form: Form) throws {
        let workshop = try workshop()
        let (head, valid, invalid, end) = form.parts
        let separator = end.starts(with: Self.utf16("\n]")) ? Self.utf16(",\n") : []
        try workshop.write(head + valid + separator + invalid + end, to: "a")
        let options = form.options + (separator.isEmpty ? ["--input-format", "csv"] : [])
        let result = try validate(options + ["--valid", "v", "--invalid", "i", "a"], in: workshop)
        #expect(result.status == 1, "\(result.errors)")
        #expect(try workshop.readBytes("v") == head + valid + end)
        #expect(try workshop.readBytes("i") == head + invalid + end)
        let again = try validate(options + ["v"], in: workshop)
        #expect(again.status == 0, "\(again.output)\(again.errors)")
        let invalidAgain = try validate(
            options + ["--valid", "v", "--invalid", "j", "i"], in: workshop)
        #expect(invalidAgain.status == 1)
        #expect(try workshop.readBytes("j") == head + invalid + end)
    }

    private static let warning = """
        ruleshell: warning[output.skippedLines] the files of records end without the lines of \
        --skip-last, because the run ended before its input
        help: run it to the end of its input, or append the lines yourself

        """

    @Test(arguments: [
        (["--limit", "1", "a"], true), (["--limit", "2", "a"], true),
        (["--limit", "3", "a"], false),
        (["--max-errors", "1", "a"], true), (["a", "none.csv"], true), (["a"], false),
        (["--min-records", "9", "a"], false),
        (["--input-format", "json", "--limit", "1", "b"], false),
    ])
    func filesWithoutTheLastLinesAreWarnedOf(arguments: [String], isWarned: Bool) throws {
        let workshop = try workshop()
        try workshop.write("name,age\nZoë,33\nJosé,x\n2 rows\n", to: "a")
        try workshop.write("[{\"name\":\"Zoë\",\"age\":33},{}]", to: "b")
        let csv = arguments.contains("json") ? [] : ["--input-format", "csv", "--skip-last", "1"]
        let result = try validate(
            csv + ["--valid", "v", "--invalid", "i"] + arguments, in: workshop)
        #expect(result.errors.contains(Self.warning) == isWarned, "\(result.errors)")
        if csv.isEmpty { return }
        #expect(try workshop.read("v").hasSuffix("2 rows\n") == !isWarned)
        // Nothing is missing without files of records.
        #expect(try !validate(csv + arguments, in: workshop).errors.contains("skippedLines"))
    }

    @Test(arguments: forms)
    func placesCountTheBytesOfTheFile(form: Form) throws {
        let workshop = try workshop()
        let (head, valid, invalid, end) = form.parts
        let separator = end.starts(with: Self.utf16("\n]")) ? Self.utf16(",\n") : []
        // More than the blocks in which a chunk is searched.
        let many = Array(repeating: valid + separator, count: 3_000).flatMap(\.self)
        let bytes = head + many + invalid + end
        try workshop.write(bytes, to: "a")
        let options = form.options + (separator.isEmpty ? ["--input-format", "csv"] : [])
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "ndjson", "--summary", "s"] + options + ["a"],
            in: workshop)
        let finding = try JSONValueParser.parse(String(result.output.dropLast()))
        guard case .integer(let offset) = finding["source"]["byteOffset"],
            case .integer(let length) = finding["source"]["byteLength"]
        else {
            Issue.record("\(result.output)\(result.errors)")
            return
        }
        let value = Array(bytes[Int(offset)..<Int(offset + length)])
        let isWide = form.options.contains { $0.hasPrefix("utf-16") }
        let quote: [UInt8] = separator.isEmpty ? [] : [0x22, 0]
        let letter: [UInt8] =
            !isWide
            ? [0x78]
            : form.parts.head.first == 0 || head.starts(with: [0xFE]) ? [0, 0x78] : [0x78, 0]
        #expect(value == quote + letter + quote, "\(finding["source"].json)")
        let summary = try JSONValueParser.parse(workshop.read("s"))
        #expect(summary["bytes"] == .integer(Int64(bytes.count)))
    }

    @Test func lineOfTheValueIsShownInItsPlace() throws {
        let workshop = try workshop()
        try workshop.write(Self.latin("name,age\nÄÖÜ €,x\n"), to: "a.csv")
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "full", "--encoding", "windows-1252", "a.csv"],
            in: workshop)
        #expect(result.output.contains("\n 2 | ÄÖÜ €,x\n   |       ^\n"), "\(result.output)")
    }

    /// The form of the first input is that of the files.
    @Test func secondInputIsWrittenInTheFormOfTheFirst() throws {
        let workshop = try workshop()
        try workshop.write([0xFE, 0xFF] + Self.utf16("name,age\nA,1\n", isBig: true), to: "a.csv")
        try workshop.write([0xFF, 0xFE] + Self.utf16("name,age\nB,2\n"), to: "b.csv")
        let result = try validate(
            ["--encoding", "utf-16", "--valid", "v.csv", "a.csv", "b.csv"], in: workshop)
        #expect(result.status == 0)
        #expect(
            try workshop.readBytes("v.csv")
                == [0xFE, 0xFF] + Self.utf16("name,age\nA,1\nB,2\n", isBig: true))
    }

    @Test func runThatEndsEarlyHasNoFooter() throws {
        let workshop = try workshop()
        try workshop.write("name,age\nA,1\nB,2\nend\n", to: "a.csv")
        let options = ["--skip-last", "1", "--limit", "1", "--valid", "v.csv", "a.csv"]
        _ = try validate(options, in: workshop)
        #expect(try workshop.read("v.csv") == "name,age\nA,1\n")
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore
@_spi(Engine) import AssayRecords
import TestRandomness
import Testing

/// CSV as other programs write it.
struct CSVDialectTests {
    private static func dialect(_ set: (inout CSVDialect) -> Void) -> CSVDialect {
        var dialect = CSVDialect()
        set(&dialect)
        return dialect
    }

    private func read(
        _ text: String, delimiter: UInt8? = UInt8(ascii: ","), hasHeader: Bool = true,
        file: String? = nil, chunkBytes: Int = 1 << 16, maximum: Int = 1 << 20,
        _ set: (inout CSVDialect) -> Void = { _ in }
    ) throws -> InputReading {
        try InputReading(
            text, format: .csv, chunkBytes: chunkBytes, maximum: maximum,
            csv: Self.dialect(set), delimiter: delimiter, hasHeader: hasHeader, file: file)
    }

    // MARK: - Lines that are no records

    @Test func skippedLinesAreCountedAndPositionsStay() throws {
        let reading = try read("Report, \"Q1\n\na,b\n1,2\n") { $0.skippedLines = 2 }
        #expect(reading.lines == ["1 4:1 a=\"1\"@4:1 b=\"2\"@4:3"])
        #expect(reading.notes.skippedLines == 2)
        #expect(reading.byteCount == 21)
    }

    @Test func skippingAllLinesLeavesNoHeader() throws {
        #expect(
            throws: InputError(.allSkipped(name: "test", lines: 2, comments: 0))
        ) { try read("a,b\n1,2\n") { $0.skippedLines = 5 } }
    }

    @Test func aCommentIsNoRecordAndOnlyAtTheStartOfALine() throws {
        let text = "# one, \"two\na,b\n#1,2\n1,#2\n\"#3\",\"x\n# y\"\n #4,5\n# end"
        let reading = try read(text) { $0.comment = UInt8(ascii: "#") }
        #expect(
            reading.lines == [
                "1 4:1 a=\"1\"@4:1 b=\"#2\"@4:3", "2 5:1 a=\"#3\"@5:1 b=\"x\\n# y\"@5:6",
                "3 7:1 a=\" #4\"@7:1 b=\"5\"@7:5",
            ])
        #expect(reading.notes.comments == 3)
    }

    @Test func commentsCountOnceWithoutAHeader() throws {
        let reading = try read("# x\n1,2\n# y\n", hasHeader: false) {
            $0.comment = UInt8(ascii: "#")
        }
        #expect(reading.lines == ["1 2:1 1=\"1\"@2:1 2=\"2\"@2:3"])
        #expect(reading.notes.comments == 2)
    }

    @Test(arguments: [
        ("a,b\n1,2\nTotal,3\n", 1, 1, 1), ("a,b\n1,2\nTotal,3", 1, 1, 1),
        ("a,b\n1,2\nTotal\n\n", 2, 2, 1), ("a,b\nTotal\n", 3, 0, 0),
        ("a,b\r\n1,2\r\nx\r\ny\r\n", 2, 2, 1), ("a,b\n1,2\n", 0, 0, 1),
    ])
    func lastLinesAreHeldBack(text: String, count: Int, skipped: Int, records: Int) throws {
        for chunkBytes in [1, 3, 1 << 16] {
            let reading = try? read(text, chunkBytes: chunkBytes) { $0.skippedLastLines = count }
            // Where all lines are held back, there is no header.
            #expect(reading?.lines.count ?? 0 == records)
            #expect(reading?.notes.lastLines ?? 0 == skipped)
            if let reading { #expect(reading.byteCount == text.utf8.count) }
        }
    }

    @Test func lastLinesThatAreTooLongAreAnError() throws {
        let text = "a,b\n1,2\n" + String(repeating: "x", count: 300_000) + "\n3,4\n"
        for chunkBytes in [1000, 1 << 20] {
            #expect(throws: InputError(.longLines(name: "test", lines: 1, bytes: 10_000))) {
                try read(text, chunkBytes: chunkBytes, maximum: 10_000) { $0.skippedLastLines = 1 }
            }
        }
    }

    @Test(arguments: [
        "sep=;\na;b\n1;2\n", "SEP=;\r\na;b\r\n1;2\r\n", "\u{FEFF}sep=;\na;b\n1;2\n",
    ])
    func theLineOfExcelNamesTheSeparator(text: String) throws {
        for chunkBytes in [1, 1 << 16] {
            let reading = try read(text, delimiter: nil, chunkBytes: max(chunkBytes, 3))
            #expect(reading.lines == ["1 3:1 a=\"1\"@3:1 b=\"2\"@3:3"])
            #expect(reading.notes.hasSeparatorLine)
            #expect(reading.notes.skippedLines == 0)
        }
    }

    @Test func theSeparatorOfTheCallerCountsAndTheLineIsNoHeader() throws {
        let reading = try read("sep=;\na,b\n1,2\n")
        #expect(reading.lines == ["1 3:1 a=\"1\"@3:1 b=\"2\"@3:3"])
        let skipped = try read("sep=;\na;b\n1;2\n", delimiter: nil) { $0.skippedLines = 1 }
        #expect(skipped.lines == ["1 3:1 a=\"1\"@3:1 b=\"2\"@3:3"])
        #expect(skipped.notes.skippedLines == 1)
    }

    @Test(arguments: ["sep=;;\n1;2\n", "sep=\n1\n", "sep=\";\n1\n", "sepa=;\n1;2\n"])
    func otherFirstLinesAreHeaders(text: String) {
        #expect(throws: InputError.self) { try read(text, delimiter: nil) }
    }

    // MARK: - Line ends

    @Test(arguments: [
        "a,b\r1,2\rx,\"y\rz\"\r", "a,b\r1,2\rx,\"y\rz\"", "a,b\r1,2\r\nx,\"y\rz\"\n",
    ])
    func carriageReturnsEndLines(text: String) throws {
        for chunkBytes in [1, 2, 5, 1 << 16] {
            let reading = try read(text, chunkBytes: chunkBytes)
            #expect(
                reading.lines == [
                    "1 2:1 a=\"1\"@2:1 b=\"2\"@2:3", "2 3:1 a=\"x\"@3:1 b=\"y\\nz\"@3:3",
                ])
            #expect(reading.notes.endsWithReturns)
        }
    }

    @Test func aCarriageReturnInQuotesEndsNoLine() throws {
        let reading = try read("a,b,\"c\rd\"\n1,2,3\n")
        #expect(reading.lines == ["1 2:1 a=\"1\"@2:1 b=\"2\"@2:3"])
        #expect(!reading.notes.endsWithReturns)
        let later = try read("a,b\n1,2\r3,4\n")
        #expect(later.lines == ["1 2:4 malformed: carriage return without line feed"])
    }

    // MARK: - Quotes

    @Test func withoutOptionsTheMessageNamesTheOptionThatReadsAQuote() throws {
        let text = "a,b\n5\" pipe,1\nx, \"y\"\n\"p\"q,1\n\"r\\\"s\",1\nt\\\",1\nu,\"v\nw,x\n"
        let bare = "malformed: quote inside an unquoted cell; the option"
        let after = "malformed: text after a closing quote; the option"
        #expect(
            try read(text).lines == [
                "1 2:2 \(bare) lazy-quotes reads it as text",
                "2 3:4 \(bare) skip-initial-space leaves out the space before it",
                "3 4:4 \(after) lazy-quotes reads the quote as text",
                "4 5:5 \(after) escape names the character before the quote",
                "5 6:3 \(bare) escape names the character before it",
                "6 7:3 malformed: unterminated quote; lines after it that are not validated: 1; "
                    + "the option single-line ends every record with its line",
            ])
    }

    /// The rows after a quote that is not closed are no records, and no one is to miss them in the counts.
    @Test(
        arguments: [
            ("u,\"v", nil), ("u,\"v\n", nil), ("u,\"v\nw", 1), ("u,\"v\r\nw\r\n", 1),
            ("u,\"v\nw\n\nx,y\n", 3), ("\"a\nb\",\"v\nw\n", 1),
        ] as [(String, Int?)])
    func anOpenQuoteSaysHowManyLinesItTakes(text: String, lines: Int?) throws {
        let end =
            lines.map {
                "lines after it that are not validated: \($0); "
                    + "the option single-line ends every record with its line"
            } ?? "the option quote none reads it as text"
        let found = try read("a,b\n" + text).lines
        #expect(found.count == 1)
        #expect(found[0].hasSuffix("malformed: unterminated quote; " + end), "\(found)")
    }

    @Test func withoutQuotesAQuoteIsText() throws {
        let reading = try read("a,b\n\"Rome\" is burning,5\" pipe\n\"open,\"\n") {
            $0.quote = .off
        }
        #expect(
            reading.lines == [
                "1 2:1 a=\"\\\"Rome\\\" is burning\"@2:1 b=\"5\\\" pipe\"@2:19",
                "2 3:1 a=\"\\\"open\"@3:1 b=\"\\\"\"@3:7",
            ])
        #expect(reading.notes.quotedTexts.count == 0)
    }

    @Test func inAFileOfTabsAQuoteIsTextAndSaid() throws {
        let text = "a\tb\n1\t\"x\"\n\"y\tz\n"
        let reading = try read(text, delimiter: nil, file: "a.tsv.gz")
        #expect(
            reading.lines == [
                "1 2:1 a=\"1\"@2:1 b=\"\\\"x\\\"\"@2:3", "2 3:1 a=\"\\\"y\"@3:1 b=\"z\"@3:4",
            ])
        #expect(reading.notes.quotedTexts.count == 2)
        let warning =
            "2 cells begin with a quote, which is text in a file of tabs, first at line 2, column 3"
        #expect(reading.notes.warnings(isWhole: true).map(\.message) == [warning])
        let quoted = try read("a\tb\n1\t\"x\"\n", delimiter: nil, file: "a.tsv") {
            $0.quote = .character(UInt8(ascii: "\""))
        }
        #expect(quoted.lines == ["1 2:1 a=\"1\"@2:1 b=\"x\"@2:3"])
    }

    @Test func anotherQuoteIsAnOption() throws {
        let reading = try read("a,b\n'x,''y''',\"z\n") { $0.quote = .character(UInt8(ascii: "'")) }
        #expect(reading.lines == ["1 2:1 a=\"x,'y'\"@2:1 b=\"\\\"z\"@2:11"])
    }

    @Test func anEscapeTakesTheMeaningFromTheCharacterAfterIt() throws {
        let text = #"""
            a,b
            "x\"y\\",p\,q
            C:\new,\N
            "z""w",r\"s
            one\
            two,"end\
            "
            last,\

            """#
        let reading = try read(text) { $0.escape = UInt8(ascii: "\\") }
        #expect(
            reading.lines == [
                #"1 2:1 a="x\"y\\"@2:1 b="p,q"@2:10"#, #"2 3:1 a="C:\\new"@3:1 b="\\N"@3:8"#,
                #"3 4:1 a="z\"w"@4:1 b="r\"s"@4:8"#, #"4 5:1 a="one\ntwo"@5:1 b="end\n"@6:5"#,
                #"5 8:1 a="last"@8:1 b="\n"@8:6"#,
            ])
    }

    @Test func lazyQuotesAreText() throws {
        let text = "a,b\n1\"23,\"street, 1\"\n\"p\"q,5\" pipe\nr,s\n"
        let reading = try read(text) { $0.allowsLazyQuotes = true }
        #expect(
            reading.lines == [
                "1 2:1 a=\"1\\\"23\"@2:1 b=\"street, 1\"@2:6",
                "2 3:1 malformed: unterminated quote; lines after it that are not validated: 1; "
                    + "the option single-line ends every record with its line",
            ])
        let closed = try read("a,b\n\"p\"q\",5\" pipe\n\"x\"\"y\",\"\n\"\n") {
            $0.allowsLazyQuotes = true
        }
        #expect(
            closed.lines == [
                "1 2:1 a=\"p\\\"q\"@2:1 b=\"5\\\" pipe\"@2:7",
                "2 3:1 a=\"x\\\"y\"@3:1 b=\"\\n\"@3:8",
            ])
    }

    @Test func spacesBeforeCellsAreLeftOut() throws {
        let reading = try read("\"a\", \"b\"\n2015, 345\n  x,\t\"y \"\n  ,\n") {
            $0.skipsInitialSpace = true
        }
        #expect(
            reading.lines == [
                "1 2:1 a=\"2015\"@2:1 b=\"345\"@2:7", "2 3:1 a=\"x\"@3:3 b=\"y \"@3:6", "3 4:1",
            ])
    }

    @Test func aRecordOfOneLineEndsWithIt() throws {
        let text = "a,b\nJerry,31\nElaine,\"x \"\"\nKramer,40\nGeorge,a \"b\" c\nNewman,\"p, w\"\n"
        let reading = try read(text) { $0.isSingleLine = true }
        #expect(
            reading.lines == [
                "1 2:1 a=\"Jerry\"@2:1 b=\"31\"@2:7",
                "2 3:8 malformed: unterminated quote; the option quote none reads it as text",
                "3 4:1 a=\"Kramer\"@4:1 b=\"40\"@4:8",
                "4 5:10 malformed: quote inside an unquoted cell; "
                    + "the option lazy-quotes reads it as text",
                "5 6:1 a=\"Newman\"@6:1 b=\"p, w\"@6:8",
            ])
    }

    // MARK: - Missing texts

    @Test func wordsMeanThatAValueIsMissing() throws {
        let text = "a,b\nNULL,\"NULL\"\nNULLS,null\nN/A, N/A\n"
        let reading = try read(text) { $0.missingTexts = ["NULL", "N/A"] }
        #expect(
            reading.lines == [
                "1 2:1", "2 3:1 a=\"NULLS\"@3:1 b=\"null\"@3:7", "3 4:1 b=\" N/A\"@4:5",
            ])
        let escaped = try read("a,b\n\\N,x\n") {
            $0.missingTexts = ["\\N"]
            $0.escape = UInt8(ascii: "\\")
        }
        #expect(escaped.lines == ["1 2:1 b=\"x\"@2:4"])
    }

    // MARK: - Quotes that run away

    @Test(arguments: [CSVDialect(), dialect { $0.comment = UInt8(ascii: "#") }])
    func aQuoteThatRunsAwayIsReportedWhereItOpens(dialect: CSVDialect) throws {
        let rest = String(repeating: "r,s\n", count: 100)
        for chunkBytes in [1, 64, 1 << 16] {
            let reading = try InputReading(
                "a,b\n1,2\nx,\"y\u{1}z\n" + rest, format: .csv, chunkBytes: chunkBytes,
                maximum: 40, csv: dialect)
            #expect(
                reading.lines == [
                    "1 2:1 a=\"1\"@2:1 b=\"2\"@2:3",
                    "violation 3:3 quote not closed within 40 bytes, before 'y'; "
                        + "lines after it that are not validated: 100; "
                        + "the option single-line ends every record with its line",
                ])
        }
    }

    @Test(arguments: [CSVDialect(), dialect { $0.comment = UInt8(ascii: "#") }])
    func aQuoteThatIsClosedInALaterLineIsReportedWhereItOpens(dialect: CSVDialect) throws {
        let reading = try InputReading(
            "a,b\n\"x\n\",\"y\nz,1\nr,\"s\nt,u\n", format: .csv, csv: dialect)
        let late = "malformed: text after the quote that closes this cell in a later line"
        #expect(
            reading.lines == [
                "1 3:3 \(late); lines after it that are not validated: 2; "
                    + "the option single-line ends every record with its line",
                "2 6:1 a=\"t\"@6:1 b=\"u\"@6:3",
            ])
    }

    @Test func theHeaderNamesTheOptionToo() {
        let reason =
            "quote inside an unquoted cell; the option skip-initial-space leaves out the space before it"
        #expect(throws: InputError(.badHeader(name: "test", line: 1, reason: reason))) {
            try read("\"a\", \"b\"\n1,2\n")
        }
    }

    @Test func aLongCellThatClosesIsReportedWhereItOpens() throws {
        let long = String(repeating: "r,s\n", count: 20)
        let reading = try read("a,b\n\"p\n\",\"\(long)\"\n3,4\n", maximum: 40)
        #expect(
            reading.lines == [
                "violation 3:3 quote not closed within 40 bytes, before 'r,s'; "
                    + "lines after it that are not validated: 20; "
                    + "the option single-line ends every record with its line",
                "2 24:1 a=\"3\"@24:1 b=\"4\"@24:3",
            ])
        let plain = try read("a,b\n\(String(repeating: "x", count: 50)),1\n", maximum: 40)
        #expect(plain.lines == ["violation 2:1 longer than 40 bytes"])
    }

    @Test(arguments: [
        ("a,b\n1,\"z\nr,s\nt,u\"\n2,3\n", 1, 3), ("a,b\n1,\"z\nr\"", 1, 2),
        ("a,b\n\"1\n\",\"z\nr\"\n", 2, 2), ("a,b\n1,2\n", 0, 0), ("a,b\n1,2", 0, 0),
        ("a,b\n1,\"z\nr\"\n1,\"z\nr\"\n", 2, 2),
    ])
    func theOnlyCellOfSeveralLinesIsKnown(text: String, count: Int, lines: Int) throws {
        for dialect in [CSVDialect(), Self.dialect { $0.allowsLazyQuotes = true }] {
            for chunkBytes in [1, 1 << 16] {
                let notes = try InputReading(
                    text, format: .csv, chunkBytes: chunkBytes, csv: dialect
                ).notes
                #expect(notes.severalLines.count == count)
                #expect(notes.severalLines.lines == lines)
                #expect(notes.warnings(isWhole: true).count == (count == 1 ? 1 : 0))
                #expect(notes.warnings(isWhole: false).isEmpty)
            }
        }
    }

    // MARK: - Options that contradict one another

    @Test(arguments: [
        (dialect { $0.comment = UInt8(ascii: ",") }, "the comment must differ from the delimiter"),
        (dialect { $0.escape = UInt8(ascii: "\"") }, "the escape must differ from the quote"),
        (
            dialect { $0.comment = 0x0A },
            "the comment must be one ASCII character other than CR and LF"
        ),
        (
            dialect {
                $0.quote = .off
                $0.allowsLazyQuotes = true
            }, "without a quote there are no lazy quotes"
        ),
        (dialect { $0.missingTexts = [""] }, "an empty cell is missing without a word for it"),
        (dialect { $0.skippedLines = -1 }, "the number of skipped lines must not be negative"),
    ])
    func contradictionsAreErrors(dialect: CSVDialect, reason: String) throws {
        #expect(throws: InputError(.badDialect(reason: reason))) {
            try InputReading("a,b\n1,2\n", format: .csv, csv: dialect)
        }
    }

    @Test func anInputOfAnotherFormatIsRejected() throws {
        #expect(throws: InputError(.notCSV(name: "test", format: "ndjson"))) {
            try InputReading(
                "{}\n", format: .ndjson, csv: Self.dialect { $0.skippedLines = 1 })
        }
    }

    // MARK: - Properties

    private static let dialects = [
        dialect { $0.quote = .off }, dialect { $0.comment = UInt8(ascii: "#") },
        dialect { $0.escape = UInt8(ascii: "\\") }, dialect { $0.allowsLazyQuotes = true },
        dialect { $0.skipsInitialSpace = true }, dialect { $0.isSingleLine = true },
        dialect {
            $0.quote = .character(UInt8(ascii: "'"))
            $0.escape = UInt8(ascii: "\\")
            $0.comment = UInt8(ascii: "#")
            $0.allowsLazyQuotes = true
            $0.skipsInitialSpace = true
            $0.missingTexts = ["x"]
            $0.skippedLines = 1
            $0.skippedLastLines = 2
        },
        dialect {
            $0.escape = UInt8(ascii: "\\")
            $0.isSingleLine = true
        },
    ]

    /// What is read does not depend on how the bytes are cut into chunks.
    @Test(arguments: dialects.indices, 1...20 as ClosedRange<UInt64>)
    func chunksDoNotMatter(index: Int, seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        var text = index == 6 ? "title\na,b\n" : "a,b\n"
        let pieces = [
            "\"", "'", "\"\"", ",", "\n", "\r\n", "\r", "a", "#", " ", "\\", "x", "\",\"", "\n#",
        ]
        for _ in 0..<120 { text += pieces.randomElement(using: &random) ?? "" }
        let whole = try InputReading(text, format: .csv, csv: Self.dialects[index])
        for chunkBytes in [1, 7, 30] {
            let parts = try InputReading(
                text, format: .csv, chunkBytes: chunkBytes, csv: Self.dialects[index])
            #expect(parts.lines == whole.lines)
            #expect(parts.byteCount == whole.byteCount)
            #expect(parts.notes.comments == whole.notes.comments)
        }
    }

    /// A dialect that takes its own path reads RFC 4180 as the fast one does.
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func bothPathsReadTheStandard(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        var text = "a,b\n"
        let pieces = [
            "\"", "\"\"", ",", "\n", "\r\n", "\r", "a", "bc", "\",\"", "\n\"", "é",
        ]
        for _ in 0..<150 { text += pieces.randomElement(using: &random) ?? "" }
        let fast = try InputReading(text, format: .csv)
        let slow = try InputReading(text, format: .csv, csv: Self.dialect { $0.comment = 0x01 })
        #expect(fast.lines == slow.lines)
        #expect(fast.notes == slow.notes)
    }
}

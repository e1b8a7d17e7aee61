// SPDX-License-Identifier: Apache-2.0
import AssayCore
@_spi(Engine) import AssayRecords
import Glibc
import Testing

/// A whole input as the engine sees it: chunks of any size give the same records.
@Suite struct ChunkReaderTests {
    private static let ndjson = """
        {"a":1,"b":"x"}

        {"a":2,"b":"y\\u00e9","c":[1,{"d":"z"}]}
        {"a":3,}
        {"a":4,"a":5}
        [1]
          {"b":"größe","a":6}
        """
    private static let json = """
        [ {"a":1,"b":"x"},
          {"a":2,
           "b":"yé", "c":[1,
             {"d":"z"}]} , {"a":3,},{"a":4,"a":5}
          , [1],
          {"b":"größe","a":6}
        ]

        """
    private static let csv =
        "a,b,other\r\n1,x,\r\n2,\"y\n\"\"é\"\"\",o\r\n3\r\n\r\n4,\"größe\",\n5,a\"b,c\n6,,last"

    static let inputs: [(InputFormat, String)] = [(.ndjson, ndjson), (.json, json), (.csv, csv)]

    @Test(arguments: 0..<3, [1, 2, 3, 7, 16, 64, 1000])
    func chunkSizeChangesNothing(input: Int, chunkBytes: Int) throws {
        let (format, text) = Self.inputs[input]
        let whole = try InputReading(text, format: format, chunkBytes: 1 << 16).lines
        #expect(!whole.isEmpty)
        #expect(try InputReading(text, format: format, chunkBytes: chunkBytes).lines == whole)
    }

    /// A chunk grows with a record that many reads bring, and holds those after it.
    @Test(arguments: [InputFormat.ndjson, .json, .csv], [500, 4096, 1 << 17])
    func recordsOverManyReadsAreWhole(format: InputFormat, chunkBytes: Int) throws {
        let lengths = [3, 600_000, 1, 2, 700_000, 1_500, 10_000, 5]
        let texts = lengths.enumerated().map { number, length in
            String((0..<length).map { Character(Unicode.Scalar(UInt8(97 + ($0 + number) % 26))) })
        }
        let records = texts.map { format == .csv ? "\($0)," : "{\"a\":\"\($0)\"}" }
        let text =
            switch format {
            case .ndjson, .arrow: records.joined(separator: "\n")
            case .json: "[" + records.joined(separator: ",\n") + "]"
            case .csv: "a,b\n" + records.joined(separator: "\n")
            }
        let lines = try InputReading(text, format: format, chunkBytes: chunkBytes).lines
        #expect(lines.count == texts.count)
        for (line, text) in zip(lines, texts) { #expect(line.contains(" a=\"\(text)\"@")) }
    }

    @Test func ndjsonRecordsHaveTheirPlaces() throws {
        let reading = try InputReading(Self.ndjson, format: .ndjson)
        #expect(
            reading.lines == [
                "1 1:1 a=1@1:6 b=\"x\"@1:12", "2 3:1 a=2@3:6 b=\"yé\"@3:12",
                "3 4:8 malformed: unexpected character '}' after a comma: remove the comma",
                "4 5:1 a=5@5:12 duplicate /a",
                "5 6:1 malformed: not an object", "6 7:3 a=6@7:20 b=\"größe\"@7:8",
            ])
    }

    /// The reason names what is in the record's own bytes, wherever it lies in its chunk.
    @Test(arguments: [1, 7, 1000])
    func wrongEscapesAreNamedInEveryRecord(chunkBytes: Int) throws {
        let text = #"""
            {"a":"\ud83d\ude00"}
              {"a":"x\ude00"}
            {"b":[{"\ud83d":1}]}
            {"a":"\u00"}{"a":"ffff"}
            {"a":"\z"}
            """#
        let reading = try InputReading(text, format: .ndjson, chunkBytes: chunkBytes)
        #expect(
            reading.lines.dropFirst() == [
                #"2 2:10 malformed: invalid escape: \ude00 without the first half of its surrogate pair"#,
                #"3 3:9 malformed: invalid escape: \ud83d without the second half of its surrogate pair"#,
                #"4 4:7 malformed: invalid escape: expected four hexadecimal digits after \u"#,
                #"5 5:7 malformed: invalid escape: expected ", \, /, b, f, n, r, t or u after the backslash"#,
            ])
    }

    @Test func jsonElementsHaveTheirPlaces() throws {
        let reading = try InputReading(Self.json, format: .json)
        #expect(
            reading.lines == [
                "1 1:3 a=1@1:8 b=\"x\"@1:14", "2 2:3 a=2@2:8 b=\"yé\"@3:8",
                "3 4:27 malformed: unexpected character '}' after a comma: remove the comma",
                "4 4:29 a=5@4:40 duplicate /a",
                "5 5:5 malformed: not an object", "6 6:3 a=6@6:20 b=\"größe\"@6:8",
            ])
    }

    @Test func csvCellsHaveTheirPlaces() throws {
        let reading = try InputReading(Self.csv, format: .csv)
        #expect(
            reading.lines == [
                "1 2:1 a=\"1\"@2:1 b=\"x\"@2:3", "2 3:1 a=\"2\"@3:1 b=\"y\\n\\\"é\\\"\"@3:3",
                "3 5:1 malformed: wrong number of cells: found 1, expected 3",
                "4 7:1 a=\"4\"@7:1 b=\"größe\"@7:3",
                "5 8:4 malformed: quote inside an unquoted cell; "
                    + "the option lazy-quotes reads it as text",
                "6 9:1 a=\"6\"@9:1",
            ])
    }

    @Test(arguments: [
        ("", "empty"), ("  \n\n", "empty"), ("\u{FEFF}{\"a\":1}\n", "1 1:1 a=1@1:6"),
        ("{\"a\":1}\r\n{\"a\":2}", "1 1:1 a=1@1:6|2 2:1 a=2@2:6"),
    ])
    func edgesOfNDJSON(text: String, expected: String) throws {
        let lines = try InputReading(text, format: .ndjson).lines
        #expect((lines.isEmpty ? "empty" : lines.joined(separator: "|")) == expected)
    }

    @Test(arguments: [
        ("{\"a\":1}", "1 1:1 a=1@1:6"), ("[]", "empty"), ("[\n]\n", "empty"),
        (
            "[{\"a\":1}{\"a\":2}]",
            "1 1:2 a=1@1:7|violation 1:9 missing comma between elements|2 1:9 a=2@1:14"
        ),
        ("[{\"a\":1},]", "1 1:2 a=1@1:7|violation 1:10 missing element"),
        ("[{\"a\":1}", "1 1:2 a=1@1:7|violation 1:9 unterminated array"),
        ("{\"a\":1} x", "1 1:1 a=1@1:6|violation 1:9 text after the array or object"),
        (
            "{\"a\":1} // x",
            "1 1:1 a=1@1:6|violation 1:9 unexpected character '/': JSON has no comments"
        ),
        (
            "# x\n{\"a\":1}",
            "violation 1:1 unexpected character '#': JSON has no comments|1 2:1 a=1@2:6"
        ),
        ("{\"a\":1} / x", "1 1:1 a=1@1:6|violation 1:9 text after the array or object"),
        ("42", "violation 1:1 text before the array or object"),
    ])
    func edgesOfJSON(text: String, expected: String) throws {
        let lines = try InputReading(text, format: .json).lines
        #expect((lines.isEmpty ? "empty" : lines.joined(separator: "|")) == expected)
    }

    @Test(arguments: [
        (
            InputFormat.ndjson,
            "{\"a\":1}\n{\"a\":\"" + String(repeating: "x", count: 5000) + "\"}\n{\"a\":2}\n"
        ),
        (.csv, "a,b\n1,\n\"" + String(repeating: "x", count: 5000) + "\n\",\n2,\n"),
        (
            .json,
            "[{\"a\":1},\n{\"a\":\"" + String(repeating: "x", count: 5000) + "\"},\n{\"a\":2}]"
        ),
    ])
    func aRecordThatIsTooLongIsSkippedAndCounted(format: InputFormat, text: String) throws {
        let reading = try InputReading(text, format: format, chunkBytes: 100, maximum: 1000)
        #expect(reading.lines.count == 3)
        let reason =
            format == .csv
            ? "quote not closed within 1000 bytes, before 'xxxxxxxxxxxxxxxxxxxx'; "
                + "lines after it that are not validated: 1; "
                + "the option single-line ends every record with its line"
            : "longer than 1000 bytes"
        #expect(reading.lines[1].hasSuffix(reason), "\(reading.lines)")
        #expect(reading.lines[0].hasPrefix("1 "))
        let line = format == .csv ? 5 : 3
        #expect(reading.lines[2].hasPrefix("3 \(line):1 a="), "\(reading.lines)")
    }

    @Test func formatsAreRecognisedByTheirFirstBytes() {
        func format(_ text: String) -> InputFormat {
            var text = text
            return text.withUTF8 { InputFormat(firstBytes: $0) }
        }
        #expect(format("{\"a\":1}\n{\"a\":2}\n") == .ndjson)
        #expect(format(" [\n{}]") == .json)
        #expect(format("{\n  \"a\": 1\n}") == .json)
        #expect(format("a,b\n1,2\n") == .csv)
        #expect(format("") == .ndjson)
    }

    @Test(arguments: [
        (UnknownFieldPolicy.allow, ["violation 1:9 warning record.duplicateKey /c"]),
        (
            .warn,
            [
                "violation 1:3 warning record.unknownField /x~1y",
                "violation 1:7 warning record.unknownField /c",
                "violation 1:9 warning record.duplicateKey /c",
            ]
        ),
        (
            .reject,
            [
                "violation 1:3 error record.unknownField /x~1y",
                "violation 1:7 error record.unknownField /c",
                "violation 1:9 warning record.duplicateKey /c",
            ]
        ),
    ])
    func aHeaderIsHeldAgainstTheRuleSetOnce(
        policy: UnknownFieldPolicy, findings: [String]
    ) throws {
        let reading = try InputReading(
            "a,x/y,c,c\n1,2,3,4\n5,6,7,8\n", format: .csv, unknownFields: policy)
        #expect(reading.lines.filter { $0.hasPrefix("violation") } == findings)
        #expect(reading.lines.count == findings.count + 2)
    }

    @Test(arguments: [
        ("", "cannot read 'test' as CSV: line 1, the header: no record"),
        (
            "a,\"b",
            "cannot read 'test' as CSV: line 1, the header: unterminated quote; "
                + "the option quote none reads it as text"
        ),
        ("a,b,b", "'test' has the column 'b' more than once"),
    ])
    func aBadHeaderIsAnError(text: String, message: String) {
        let error = #expect(throws: InputError.self) { try InputReading(text, format: .csv) }
        #expect(error?.description == message)
    }

    @Test func whatCannotBeReadSaysWhy() {
        let missing = #expect(throws: InputError.self) { try ByteSource(path: "/no/such/file") }
        #expect(missing?.description == "cannot read '/no/such/file': No such file or directory")
        let directory = #expect(throws: InputError.self) { try ByteSource(path: "/tmp") }
        #expect(
            directory?.description
                == "cannot read '/tmp': it is a directory; name a file, or - for standard input")
    }
}

// SPDX-License-Identifier: Apache-2.0

import CRecordReader
import Testing

struct WrongLine: CustomTestStringConvertible, Sendable {
    var text: String
    var reason: UInt32
    var offset: UInt64
    var testDescription: String { text }

    init(_ text: String, _ reason: UInt32, _ offset: UInt64) {
        self.text = text
        self.reason = reason
        self.offset = offset
    }
}

private let wrongLines = [
    WrongLine("[1]", READER_NOT_OBJECT, 0),
    WrongLine("\"x\"", READER_NOT_OBJECT, 0),
    WrongLine("12", READER_NOT_OBJECT, 0),
    WrongLine("hello", READER_UNEXPECTED_CHARACTER, 0),
    WrongLine("é", READER_UNEXPECTED_CHARACTER, 0),
    WrongLine("{", READER_UNEXPECTED_END, 1),
    WrongLine(#"{"a""#, READER_UNEXPECTED_END, 4),
    WrongLine(#"{"a":"#, READER_UNEXPECTED_END, 5),
    WrongLine(#"{"a":1"#, READER_UNEXPECTED_END, 6),
    WrongLine(#"{"a":[1"#, READER_UNEXPECTED_END, 7),
    WrongLine(#"{"a":1,}"#, READER_UNEXPECTED_CHARACTER, 7),
    WrongLine(#"{,"a":1}"#, READER_UNEXPECTED_CHARACTER, 1),
    WrongLine(#"{"a" 1}"#, READER_UNEXPECTED_CHARACTER, 5),
    WrongLine(#"{"a":1 "b":2}"#, READER_UNEXPECTED_CHARACTER, 7),
    WrongLine(#"{a:1}"#, READER_UNEXPECTED_CHARACTER, 1),
    WrongLine(#"{'a':1}"#, READER_UNEXPECTED_CHARACTER, 1),
    WrongLine(#"{"a":[1,]}"#, READER_UNEXPECTED_CHARACTER, 8),
    WrongLine(#"{"a":[1}"#, READER_UNEXPECTED_CHARACTER, 7),
    WrongLine(#"{"a":{"b":1]}"#, READER_UNEXPECTED_CHARACTER, 11),
    WrongLine("{\"a\":\u{0C}1}", READER_UNEXPECTED_CHARACTER, 5),
    WrongLine("{\"a\":1\u{0}}", READER_INVALID_NUMBER, 5),
    WrongLine(#"{"a":"x}"#, READER_UNTERMINATED_STRING, 5),
    WrongLine(#"{"a":"x\"}"#, READER_UNTERMINATED_STRING, 5),
    WrongLine(#"{"a":"x\"#, READER_UNTERMINATED_STRING, 5),
    WrongLine("{\"a\":\"x\ty\"}", READER_CONTROL_CHARACTER, 7),
    WrongLine("{\"a\":\"x\u{0}y\"}", READER_CONTROL_CHARACTER, 7),
    WrongLine(#"{"a":"x\qy"}"#, READER_INVALID_ESCAPE, 7),
    WrongLine(#"{"a":"\u12g4"}"#, READER_INVALID_ESCAPE, 6),
    WrongLine(#"{"a":"\ud800"}"#, READER_INVALID_ESCAPE, 6),
    WrongLine(#"{"a":"\ud800x"}"#, READER_INVALID_ESCAPE, 6),
    WrongLine(#"{"a":"\ud800A"}"#, READER_INVALID_ESCAPE, 6),
    WrongLine(#"{"a":"\udc00"}"#, READER_INVALID_ESCAPE, 6),
    WrongLine(#"{"\x":1}"#, READER_INVALID_ESCAPE, 2),
    WrongLine(#"{"other":"\x"}"#, READER_INVALID_ESCAPE, 10),
    WrongLine(#"{"a":01}"#, READER_INVALID_NUMBER, 5),
    WrongLine(#"{"a":-01}"#, READER_INVALID_NUMBER, 5),
    WrongLine(#"{"a":00000000000000000000}"#, READER_INVALID_NUMBER, 5),
    WrongLine(#"{"a":-}"#, READER_INVALID_NUMBER, 5),
    WrongLine(#"{"a":1.}"#, READER_INVALID_NUMBER, 5),
    WrongLine(#"{"a":1.e5}"#, READER_INVALID_NUMBER, 5),
    WrongLine(#"{"a":1e}"#, READER_INVALID_NUMBER, 5),
    WrongLine(#"{"a":1e+}"#, READER_INVALID_NUMBER, 5),
    WrongLine(#"{"a":0x10}"#, READER_INVALID_NUMBER, 5),
    WrongLine(#"{"a":12a}"#, READER_INVALID_NUMBER, 5),
    WrongLine(#"{"a":1"b"}"#, READER_INVALID_NUMBER, 5),
    WrongLine(#"{"a":+1}"#, READER_UNEXPECTED_CHARACTER, 5),
    WrongLine(#"{"a":.5}"#, READER_UNEXPECTED_CHARACTER, 5),
    WrongLine(#"{"a":NaN}"#, READER_UNEXPECTED_CHARACTER, 5),
    WrongLine(#"{"a":Infinity}"#, READER_UNEXPECTED_CHARACTER, 5),
    WrongLine(#"{"a":tru}"#, READER_INVALID_LITERAL, 5),
    WrongLine(#"{"a":trueish}"#, READER_INVALID_LITERAL, 5),
    WrongLine(#"{"a":nul"#, READER_INVALID_LITERAL, 5),
    WrongLine(#"{"a":false"x"}"#, READER_INVALID_LITERAL, 5),
    WrongLine(#"{"other":tru}"#, READER_INVALID_LITERAL, 9),
    WrongLine(#"{"a":1} {"a":2}"#, READER_TRAILING_CONTENT, 8),
    WrongLine(#"{"a":1}x"#, READER_TRAILING_CONTENT, 7),
    WrongLine(#"{"a":1}}"#, READER_TRAILING_CONTENT, 7),
    WrongLine(#"{"a":[[[1]]]}"#, READER_TOO_DEEP, 7),
    WrongLine(#"{"other":{"b":{"c":{}}}}"#, READER_TOO_DEEP, 19),
]

private func reader(_ keys: String..., reportUnknown: Bool = false) throws -> Reader {
    try Reader(keys: keys, reportUnknown: reportUnknown, depth: 3)
}

@Suite struct JSONReaderTests {
    @Test(arguments: wrongLines)
    func wrongLineSpoilsOnlyItself(_ line: WrongLine) throws {
        let good = #"{"a":"before"}"#
        let batch = try reader("a").lines("\(good)\n\(line.text)\n\(good)\n")
        try #require(batch.rows.count == 3)
        #expect(batch.rows[0].columns == [.string("before")])
        #expect(batch.rows[2].columns == [.string("before")])
        let wrong = batch.rows[1]
        let start = UInt64(good.utf8.count + 1)
        #expect(wrong.reason == line.reason, "\(String(cString: reader_reason_text(wrong.reason)))")
        #expect(wrong.errorOffset == start + line.offset)
        #expect(wrong.offset == start)
        #expect(wrong.length == UInt64(line.text.utf8.count))
        #expect(wrong.columns == [.absent])
    }

    @Test(
        arguments: [
            ([0xFF], 0), ([0xC3], 0), ([0x61, 0xC0, 0x80], 1), ([0xED, 0xA0, 0x80], 0),
            ([0xF4, 0x90, 0x80, 0x80], 0), ([0xE2, 0x82], 0), ([0xC3, 0xA9, 0x80], 2),
        ] as [([UInt8], UInt64)])
    func invalidUTF8SpoilsOnlyItsLine(bytes: [UInt8], offset: UInt64) throws {
        let before = Array("{\"a\":1}\n{\"a\":\"".utf8)
        let batch = try reader("a").lines(before + bytes + Array("\"}\n{\"a\":2}".utf8))
        #expect(batch.rows.map(\.reason) == [READER_OK, READER_INVALID_UTF8, READER_OK])
        #expect(batch.rows.map(\.columns) == [[.integer(1)], [.absent], [.integer(2)]])
        #expect(batch.rows[1].errorOffset == UInt64(before.count) + offset)
    }

    @Test func recordOverSeveralLinesIsMalformedOnEachOfThem() throws {
        let batch = try reader("a").lines("{\n\"a\":1\n}\n{\"a\":2}")
        #expect(
            batch.rows.map(\.reason) == [
                READER_UNEXPECTED_END, READER_TRAILING_CONTENT, READER_UNEXPECTED_CHARACTER,
                READER_OK,
            ])
        #expect(batch.rows.map(\.line) == [0, 1, 2, 3])
    }

    @Test func blankLinesAreNoRecords() throws {
        let batch = try reader("a").lines("\n  \t\r\n{\"a\":1}\r\n\n {\"a\":2} \r\n\n")
        #expect(batch.rows.map(\.columns) == [[.integer(1)], [.integer(2)]])
        #expect(batch.rows.map(\.line) == [2, 4])
        #expect(batch.rows.map(\.offset) == [6, 17])
        #expect(batch.rows.map(\.length) == [7, 7])
        #expect(batch.lineCount == 6)
    }

    @Test func emptyTextHasNoRows() throws {
        #expect(try reader("a").lines("").rows.isEmpty)
        #expect(try reader("a").lines("\n\n").rows.isEmpty)
    }

    @Test func missingKeysAreAbsent() throws {
        let batch = try reader("a", "b", "c").lines("{\"b\":2}\n{}\n{\"c\":3,\"a\":1}\n")
        #expect(
            batch.rows.map(\.columns) == [
                [.absent, .integer(2), .absent], [.absent, .absent, .absent],
                [.integer(1), .absent, .integer(3)],
            ])
    }

    /// Half a minute, if the hash of a key saw its ends only.
    @Test func manyKeysThatShareTheirEndsAreFoundInAnyOrder() throws {
        let keys = (0..<8000).map { "https://example.com/\($0 + 10_000)/the/same/end.html" }
        let members = keys.enumerated().reversed().map { "\"\($1)\":\($0)" }
        let batch = try Reader(keys: keys, reportUnknown: false, depth: 3).lines(
            "{\(members.joined(separator: ","))}")
        #expect(batch.rows[0].columns == keys.indices.map { .integer(Int64($0)) })
    }

    @Test(
        arguments: [
            (#""""#, Read.string("")), (#""plain""#, .string("plain")),
            (#""\"\\\/""#, .string("\"\\/")),
            (#""\b\f\n\r\t""#, .string("\u{8}\u{C}\n\r\t")),
            (#""\u0041\u00e9\u20AC""#, .string("Aé€")),
            (#""\uD83D\ude80""#, .string("🚀")), (#""\u0000""#, .string("\0")),
            (#""é🚀""#, .string("é🚀")),
            (#""\uFFFF\uDBFF\uDFFF""#, .string("\u{FFFF}\u{10FFFF}")),
            ("true", .bool(true)), ("false", .bool(false)), ("null", .null), ("[]", .array([])),
            ("{}", .object([])), ("[ 1 , [ ] ]", .array([.integer(1), .array([])])),
            (
                #"{"k" : [null], "\u006b2":"v"}"#,
                .object([
                    .init(key: "k", value: .array([.null])), .init(key: "k2", value: .string("v")),
                ])
            ),
            ("0", .integer(0)), ("-1", .integer(-1)), ("7", .integer(7)),
            ("12345678", .integer(12_345_678)),
            ("123456789", .integer(123_456_789)), ("-12345678", .integer(-12_345_678)),
            ("999999999999999999", .integer(999_999_999_999_999_999)),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .unsigned(9_223_372_036_854_775_808)),
            ("18446744073709551615", .unsigned(.max)),
            (
                "18446744073709551616",
                .double(18_446_744_073_709_551_616, text: "18446744073709551616")
            ),
            (
                "-9223372036854775809",
                .double(-9_223_372_036_854_775_808, text: "-9223372036854775809")
            ),
            ("-0", .double(-0.0, text: "-0")), ("1.0", .double(1, text: "1.0")),
            ("1E2", .double(100, text: "1E2")), ("-1.5e-3", .double(-0.0015, text: "-1.5e-3")),
            ("0.1", .double(0.1, text: "0.1")), ("0e999", .double(0, text: "0e999")),
            (
                "1.7976931348623157e308",
                .double(.greatestFiniteMagnitude, text: "1.7976931348623157e308")
            ),
            ("5e-324", .double(.leastNonzeroMagnitude, text: "5e-324")),
            ("9007199254740993.0", .double(9_007_199_254_740_992, text: "9007199254740993.0")),
            ("1e-400", .double(0, text: "1e-400")),
            ("0.0000001e-400", .double(0, text: "0.0000001e-400")),
            ("1e400", .decimal("1e400")), ("-1e400", .decimal("-1e400")),
            ("1e99999999999999999999", .decimal("1e99999999999999999999")),
            ("0.001e400", .decimal("0.001e400")),
        ] as [(String, Read)])
    func valueIsRead(text: String, expected: Read) throws {
        let reader = try Reader(keys: ["a"])
        #expect(try reader.value("{\"a\":\(text)}") == expected)
        #expect(try reader.value("{ \"a\" : \(text) \t}") == expected)
        #expect(try reader.value("{\"b\":\(text),\"a\":[\(text)]}") == .array([expected]))
    }

    @Test func minusZeroKeepsItsSign() throws {
        guard case .double(let zero, _) = try reader("a").value(#"{"a":-0}"#) else {
            throw ReaderFailure()
        }
        #expect(zero.sign == .minus)
    }

    @Test(arguments: [0, 1, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 200, 5000])
    func stringsOfAllLengthsAreRead(length: Int) throws {
        let plain = String(repeating: "x", count: length)
        for text in [plain, "é" + plain, plain + "é"] {
            #expect(try reader("a").value("{\"a\":\"\(text)\"}") == .string(text))
            #expect(try reader("a").value("{\"a\":\"\(text)\\n\"}") == .string(text + "\n"))
            #expect(try reader("a").value("{\"a\":\"\\n\(text)\"}") == .string("\n" + text))
        }
    }

    @Test func keysAreComparedWithEscapesResolved() throws {
        let long = "a key that is longer than sixteen bytes"
        let keys = ["a", "", "b\\c", "d\"", long, long + "!"]
        let text = #"{"\u0061":1,"":2,"b\\c":3,"d\"":4,"\#(long)":5,"\#(long)!":6}"#
        let reader = try Reader(keys: keys)
        let expected = (1...6).map { Read.integer($0) }
        #expect(try reader.lines("\(text)\n\(text)").rows.map(\.columns) == [expected, expected])
        // The bytes b, backslash, c stand for b and a bad escape, not for the key.
        #expect(try reader.lines(#"{"b\c":3}"#).rows[0].reason == READER_INVALID_ESCAPE)
    }

    @Test func repeatedKeyHasTheLastValueAndAnIssue() throws {
        let batch = try reader("a", "b").lines(#"{"a":1,"b":{"x":1,"y":2,"x":3},"a":2}"#)
        #expect(
            batch.rows[0].columns == [
                .integer(2),
                .object([
                    .init(key: "x", value: .integer(3)), .init(key: "y", value: .integer(2)),
                ]),
            ])
        #expect(
            batch.rows[0].issues == [
                .init(kind: READER_DUPLICATE_KEY, offset: 24, key: "x"),
                .init(kind: READER_DUPLICATE_KEY, offset: 31, key: "a"),
            ])
    }

    @Test func repeatedKeysInLargeObjectsAreFound() throws {
        let members = (0..<40).map { "\"k\($0 % 25)\":\($0)" }.joined(separator: ",")
        let batch = try reader("a").lines("{\"a\":{\(members)}}")
        #expect(batch.rows[0].issues.count == 15)
        let expected = (0..<25).map { number in
            Read.Member(
                key: "k\(number)", value: .integer(Int64(number < 15 ? number + 25 : number)))
        }
        #expect(batch.rows[0].columns == [.object(expected)])
    }

    @Test func unknownKeysAreListedWhenAskedFor() throws {
        let text = #"{"x":[1],"a":1,"\u0079":{"a":2}}"#
        let batch = try reader("a", reportUnknown: true).lines(text)
        #expect(
            batch.rows[0].issues == [
                .init(kind: READER_UNKNOWN_KEY, offset: 1, key: "x"),
                .init(kind: READER_UNKNOWN_KEY, offset: 15, key: "y"),
            ])
        #expect(try reader("a").lines(text).rows[0].issues.isEmpty)
    }

    @Test func malformedRecordHasNoIssues() throws {
        let batch = try reader("a", reportUnknown: true).lines(#"{"x":1,"a":1,"a":2,]"#)
        #expect(batch.rows[0].reason == READER_UNEXPECTED_CHARACTER)
        #expect(batch.rows[0].issues.isEmpty)
    }

    @Test func projectionWithoutKeysStillValidates() throws {
        let batch = try Reader(keys: []).lines("{\"a\":1}\n{\"a\":}\n{}\n")
        #expect(batch.rows.map(\.reason) == [READER_OK, READER_UNEXPECTED_CHARACTER, READER_OK])
    }

    @Test func projectionWithTheSameKeyTwiceIsRejected() {
        #expect(throws: ReaderFailure.self) { try Reader(keys: ["a", "b", "a"]) }
    }

    @Test func escapesHaveFourHexDigits() throws {
        let reader = try reader("a")
        let hex = Array("0123456789abcdefABCDEF".utf8)
        for byte in 0x20...0xFF as ClosedRange<UInt8> where byte != 0x22 {
            for place in 0..<4 {
                var digits = Array("0041".utf8)
                digits[place] = byte
                let text = Array(#"{"a":"\u"#.utf8) + digits + Array(#""}"#.utf8)
                let batch = try reader.document(text)
                guard hex.contains(byte) else {
                    #expect(batch.rows[0].reason != READER_OK, "\(byte)")
                    continue
                }
                let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
                let scalar = try #require(number.flatMap { Unicode.Scalar($0) })
                #expect(batch.rows[0].columns == [.string(String(scalar))])
            }
        }
    }

    /// Escapes lie anywhere among the sixteen bytes that are copied at a time.
    @Test func escapesOfAllFormsLieAtAllPlaces() throws {
        let reader = try reader("a")
        let escapes: [(String, String)] = [
            (#"\n"#, "\n"), (#"\\"#, "\\"), (#"\u0041"#, "A"), (#"\u007f"#, "\u{7F}"),
            (#"\u0080"#, "\u{80}"), (#"\u07FF"#, "\u{7FF}"), (#"\u0800"#, "\u{800}"),
            (#"\uD7ff"#, "\u{D7FF}"), (#"\uE000"#, "\u{E000}"), (#"\uFFFF"#, "\u{FFFF}"),
            (#"\uD800\uDC00"#, "\u{10000}"), (#"\uDBFF\uDFFF"#, "\u{10FFFF}"), ("é", "é"),
        ]
        for before in 0..<34 {
            for (first, (escape, text)) in escapes.enumerated() {
                let (next, nextText) = escapes[(first + before) % escapes.count]
                for after in [0, 1, 15, 16, 17, 40] {
                    let head = String(repeating: "x", count: before)
                    let tail = String(repeating: "y", count: after)
                    let written = head + escape + tail + next + escape
                    let batch = try reader.document("{\"a\":\"\(written)\"}")
                    let expected = head + text + tail + nextText + text
                    #expect(batch.rows[0].columns == [.string(expected)], "\(written)")
                }
            }
        }
    }

    @Test(arguments: [
        #"\uD800"#, #"\uDC00"#, #"\uD800x"#, #"\uD800\n"#, #"\uD800\u0041"#, #"\uD800\uD800"#,
        #"\x"#,
        #"\u00"#, #"\u00G0"#,
    ])
    func wrongEscapesAreMalformedAtAllPlaces(escape: String) throws {
        let reader = try reader("a")
        for before in 0..<34 {
            let text = String(repeating: "x", count: before) + #"\u00e9"# + escape
            let batch = try reader.document("{\"a\":\"\(text)\"}")
            #expect(batch.rows[0].reason != READER_OK)
            #expect(batch.rows[0].columns == [.absent])
        }
    }

    @Test func documentMaySpanLines() throws {
        let batch = try reader("a").document("\n\n{\n  \"a\" :\n [1,\n2]\n}\n")
        #expect(batch.rows.count == 1)
        #expect(batch.rows[0].columns == [.array([.integer(1), .integer(2)])])
        #expect(batch.rows[0].line == 2)
        #expect(batch.rows[0].offset == 2)
        #expect(batch.lineCount == 0)
    }

    @Test(arguments: [
        WrongLine("", READER_EMPTY, 0), WrongLine(" \n ", READER_EMPTY, 3),
        WrongLine("{\"a\":\"x\ny\"}", READER_CONTROL_CHARACTER, 7),
        WrongLine("{}\n{}", READER_TRAILING_CONTENT, 3), WrongLine("{\n", READER_UNEXPECTED_END, 1),
        WrongLine(" 5 ", READER_NOT_OBJECT, 1),
    ])
    func wrongDocumentIsOneMalformedRow(_ document: WrongLine) throws {
        let batch = try reader("a").document(document.text)
        #expect(batch.rows.map(\.reason) == [document.reason])
        #expect(batch.rows.map(\.errorOffset) == [document.offset])
    }

    @Test func shortPaddingIsRejected() throws {
        let reader = try reader("a")
        var batch = reader_batch()
        let text = Array(repeating: UInt8(ascii: " "), count: 100)
        let result = text.withUnsafeBufferPointer {
            reader_parse_ndjson(reader.parser, reader.projection, $0.baseAddress, 37, 100, &batch)
        }
        #expect(result == -1)
    }

    @Test func everyReasonHasItsOwnText() {
        let texts = (0..<READER_REASON_COUNT).map { String(cString: reader_reason_text($0)) }
        #expect(Set(texts).count == Int(READER_REASON_COUNT))
        #expect(String(cString: reader_reason_text(READER_REASON_COUNT)) == "unknown reason")
    }
}

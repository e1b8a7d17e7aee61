// SPDX-License-Identifier: Apache-2.0

import CRecordReader
import Testing

/// Reads a whole CSV file: header, then the rest as one chunk.
private func readCSV(
    _ text: [UInt8], keys: [String] = ["a", "b", "c"], delimiter: Character = ","
) throws -> ReadBatch {
    let reader = try Reader(keys: keys)
    let mark = delimiter.asciiValue ?? 0
    var splitter = reader_csv_splitter()
    splitter.dialect.delimiter = mark
    let header = reader_csv_split_first(&splitter, text, UInt64(text.count))
    var layout: OpaquePointer?
    var row = reader_row()
    guard
        reader_csv_layout_create(
            reader.projection, text, header, &splitter.dialect, &layout, &row) == 0,
        let layout
    else { throw ReaderFailure() }
    defer { reader_csv_layout_destroy(layout) }
    return try reader.read(Array(text[Int(header)...]), padding: UInt8(ascii: "\"")) {
        reader_parse_csv(reader.parser, layout, $0, $1, $2, &$3)
    }
}

private func readCSV(_ text: String, delimiter: Character = ",") throws -> ReadBatch {
    try readCSV(Array(text.utf8), delimiter: delimiter)
}

private func strings(_ texts: String?...) -> [Read] {
    texts.map { $0.map { .string($0) } ?? .absent }
}

struct WrongCSV: CustomTestStringConvertible {
    var text: String
    var reason: UInt32
    var offset: UInt64
    var testDescription: String { text }
}

@Suite struct CSVReaderTests {
    @Test(
        arguments: [
            ("1,2,3\n", strings("1", "2", "3")), ("1,2,3\r\n", strings("1", "2", "3")),
            ("1,2,3", strings("1", "2", "3")), ("1,2,3\r", strings("1", "2", "3")),
            (" 1 ,é,\t\n", strings(" 1 ", "é", "\t")), (",,\n", strings(nil, nil, nil)),
            ("\"\",\"\",\"\"\n", strings(nil, nil, nil)),
            (#""x","y,z","#, strings("x", "y,z", nil)),
            ("\"x\ny\",\"\r\n\",\n", strings("x\ny", "\r\n", nil)),
            ("\"a\"\"b\",\"\"\"\",\"\"\"\"\"\"", strings("a\"b", "\"", "\"\"")),
            (
                "\"long \(String(repeating: "é", count: 90))\"\"\",2,3",
                strings("long \(String(repeating: "é", count: 90))\"", "2", "3")
            ),
            (#""1","2","3""#, strings("1", "2", "3")),
        ] as [(String, [Read])])
    func cellsAreRead(record: String, expected: [Read]) throws {
        let batch = try readCSV("a,b,c\n" + record)
        #expect(batch.rows.map(\.reason) == [READER_OK])
        #expect(batch.rows.first?.columns == expected)
    }

    @Test(arguments: [
        WrongCSV(text: "1,2\n", reason: READER_CELL_COUNT, offset: 0),
        WrongCSV(text: "1,2,3,4\n", reason: READER_CELL_COUNT, offset: 0),
        WrongCSV(text: "1,x\"y,3\n", reason: READER_BARE_QUOTE, offset: 3),
        WrongCSV(text: "1, \"y\",3\n", reason: READER_BARE_QUOTE, offset: 3),
        WrongCSV(text: "\"x\"y,2,3\n", reason: READER_TEXT_AFTER_QUOTE, offset: 3),
        WrongCSV(text: "\"x\" ,\"\",3\n", reason: READER_TEXT_AFTER_QUOTE, offset: 3),
        WrongCSV(text: "\"x\"\"y\"z\",2,3\n", reason: READER_TEXT_AFTER_QUOTE, offset: 6),
        WrongCSV(text: "1\r,2,3\n", reason: READER_BARE_CR, offset: 1),
        WrongCSV(text: "\"1\"\r,2,3\n", reason: READER_BARE_CR, offset: 3),
    ])
    func wrongRecordSpoilsOnlyItself(_ record: WrongCSV) throws {
        let batch = try readCSV("a,b,c\n" + record.text + "x,y,z\n")
        try #require(batch.rows.count == 2)
        #expect(batch.rows[0].reason == record.reason)
        #expect(batch.rows[0].errorOffset == record.offset)
        #expect(batch.rows[0].columns == strings(nil, nil, nil))
        #expect(batch.rows[1].columns == strings("x", "y", "z"))
        #expect(batch.rows[1].line == 1)
    }

    @Test func wrongNumberOfCellsSaysBothNumbers() throws {
        let rows = try readCSV("a,b,c\n1,2\n1,2,3,4,5\n").rows
        #expect(rows.map(\.expected) == [3, 3])
        #expect(rows.map(\.found) == [2, 5])
    }

    @Test func unterminatedQuoteEndsWithTheFile() throws {
        let batch = try readCSV("a,b,c\n1,2,3\n1,\"2\n3,4,5\n")
        #expect(batch.rows.map(\.reason) == [READER_OK, READER_UNTERMINATED_QUOTE])
        #expect(batch.rows[1].errorOffset == 8)
        #expect(batch.rows[1].length == 11)
    }

    @Test func invalidUTF8SpoilsOnlyItsRecord() throws {
        let text = Array("a,b,c\n1,2,3\nx".utf8) + [0xC3, 0x28] + Array(",y,z\né,5,6\n".utf8)
        let batch = try readCSV(text)
        #expect(batch.rows.map(\.reason) == [READER_OK, READER_INVALID_UTF8, READER_OK])
        #expect(batch.rows[1].errorOffset == 7)
        #expect(batch.rows[2].columns == strings("é", "5", "6"))
    }

    @Test func blankLinesAreNoRecords() throws {
        let batch = try readCSV("a,b,c\n\n1,2,3\r\n\r\n\n4,\"5\n\",6\n7,8,9\n")
        #expect(batch.rows.map(\.line) == [1, 4, 6])
        #expect(batch.rows.map(\.offset) == [1, 11, 20])
        #expect(batch.rows.map(\.length) == [5, 8, 5])
        #expect(batch.lineCount == 7)
    }

    @Test func columnsFollowTheHeader() throws {
        let batch = try readCSV(Array("x,c,\"a\"\n1,2,3\n".utf8))
        #expect(batch.rows[0].columns == strings("3", nil, "2"))
    }

    @Test(arguments: [";", "\t", "|"] as [Character])
    func delimiterCanBeChosen(delimiter: Character) throws {
        let text = "a,b,c\n\"1,\",2,3\n".split(separator: ",", omittingEmptySubsequences: false)
            .joined(separator: String(delimiter))
        #expect(
            try readCSV(text, delimiter: delimiter).rows[0].columns
                == strings("1\(delimiter)", "2", "3"))
    }

    @Test(
        arguments: [
            ("", READER_EMPTY, 0), ("\n", READER_EMPTY, 0),
            ("a,\"b\n", READER_UNTERMINATED_QUOTE, 2),
            ("a\rb\rc", READER_BARE_CR, 1), ("a,b\"\n", READER_BARE_QUOTE, 3),
        ] as [(String, UInt32, UInt64)])
    func wrongHeaderIsRejected(text: String, reason: UInt32, offset: UInt64) throws {
        let reader = try Reader(keys: ["a"])
        let bytes = Array(text.utf8)
        var layout: OpaquePointer?
        var row = reader_row()
        var dialect = reader_csv_dialect()
        dialect.delimiter = UInt8(ascii: ",")
        let result = reader_csv_layout_create(
            reader.projection, bytes, UInt64(bytes.count), &dialect, &layout, &row)
        #expect(result == 0)
        #expect(layout == nil)
        #expect(row.reason == reason)
        if reason != READER_EMPTY { #expect(row.error_offset == offset) }
    }

    @Test func layoutTellsNamesColumnsAndDuplicates() throws {
        let reader = try Reader(keys: ["a", "b"])
        let bytes = Array("b,\"x\"\"y\",a,b\r\n".utf8)
        var layout: OpaquePointer?
        var row = reader_row()
        var dialect = reader_csv_dialect()
        dialect.delimiter = UInt8(ascii: ",")
        let result = reader_csv_layout_create(
            reader.projection, bytes, UInt64(bytes.count), &dialect, &layout, &row)
        #expect(result == 0)
        let made = try #require(layout)
        defer { reader_csv_layout_destroy(made) }
        let cells = 0..<reader_csv_cell_count(made)
        let names = cells.map { cell in
            let name = reader_csv_cell_name(made, cell)
            return String(
                decoding: UnsafeBufferPointer(start: name.ptr, count: Int(name.len)), as: UTF8.self)
        }
        #expect(names == ["b", "x\"y", "a", "b"])
        #expect(cells.map { reader_csv_cell_column(made, $0) } == [1, .max, 0, .max])
        #expect(cells.map { reader_csv_cell_is_duplicate(made, $0) } == [0, 0, 0, 1])
        #expect(reader_csv_cell_column(made, 4) == .max)
    }

    @Test(arguments: ["\"", "\n", "\r", "\0", "\u{80}"] as [Unicode.Scalar])
    func unsuitableDelimiterIsRejected(delimiter: Unicode.Scalar) throws {
        let reader = try Reader(keys: ["a"])
        var layout: OpaquePointer?
        var row = reader_row()
        var dialect = reader_csv_dialect()
        dialect.delimiter = UInt8(delimiter.value)
        let result = reader_csv_layout_create(
            reader.projection, [97], 1, &dialect, &layout, &row)
        #expect(result == -1)
    }

    @Test(arguments: 1...40)
    func splitterDoesNotDependOnItsBuffers(step: Int) {
        let text =
            "a,\"b\n\",c\n\"\"\"\n\",x\"y\n\"z\"\"\"q\"\n,r\n\"1\"\r\n\"\",\"\n\"\"\",2\n\"tail\n"
        let bytes = Array(text.utf8)
        func ends(_ step: Int) -> Int {
            var splitter = reader_csv_splitter()
            splitter.dialect.delimiter = UInt8(ascii: ",")
            var complete = 0
            for start in stride(from: 0, to: bytes.count, by: step) {
                let part = Array(bytes[start..<min(start + step, bytes.count)])
                let found = reader_csv_split(&splitter, part, UInt64(part.count))
                if found > 0 { complete = start + Int(found) }
            }
            return complete
        }
        #expect(ends(step) == bytes.count - 6)
    }

    @Test func splitterStopsAfterTheHeader() {
        var splitter = reader_csv_splitter()
        splitter.dialect.delimiter = UInt8(ascii: ",")
        let bytes = Array("\"a\nb\",c\r\n1,2\n3".utf8)
        #expect(reader_csv_split_first(&splitter, bytes, UInt64(bytes.count)) == 9)
        let rest = Array(bytes[9...])
        #expect(reader_csv_split(&splitter, rest, UInt64(rest.count)) == 4)
    }
}

// SPDX-License-Identifier: Apache-2.0
import CRecordReader
import Testing

/// Records with more keys than a parser accepts, arrays of very many items, and what a parser keeps of long texts.
@Suite struct KeyLimitTests {
    private func rows(_ text: String, most: UInt64) throws -> [[UInt64]] {
        let reader = try Reader(keys: ["a"])
        reader_parser_limit_keys(reader.parser, most)
        let batch = try reader.read(Array(text.utf8)) { start, length, capacity, batch in
            reader_parse_document(
                reader.parser, reader.projection, start, length, capacity, &batch)
        }
        return batch.rows.map { [UInt64($0.reason), $0.errorOffset] }
    }

    @Test(
        arguments: [
            ("{}", 0, READER_OK, 0), (#"{"":0}"#, 0, READER_TOO_MANY_KEYS, 1),
            (#" {"a":1,"b":2}"#, 1, READER_TOO_MANY_KEYS, 8), (#"{"a":1,"b":2}"#, 2, READER_OK, 0),
            // Those of every level, of repeated keys, and no colons in texts.
            (#"{"a":[{"b":{"c":1}},{"c":1}]}"#, 3, READER_TOO_MANY_KEYS, 21),
            (#"{"a":[{"b":{"c":1}},{"c":1}]}"#, 4, READER_OK, 0),
            (#"{"a":1,"a":2,"a":3}"#, 2, READER_TOO_MANY_KEYS, 13),
            (#"{"a:b:c":"d:e\":f"}"#, 1, READER_OK, 0),
            // What else is wrong comes first.
            (#"{"a":1,"b":2,}"#, 1, READER_UNEXPECTED_CHARACTER, 13),
            ("[::::]", 1, READER_UNEXPECTED_CHARACTER, 1),
            ("{::::}", 1, READER_UNEXPECTED_CHARACTER, 1),
            (#"[{"a":1},{"b":1}]"#, 1, READER_NOT_OBJECT, 0),
        ] as [(String, UInt64, UInt32, UInt64)])
    func aKeyTooManyIsFound(_ text: String, _ most: UInt64, _ reason: UInt32, _ offset: UInt64)
        throws
    {
        #expect(try rows(text, most: most) == [[UInt64(reason), offset]])
    }

    /// Each element of a text has as many as a document.
    @Test func linesAreCountedByThemselves() throws {
        let reader = try Reader(keys: ["a"])
        reader_parser_limit_keys(reader.parser, 1)
        let text = Array("{\"a\":1}\n{\"a\":1,\"b\":2}\n{\"b\":1}\n".utf8)
        let batch = try reader.read(text) { start, length, capacity, batch in
            reader_parse_ndjson(
                reader.parser, reader.projection, start, length, capacity, &batch)
        }
        #expect(batch.rows.map(\.reason) == [READER_OK, READER_TOO_MANY_KEYS, READER_OK])
        #expect(batch.rows[1].errorOffset == 15)
        #expect(batch.rows[1].columns == [.absent])
    }

    @Test func memoryIsThatOfTheLargestText() throws {
        let reader = try Reader(keys: ["a"])
        func memory(after text: String) throws -> Int {
            _ = try reader.read(Array(text.utf8)) { start, length, capacity, batch in
                reader_parse_document(
                    reader.parser, reader.projection, start, length, capacity, &batch)
            }
            return Int(reader_parser_memory(reader.parser))
        }
        let small = try memory(after: #"{"a":[1]}"#)
        #expect(small < 400 << 10)
        let many = "{\"a\":[" + String(repeating: "1,", count: 100_000) + "1]}"
        let large = try memory(after: many)
        // A value and an offset for each element, at least, and a bounded number of them.
        #expect(large > 100_000 * 28 && large < 100_000 * 120, "\(large)")
        #expect(try memory(after: #"{"a":[1]}"#) == large)
        #expect(try memory(after: many) == large)
        #expect(try memory(after: many) == large)
    }

    /// One record of thousands of columns takes no room for many.
    @Test func columnsHaveRoomForTheirRows() throws {
        let names = (0..<5000).map { "c\($0)" }
        let reader = try Reader(keys: names)
        func line(_ row: Int) -> String {
            "{" + names.indices.map { "\"c\($0)\":\(row * 5000 + $0)" }.joined(separator: ",")
                + "}\n"
        }
        for count in [1, 8, 9, 40, 3] {
            let rows = try reader.lines((0..<count).map(line).joined()).rows
            #expect(rows.count == count)
            for (row, read) in rows.enumerated() {
                let expected = names.indices.map { Read.integer(Int64(row * 5000 + $0)) }
                #expect(read.columns == expected, "\(count)")
            }
            if count == 1 { #expect(reader_parser_memory(reader.parser) < 3 << 20) }
        }
    }

    /// Large arrays stay where they are read or are copied: their items are the same, wherever they are.
    @Test(arguments: [16_383, 16_384, 40_000])
    func itemsOfLargeArraysAreTheirOwn(count: Int) throws {
        func text(_ first: Int) -> String {
            "[" + (first..<first + count).map { "\($0)" }.joined(separator: ",") + "]"
        }
        func array(_ first: Int) -> Read {
            .array((first..<first + count).map { .integer(Int64($0)) })
        }
        let reader = try Reader(keys: ["a", "b"])
        let lines: [(text: String, columns: [Read])] = [
            ("{\"a\":\(text(1)),\"b\":\(text(2))}", [array(1), array(2)]),
            ("{\"a\":[1", [.absent, .absent]),
            ("{\"a\":\(text(3))", [.absent, .absent]),
            (
                "{\"b\":[0,\(text(4)),\"x\\n\"]}",
                [
                    .absent, .array([.integer(0), array(4), .string("x\n")]),
                ]
            ),
            (
                "{\"a\":[\(text(5)),\(text(6))],\"b\":[7]}",
                [
                    .array([array(5), array(6)]), .array([.integer(7)]),
                ]
            ),
            (
                "{\"a\":{\"b\":\(text(8)),\"c\":[[]]}}",
                [
                    .object([
                        .init(key: "b", value: array(8)),
                        .init(key: "c", value: .array([.array([])])),
                    ]), .absent,
                ]
            ),
        ]
        // What a batch before has left changes nothing: all as one batch, and each as one, twice.
        let single = lines.map { [$0] }
        for group in [lines] + single + single.reversed() + [lines] {
            let batch = try reader.lines(group.map(\.text).joined(separator: "\n"))
            #expect(batch.rows.map(\.columns) == group.map(\.columns))
        }
    }
}

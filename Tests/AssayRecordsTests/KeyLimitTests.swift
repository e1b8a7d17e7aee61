// SPDX-License-Identifier: Apache-2.0
import CRecordReader
import Testing

/// Records with more keys than a parser accepts, and what a parser keeps of long texts.
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
    }
}

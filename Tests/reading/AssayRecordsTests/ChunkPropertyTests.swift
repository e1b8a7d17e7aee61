// SPDX-License-Identifier: Apache-2.0
import AssayCore
@_spi(Engine) import AssayRecords
import Testing
import TestRandomness

/// What an input says does not depend on how it is cut, wherever it ends and whatever is wrong with
/// it.
@Suite struct ChunkPropertyTests {
    private static let pieces: [InputFormat: [String]] = [
        .ndjson: [
            "{\"a\":1}", "{\"a\":\"é\",\"b\":[1]}", "\n", "\n", "\r\n", " ", "{", "\"", "x",
            "{\"a\":1,\"a\":2}", "{\"b\":\"" + String(repeating: "y", count: 60) + "\"}", "日",
        ],
        .json: [
            "{\"a\":1}", "{}", ",", ",", ",", "[", "]", "{", "}", "\"", "\\", "\n", " ", "1", "é",
            "{\"a\":{\"x\":[{\"b\":1,\"b\":2}]}}", "\"t\"", "null", "\\\"", "{\"a\":\"\\\"]\"}",
            "{\"b\":\"" + String(repeating: "y", count: 60) + "\"}",
            "{\"a\":\n\"" + String(repeating: "é", count: 30) + "\"}",
        ],
        .csv: [
            "1,2\n", "1,2\r\n", "é,\"x\ny\"\n", "\n", ",", "\"", "\"\"", "x", "3\n", "\"q\"",
            String(repeating: "z", count: 60) + ",\n", "\"" + String(repeating: "\n", count: 30),
        ],
    ]

    private static func text(_ format: InputFormat, _ random: inout SeededNumbers) -> [UInt8] {
        var text = format == .json ? "[" : format == .csv ? "a,b\n" : ""
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            text += pieces[format]?.randomElement(using: &random) ?? ""
        }
        let bytes = Array(text.utf8)
        let cut = Bool.random(using: &random) ? Int.random(in: 0...4, using: &random) : 0
        return Array(bytes.dropLast(min(cut, format == .csv ? bytes.count - 4 : bytes.count)))
    }

    private static func options(
        _ format: InputFormat, chunkBytes: Int, records: Int, recordBytes: Int
    ) -> ReaderOptions {
        var options = ReaderOptions()
        options.format = format
        options.chunkBytes = chunkBytes
        options.chunkRecords = records
        options.maximumRecordBytes = recordBytes
        return options
    }

    @Test(arguments: [InputFormat.ndjson, .json, .csv], 0..<20 as Range<UInt64>)
    func cutsChangeNothing(format: InputFormat, seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        let bytes = Self.text(format, &random)
        for recordBytes in [5, 20, 1 << 20] {
            let whole = try InputWalk(
                bytes,
                Self.options(
                    format, chunkBytes: 1 << 16, records: 1 << 16, recordBytes: recordBytes))
            #expect(whole.byteCount == bytes.count)
            expectTrueLines(whole, bytes)
            for chunkBytes in [1, 7, 30, 1 << 16] {
                for records in [1, 3] {
                    let options = Self.options(
                        format, chunkBytes: chunkBytes, records: records, recordBytes: recordBytes)
                    let walk = try InputWalk(bytes, options)
                    let name = Comment(
                        "\(String(decoding: bytes, as: UTF8.self)) \(chunkBytes) \(records)")
                    #expect(walk.entries == whole.entries, name)
                    #expect(walk.recordCount == whole.recordCount, name)
                    #expect(walk.byteCount == bytes.count, name)
                    // A byte of JSON can end an element, be malformed, and come with the end.
                    let most = format == .json ? records + 3 : records
                    #expect(walk.chunks.allSatisfy { $0.records <= most }, name)
                    #expect(walk.chunks.allSatisfy { $0.violations <= most }, name)
                }
            }
        }
    }

    /// Lines and columns are those that counting from the start of the input gives.
    private func expectTrueLines(_ walk: InputWalk, _ bytes: [UInt8]) {
        for entry in walk.entries {
            let before = bytes.prefix(entry.place.byteOffset)
            let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            #expect(entry.place.line == 1 + before.count { $0 == 0x0A }, "\(entry)")
            #expect(
                entry.place.column == 1 + before[start...].count { $0 & 0xC0 != 0x80 }, "\(entry)")
        }
    }

    @Test(arguments: [InputFormat.ndjson, .json, .csv], 100..<112 as Range<UInt64>)
    func readingGoesOnAfterEveryChunk(format: InputFormat, seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        let bytes = Self.text(format, &random)
        for (chunkBytes, records) in [(7, 1), (30, 2), (1 << 16, 1), (1 << 16, 5)] {
            let options = Self.options(
                format, chunkBytes: chunkBytes, records: records, recordBytes: 20)
            let whole = try InputWalk(bytes, options)
            for end in whole.ends {
                let rest = try InputWalk(bytes, options, from: end)
                #expect(rest.entries == Array(whole.entries[end.entries...]))
                #expect(rest.ends.map(\.reader) == whole.ends.map(\.reader).suffix(rest.ends.count))
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayPluginABI
@_spi(Engine) import AssayRecords
import CRecordReader
import Testing
import TestRandomness

/// Many values of one record are found in one pass, and where each alone is found.
@Suite struct RecordPlacesTests {
    /// Nested values with keys that repeat, have escapes, or are long.
    private static func value(_ depth: Int, _ random: inout SeededNumbers) -> String {
        let count = Int.random(in: 0...(depth == 0 ? 60 : 6), using: &random)
        switch depth < 4 ? Int.random(in: 0..<4, using: &random) : 3 {
        case 0, 1:
            let members = (0..<count).map { _ in
                let key = Int.random(in: 0..<keys.count, using: &random)
                return " \"\(keys[key].json)\" : \(value(depth + 1, &random))"
            }
            return "{" + members.joined(separator: ",") + " }"
        case 2:
            return "[ "
                + (0..<count).map { _ in value(depth + 1, &random) }.joined(separator: " ,") + "]"
        default:
            return ["1", "\"x,]}\"", "true", "\"" + String(repeating: "é", count: 700) + "\""]
                .randomElement(using: &random) ?? ""
        }
    }

    private static let keys: [(key: String, json: String)] = [
        ("a", "a"), ("b", "\\u0062"), ("é", "é"), ("x/y", "x\\/y"), ("", ""), ("bad", "\\q"),
        ("a key that is longer than others", "a key that is longer than others"),
    ]

    private static func path(_ random: inout SeededNumbers) -> [PointerToken] {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
            Bool.random(using: &random)
                ? .index(Int.random(in: 0..<8, using: &random))
                : .key(keys[Int.random(in: 0..<keys.count, using: &random)].key)
        }
    }

    private static func find(
        _ path: [PointerToken],
        _ body: (UnsafePointer<reader_step>, UInt32, UnsafeMutablePointer<reader_range>) -> UInt32
    ) -> [UInt64] {
        let names = path.map { if case .key(let key) = $0 { key } else { "" } }
        return withKeys(names) { names in
            let steps = zip(path, names).map { token, name in
                if case .index(let index) = token {
                    reader_step(key: assay_str(), index: UInt64(index), is_index: 1, reserved: 0)
                } else {
                    reader_step(key: name, index: 0, is_index: 0, reserved: 0)
                }
            }
            var range = reader_range()
            let found = body(steps, UInt32(steps.count), &range)
            return [UInt64(found), range.offset, range.length]
        }
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func valuesAreWhereEachAloneIsFound(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        let places = try #require(reader_places_create())
        defer { reader_places_destroy(places) }
        var longest = 0
        for _ in 0..<4 {
            let record = Array((" " + Self.value(0, &random) + " ").utf8)
            longest = max(longest, record.count)
            record.withUnsafeBufferPointer { bytes in
                reader_places_enter(places, bytes.baseAddress, UInt64(bytes.count))
                for _ in 0..<200 {
                    let path = Self.path(&random)
                    let alone = Self.find(path) {
                        reader_locate_json(bytes.baseAddress, UInt64(bytes.count), $0, $1, $2)
                    }
                    let together = Self.find(path) { reader_places_json(places, $0, $1, $2) }
                    #expect(together == alone, "\(path)")
                }
            }
        }
    }

    @Test func recordsOfTheTestsAreLongEnough() {
        var random = SeededNumbers(seed: 7)
        let lengths = (0..<40).map { _ in Self.value(0, &random).utf8.count }
        #expect(lengths.count { $0 > 4000 } > 10)
    }

    @Test(arguments: [
        "1,2,,\"a,\n\"\"b\",", "x", "", ",", "\"q\"\"" + String(repeating: ",", count: 50),
    ])
    func cellsAreWhereEachAloneIsFound(start: String) throws {
        let places = try #require(reader_places_create())
        defer { reader_places_destroy(places) }
        let cells = String(repeating: "cell é,\"quoted, \"\"\"", count: 60)
        for record in [start, start + cells, cells + start] {
            let bytes = Array(record.utf8)
            bytes.withUnsafeBufferPointer { bytes in
                reader_places_enter(places, bytes.baseAddress, UInt64(bytes.count))
                for cell in [0, 1, 2, 59, 60, 61, 62, 200, 3] as [UInt32] {
                    var (alone, together) = (reader_range(), reader_range())
                    let count = UInt64(bytes.count)
                    var comma = reader_csv_dialect()
                    comma.delimiter = UInt8(ascii: ",")
                    #expect(
                        reader_locate_csv(bytes.baseAddress, count, &comma, cell, &alone)
                            == reader_places_csv(places, &comma, cell, &together))
                    #expect(alone.offset == together.offset)
                    #expect(alone.length == together.length)
                }
            }
        }
    }

    /// Reads one record, and gives the place of each of the paths.
    private func sources(
        _ text: String, _ format: InputFormat, fields: [String], _ paths: [[PointerToken]]
    ) throws -> [RecordSource] {
        var options = ReaderOptions()
        options.format = format
        let plan = try InputWalk.plan(fields)
        let reader = try ChunkReader(try .of(Array(text.utf8)), options: options, plan: plan)
        let parser = try RecordParser(plan, options: options)
        let chunk = reader.makeChunk()
        try #require(try reader.next(chunk))
        let parsed = try parser.parse(chunk)
        try #require(parsed.batch.count == 1)
        return paths.map { parsed.locator.locate(row: 0, path: $0, offset: nil) }
    }

    /// A record of a megabyte, read anew for each of them, would take minutes.
    @Test func manyMembersOfALongRecordArePlaced() throws {
        let fields = (0..<50_000).map { "field\(100_000 + $0)" }
        let text = "{" + fields.map { "\"\($0)\":\"é\"" }.joined(separator: ",") + "}\n"
        let sources = try sources(text, .ndjson, fields: fields, fields.map { [.key($0)] })
        for (index, source) in sources.enumerated() {
            #expect(source.byteOffset == 1 + index * 19 + 14)
            #expect(source.byteLength == 4)
            #expect(source.column == 2 + index * 18 + 14)
        }
    }

    @Test func manyElementsOfALongRecordArePlaced() throws {
        let count = 50_000
        let items = String(repeating: "{\"b\":1},", count: count)
        let text = "{\"a\":[\(items)\n2]}\n"
        let paths = (0..<count).reversed().map { [PointerToken.key("a"), .index($0), .key("b")] }
        let sources = try sources(text, .json, fields: ["a"], paths + [[.key("a")]])
        for (index, source) in zip((0..<count).reversed(), sources) {
            #expect(source.byteOffset == 11 + 8 * index)
            #expect(source.column == 12 + 8 * index)
        }
        #expect(sources.last?.byteLength == 8 * count + 4)
    }

    @Test func manyCellsOfALongRowArePlaced() throws {
        let fields = (0..<50_000).map { "f\($0)" }
        let text =
            fields.joined(separator: ",") + "\n"
            + String(repeating: "é,", count: fields.count - 1) + "x\n"
        let sources = try sources(text, .csv, fields: fields, fields.map { [.key($0)] })
        for (index, source) in sources.enumerated() {
            #expect(source.column == 1 + 2 * index)
            #expect(source.line == 1)
        }
    }

    /// The unknown names of a header have their places, without a walk from its start for each, and as many as
    /// a record may have are kept.
    @Test func namesOfALongHeaderArePlaced() throws {
        var options = ReaderOptions()
        options.format = .csv
        options.allowsMissingColumns = true
        let names = (0..<100_000).map { "é\($0 % 60_000)" }
        let text = "\"x\ny\"," + names.joined(separator: ",") + ",a\n"
        let plan = try InputWalk.plan(["a"], unknownFields: .warn)
        let walk = try InputWalk(Array(text.utf8), options, plan)
        #expect(walk.entries.count == 2_002)
        #expect(
            walk.entries.first?.description
                == "#0 0+5 1:1 record.unknownField is not a field of the rule set")
        #expect(
            walk.entries[1].description
                == "#0 6+3 2:4 record.unknownField is not a field of the rule set")
        #expect(
            walk.entries.last?.text
                == "record.duplicateKey 39000 more columns appear more than once")
        let others = walk.entries.map(\.text).filter { $0.contains(" more columns ") }
        #expect(
            Set(others) == [
                "record.duplicateKey 39000 more columns appear more than once",
                "record.unknownField 59001 more columns are not fields of the rule set",
            ])
    }
}

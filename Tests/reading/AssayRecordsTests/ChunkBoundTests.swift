// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
import Testing

/// What a chunk holds is bounded, however short its records are.
@Suite struct ChunkBoundTests {
    private static let elements = ["{}", ",", "1,", "{},", "{}\n,", "\"\"", "{", "[]"]

    /// Elements that touch, are missing or are no objects: each chunk holds so many, and no more is
    /// read before they are taken.
    @Test(arguments: elements)
    func elementsAreReadInBoundedChunks(element: String) throws {
        var options = ReaderOptions()
        options.format = .json
        options.chunkBytes = 1 << 14
        options.chunkRecords = 1000
        let text = "[" + String(repeating: element, count: 100_000)
        let walk = try InputWalk(Array(text.utf8), options)
        #expect(walk.byteCount == text.utf8.count)
        #expect(walk.chunks.allSatisfy { $0.records <= 1000 && $0.violations <= 1003 })
        let carried = walk.chunks.map(\.carried).max() ?? 0
        #expect(carried <= 2 << 14, "\(carried)")
        let expected = element == "," ? 0 : element == "{" ? 1 : 100_000
        #expect(walk.recordCount == expected)
    }

    @Test(arguments: [
        (InputFormat.ndjson, "{}\n"), (.ndjson, "1\n"), (.json, "{},"), (.csv, "x\n"),
    ])
    func columnsOfAChunkTakeAFewMegabytes(format: InputFormat, record: String) throws {
        var options = ReaderOptions()
        options.format = format
        options.allowsMissingColumns = true
        for (fields, most) in [(1, 16_384), (10, 16_384), (500, 349), (4000, 64)] {
            let count = 3 * most
            let plan = try InputWalk.plan((0..<fields).map { "f\($0)" })
            let text =
                (format == .json ? "[" : format == .csv ? "f0\n" : "")
                + String(repeating: record, count: count)
            let reader = try ChunkReader(
                try .of(Array(text.utf8)), options: options, plan: plan)
            let parser = try RecordParser(plan, options: options)
            let chunk = reader.makeChunk()
            var counts: [Int] = []
            while try reader.next(chunk) { counts.append(try parser.parse(chunk).batch.count) }
            #expect(counts.reduce(0, +) == count, "\(fields)")
            #expect(counts.max() == most, "\(fields)")
        }
    }

    /// Records of a usual length are in as few chunks as their bytes allow.
    @Test func usualRecordsFillTheirChunks() throws {
        var options = ReaderOptions()
        options.format = .ndjson
        let record = "{\"a\":\"" + String(repeating: "x", count: 392) + "\"}\n"
        let text = String(repeating: record, count: 2_000)
        let walk = try InputWalk(
            Array(text.utf8), options, InputWalk.plan((0..<20).map { "f\($0)" } + ["a"]))
        #expect(walk.chunks.count == 3)
        #expect(walk.recordCount == 2_000)
    }

    /// What ends a line is in the chunk of its record, so that an excerpt of the line has it.
    @Test func chunkEndsAfterTheCommaOfItsLastElement() throws {
        var options = ReaderOptions()
        options.format = .json
        options.chunkRecords = 1
        let walk = try InputWalk(Array("[{} ,{}\n,{},\n{}]".utf8), options)
        #expect(walk.ends.map(\.reader.byteOffset) == [5, 9, 12, 16])
    }

    /// Each line is looked at once in search of the first record.
    @Test func blankLinesBeforeTheFirstRowCostTheirBytes() throws {
        var options = ReaderOptions()
        options.format = .csv
        options.hasHeader = false
        let blank = String(repeating: "\n", count: 300_000)
        let walk = try InputWalk(Array((blank + "7,8\n").utf8), options, InputWalk.plan(["1"]))
        #expect(walk.entries.map(\.description).last == "#1 300000+1 300001:1 1=\"7\"")
    }
}

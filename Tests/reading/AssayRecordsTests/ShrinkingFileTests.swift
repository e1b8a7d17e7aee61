// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
import Glibc
import Testing

/// A file that becomes shorter while it is read is an error, whoever reads it.
final class ShrinkingFileTests {
    private let path: String
    private static let line = "{\"a\":1}\n"
    private static let lineCount = 1_000

    init() throws {
        var template = Array("/tmp/assay-shrinking.XXXXXX\0".utf8CString.dropLast())
        let number = mkstemp(&template)
        try #require(number >= 0)
        close(number)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try write(lines: Self.lineCount)
    }

    deinit { unlink(path) }

    private func write(lines count: Int) throws {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        let text = String(repeating: Self.line, count: count)
        try #require(fputs(text, file) >= 0)
    }

    private func cut(toLines count: Int) throws {
        try #require(truncate(path, off_t(count * Self.line.utf8.count)) == 0)
    }

    private var shrunk: InputError { InputError(.shrunk(name: path)) }

    @Test func messageNamesTheFile() {
        #expect(
            InputError(.shrunk(name: "a.csv")).description
                == "cannot read 'a.csv' to its end: it became shorter while it was read")
    }

    @Test func bytesInOrder() throws {
        let source = try ByteSource(path: path)
        #expect(try source.read(count: 4_096).count == 4_096)
        try cut(toLines: 600)
        // What is left of it is delivered before the error.
        #expect(try source.read(count: 1 << 20).count == 600 * 8 - 4_096)
        #expect(throws: shrunk) { try source.read(count: 1) }
    }

    @Test func endThatWasReadAlready() throws {
        let source = try ByteSource(path: path)
        #expect(try source.read(count: 4_096).count == 4_096)
        try cut(toLines: 10)
        #expect(throws: shrunk) { try source.read(count: 1) }
    }

    /// The bytes in between are gone, though the size is that of before.
    @Test func fileThatIsWrittenAnew() throws {
        let source = try ByteSource(path: path)
        #expect(try source.read(count: 4_096).count == 4_096)
        try cut(toLines: 10)
        #expect(throws: shrunk) { try source.read(count: 4_096) }
        try write(lines: Self.lineCount)
        #expect(throws: shrunk) { try source.read(count: 1) }
    }

    @Test func fileThatGrowsIsReadToItsEnd() throws {
        let source = try ByteSource(path: path)
        #expect(try source.read(count: 4_096).count == 4_096)
        try write(lines: Self.lineCount + 1)
        #expect(try source.read(count: 1 << 20).count == 8 * (Self.lineCount + 1) - 4_096)
        #expect(try source.read(count: 1).isEmpty)
    }

    // MARK: - Regions

    private func regions() throws -> (RegionReader, InputChunk) {
        var options = ReaderOptions()
        options.chunkBytes = 512
        let plan = try ValidationPlan(RuleSet(Field("a")), registry: RuleRegistry())
        let reader = try ChunkReader(ByteSource(path: path), options: options, plan: plan)
        let chunk = reader.makeChunk()
        return (try #require(RegionReader(reader, forThreads: 2)), chunk)
    }

    @Test func regionAfterTheNewEnd() throws {
        let (regions, chunk) = try regions()
        #expect(try regions.read(0, into: chunk, following: nil) != nil)
        try cut(toLines: 100)
        for index in [1, 2, 7, 15] {
            #expect(throws: shrunk) { try regions.read(index, into: chunk, following: nil) }
        }
    }

    /// Another thread has read what comes after the new end, where the file had grown.
    @Test func regionBeforeOneThatWasRead() throws {
        let (regions, chunk) = try regions()
        try write(lines: 2 * Self.lineCount)
        #expect(try regions.read(25, into: chunk, following: nil) != nil)
        try cut(toLines: Self.lineCount + 200)
        #expect(throws: shrunk) { try regions.read(20, into: chunk, following: nil) }
    }

    /// Threads look for regions after the end.
    @Test func regionsOfAFileThatStays() throws {
        let (regions, chunk) = try regions()
        #expect(try regions.read(40, into: chunk, following: nil) == nil)
        var count = 0
        while count < 100, try regions.read(count, into: chunk, following: nil) != nil {
            count += 1
        }
        #expect(count == 15)
    }
}

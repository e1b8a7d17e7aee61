// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Glibc
import Synchronization
import Testing

/// An input that becomes shorter while threads read it is never valid.
@Suite struct ShrinkingInputTests {
    private static let chunkBytes = 4_096
    /// So many chunks that no thread has read the last ones when the first is emitted.
    private static let chunkCount = 400

    /// The first chunk is emitted before the file is read to its end, and cuts it.
    @Test(arguments: ["ndjson", "json", "csv"], [1, 2, 5, 8])
    func cutInputIsAnError(format: String, threads: Int) throws {
        var template = Array("/tmp/ruleshell-shrinking.XXXXXX\0".utf8CString.dropLast())
        let number = mkstemp(&template)
        try #require(number >= 0)
        close(number)
        let path = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        let file = try #require(fopen(path, "w"))
        let head = format == "json" ? "[" : format == "csv" ? "a,b\n" : ""
        let line =
            format == "csv" ? "1,\"x\"\n" : format == "json" ? "{\"a\":1},\n" : "{\"a\":1}\n"
        let count = Self.chunkBytes * Self.chunkCount / line.utf8.count
        let tail = format == "json" ? "{\"a\":1}]" : ""
        fputs(head + String(repeating: line, count: count) + tail, file)
        fclose(file)

        var options = ReaderOptions()
        options.chunkBytes = Self.chunkBytes
        options.format = InputFormat(rawValue: format)
        let plan = try ValidationPlan(RuleSet(Field("a")), registry: .standard())
        let validator = StreamValidator(plan, options: options, threadCount: threads)
        let isCut = Atomic(false)
        let records = Atomic(0)
        let lineCount = 100 * Self.chunkBytes / line.utf8.count
        let size = off_t(head.utf8.count + lineCount * line.utf8.count)
        #expect(throws: InputError(.shrunk(name: path))) {
            try validator.run(ByteSource(path: path)) { _ in
            } emit: { _, counts in
                records.wrappingAdd(counts.records, ordering: .relaxed)
                if !isCut.exchange(true, ordering: .relaxed) { truncate(path, size) }
                return true
            }
        }
        let readCount = records.load(ordering: .relaxed)
        #expect(readCount < count)
        let wasCut = isCut.load(ordering: .relaxed)
        #expect(wasCut)
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CRecordReader

/// Cuts an input into chunks of whole records, in constant memory.
///
/// Used by one thread at a time. Where chunks end depends on the input and the options alone, not
/// on how a pipe delivers the bytes.
public final class ChunkReader {
    let source: ByteSource
    let options: ReaderOptions
    public let format: InputFormat
    private(set) var splitter: any RecordSplitter = LineSplitter()
    /// Bytes that were read and belong to the next chunk, and how many of them were split already.
    var carry: [UInt8]
    var carryOffset: Int
    var seenInCarry = 0
    /// Chunks so far.
    var sequence = 0
    var headerFindings: [Violation] = []
    private(set) var csvLayout: CSVLayout?
    /// Line breaks of a CSV header, which stand before the first chunk.
    public internal(set) var headerLineBreaks = 0

    /// Reads enough of the input to know its format, and the header of a CSV input.
    ///
    /// - Parameters:
    ///   - source: The input, from its start.
    ///   - options: The format and the limits.
    ///   - plan: Its fields are matched with the header of a CSV input.
    /// - Throws: `InputError` if nothing can be read or the header is malformed.
    public init(
        _ source: ByteSource, options: ReaderOptions, plan: ValidationPlan
    ) throws(InputError) {
        self.source = source
        self.options = options
        carry = try source.read(count: options.chunkBytes)
        let mark = carry.withUnsafeBufferPointer {
            Int(reader_bom_length($0.baseAddress, UInt64($0.count)))
        }
        carry.removeFirst(mark)
        carryOffset = mark
        format = options.format ?? carry.withUnsafeBufferPointer { InputFormat(firstBytes: $0) }
        switch format {
        case .ndjson: break
        case .json: splitter = try JSONElementSplitter(firstOffset: mark)
        case .csv:
            let csv = CSVRecordSplitter(delimiter: options.delimiter)
            splitter = csv
            csvLayout = try readHeader(csv, plan)
        }
    }

    /// A chunk for `next`, to be reused.
    public func makeChunk() -> InputChunk {
        let chunk = InputChunk(capacity: 2 * options.chunkBytes, format: format)
        chunk.csvLayout = csvLayout
        return chunk
    }

    /// Fills a chunk with the next whole records.
    ///
    /// - Returns: False at the end of the input; the chunk is empty then.
    public func next(_ chunk: InputChunk) throws(InputError) -> Bool {
        chunk.clear()
        chunk.sequence = sequence
        swap(&chunk.headerFindings, &headerFindings)
        chunk.byteOffset = carryOffset
        if sequence == 0 { chunk.leadingByteCount = carryOffset }
        sequence += 1
        var seen = takeCarry(into: chunk)
        while true {
            try fill(chunk)
            let end = splitter.split(chunk, newFrom: seen, isAtEnd: source.isAtEnd)
            seen = chunk.length
            if end > 0 || source.isAtEnd {
                keep(from: end, of: chunk, seen: true)
                chunk.end = self.end
                return chunk.consumedByteCount > 0 || !chunk.mistakes.isEmpty
            }
            if chunk.length > options.maximumRecordBytes {
                try skipLongRecord(chunk)
                chunk.end = self.end
                return true
            }
        }
    }

    /// Moves the carried bytes to the chunk; returns how many of them were split already.
    private func takeCarry(into chunk: InputChunk) -> Int {
        chunk.append(carry)
        carry.removeAll(keepingCapacity: true)
        return seenInCarry
    }

    private func fill(_ chunk: InputChunk) throws(InputError) {
        guard !source.isAtEnd else { return }
        chunk.reserve(chunk.length + options.chunkBytes)
        chunk.length += try source.read(
            into: UnsafeMutableRawBufferPointer(
                start: chunk.bytes + chunk.length, count: options.chunkBytes))
    }

    /// Ends the chunk and carries the rest to the next one.
    private func keep(from end: Int, of chunk: InputChunk, seen: Bool) {
        carry.append(contentsOf: UnsafeBufferPointer(rebasing: chunk.contents[end...]))
        carryOffset = chunk.byteOffset + end
        seenInCarry = seen ? carry.count : 0
        chunk.length = end
    }

    /// Reads past a record that is longer than the limit without holding it.
    private func skipLongRecord(_ chunk: InputChunk) throws(InputError) {
        let start = chunk.byteOffset
        var length = chunk.length
        var lineBreaks = chunk.lineBreaks(upTo: length)
        chunk.length = 0
        carryOffset = start + length
        while !source.isAtEnd {
            try fill(chunk)
            chunk.byteOffset = start + length
            if let (end, seen) = splitter.endOfLongRecord(in: chunk) {
                length += end
                lineBreaks += chunk.lineBreaks(upTo: end)
                keep(from: end, of: chunk, seen: seen)
                break
            }
            length += chunk.length
            lineBreaks += chunk.lineBreaks(upTo: chunk.length)
            carryOffset = start + length
            chunk.length = 0
        }
        chunk.length = 0
        chunk.byteOffset = start
        splitter.skip(chunk, lineBreaks: lineBreaks)
        chunk.mistakes.append(
            InputMistake(
                byteOffset: start, byteLength: length, line: nil,
                reason: "longer than \(options.maximumRecordBytes) bytes", isRecord: true,
                lineBreaks: lineBreaks))
    }
}

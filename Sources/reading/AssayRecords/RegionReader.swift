// SPDX-License-Identifier: Apache-2.0
import AssaySystem
import CRecordReader

/// Reads a file of lines in regions, which several threads can read at once.
///
/// The file is cut where a `ChunkReader` goes on reading; a region has the records that end between two cuts.
/// One after the other, the regions have the chunks that the `ChunkReader` reads. In NDJSON a region begins
/// where the line begins that its first cut is in. In CSV that depends on the quotes of all regions before it,
/// of which each says what it does to any state.
///
/// It reads at places of its own, whatever the position of the file.
package final class RegionReader: @unchecked Sendable {
    /// The usual distance before a cut in which the start of a record is looked for, in bytes.
    ///
    /// A search farther back begins only when it is known that the record ends in the region.
    private static let usualDistance = 64 << 10
    private static let pieceBytes = (first: 4 << 10, most: 1 << 20)
    /// Reading CSV in order is a fifth of the work, which so many threads do not wait for; in regions, where quotes
    /// have to be followed from two states, the work is 5 to 10 % more.
    private static let mostThreadsInOrder = 4

    private let reader: ChunkReader
    /// The field separator of CSV with quotes, or `nil` if every line feed ends a record.
    private let delimiter: UInt8?
    private let file: BorrowedDescriptor
    /// The offset at which the input begins in the file.
    private let origin: Int
    /// The offset at which the first record begins in the input.
    private let start: Int
    /// The offset at which the first region ends.
    private let firstCut: Int
    /// Bytes of the input that were read already.
    private let readCount: Int

    /// Nil unless the input is NDJSON or CSV in a file that is read as it is, and so many threads read it
    /// faster than one.
    ///
    /// A dialect of CSV is read in order, unless every line feed ends a record in it.
    ///
    /// - Parameters:
    ///   - reader: At the start of the input, or where it has moved to; reads nothing any more.
    ///   - count: How many threads there are.
    package init?(_ reader: ChunkReader, forThreads count: Int) {
        let dialect = (reader.splitter as? CSVRecordSplitter)?.dialect
        let isOfLines = dialect?.endsRecordsAtLineFeeds ?? true
        delimiter = isOfLines ? nil : dialect?.delimiter
        guard isOfLines || dialect?.isPlain != false else { return nil }
        let most = delimiter == nil ? 1 : Self.mostThreadsInOrder
        guard reader.format != .json, count > most, let (file, origin) = reader.source.file else {
            return nil
        }
        self.reader = reader
        self.file = file
        self.origin = origin
        start = reader.carryOffset
        readCount = reader.source.offset
        firstCut = reader.sequence == 0 ? readCount + reader.chunkBytes : readCount
    }

    /// The state of the quotes where the first region begins; nil where there are none to follow.
    package var firstState: QuoteState? { delimiter.map { _ in QuoteState(start: start) } }

    /// Reads a region.
    ///
    /// - Parameters:
    ///   - index: Counts the regions, from 0.
    ///   - chunk: Receives the records, if they fit in it.
    ///   - quotes: Follows the quotes of the regions from `firstState` on, where there is one.
    /// - Returns: Nil if the input ends before the region, or one before it is lost.
    /// - Throws: `InputError(.unreadable)`.
    package func read(
        _ index: Int, into chunk: InputChunk, following quotes: QuoteChain?
    ) throws(InputError) -> InputRegion? {
        chunk.clear()
        let nextCut = firstCut + index * reader.chunkBytes
        let cut = index == 0 ? start : nextCut - reader.chunkBytes
        let read =
            if let quotes, let delimiter {
                try readRecords(index, cut..<nextCut, into: chunk, quotes, delimiter)
            } else {
                try readLines(cut..<nextCut, into: chunk)
            }
        guard var region = read, !region.range.isEmpty || region.isLast else { return read }
        chunk.length = min(chunk.length, region.range.count)
        chunk.byteOffset = region.range.lowerBound
        region.fits = fits(chunk, region.range.count)
        complete(chunk, of: region, end: region.range.upperBound)
        region.isEmpty = region.range.isEmpty && chunk.leadingByteCount == 0
        return region
    }

    /// Reads the lines that end between two cuts, or returns `nil` if the input ends before them.
    private func readLines(
        _ cuts: Range<Int>, into chunk: InputChunk
    ) throws(InputError) -> InputRegion? {
        let cut = cuts.lowerBound
        var begin: Int?
        switch try recordStart(before: cut, within: Self.usualDistance, using: chunk) {
        case .at(let offset): begin = offset
        case .fartherBack: break
        case .afterEnd: return nil
        }
        let readStart = begin ?? cut
        let isLast = try !fill(chunk, readStart..<cuts.upperBound)
        let readEnd = readStart + chunk.length
        guard readEnd >= cut else { return nil }
        note(read: cut..<readEnd, isLast: isLast)
        let lineStart = chunk.lineStart(from: cut - readStart, upTo: chunk.length)
        guard isLast || lineStart != nil else { return InputRegion(at: cut, readEnd: readEnd) }
        let end = isLast ? readEnd : readStart + (lineStart ?? 0)
        if begin == nil {
            let start = try recordStart(before: cut, within: .max, using: chunk)
            guard case .at(let offset) = start else { return nil }
            begin = offset
            if end - offset <= reader.limits.recordBytes { _ = try fill(chunk, offset..<end) }
        }
        return InputRegion(range: (begin ?? cut)..<end, readEnd: readEnd, isLast: isLast)
    }

    /// Reads the records of CSV that end between two cuts.
    ///
    /// - Returns: `nil` if the input ends before the cuts or a region is lost.
    private func readRecords(
        _ index: Int, _ cuts: Range<Int>, into chunk: InputChunk, _ quotes: QuoteChain,
        _ delimiter: UInt8
    ) throws(InputError) -> InputRegion? {
        let cut = cuts.lowerBound
        let from = max(start, cut - Self.pieceBytes.first)
        let isLast = try !fill(chunk, from..<cuts.upperBound)
        let readEnd = from + chunk.length
        guard readEnd >= cut else { return nil }
        note(read: cut..<readEnd, isLast: isLast)
        let previous = cut > start ? chunk.bytes[cut - from - 1] : .lineFeed
        let block = UnsafeBufferPointer(start: chunk.bytes + (cut - from), count: readEnd - cut)
        let step = QuoteStep(
            of: block, at: cut, after: previous, delimiter: delimiter, isFirst: cut == start)
        quotes.publish(step, of: index)
        guard let before = quotes.state(before: index) else { return nil }
        let result = step[before.quotes]
        guard isLast || result.recordStart != nil else {
            return InputRegion(at: cut, readEnd: readEnd)
        }
        let end = isLast ? readEnd : result.recordStart ?? cut
        let last = chunk.length > 0 ? chunk.bytes[chunk.length - 1] : previous
        if before.start >= from {
            chunk.removeFirst(before.start - from)
        } else if end - before.start <= reader.limits.recordBytes {
            _ = try fill(chunk, before.start..<end)
        }
        return InputRegion(
            range: before.start..<end, readEnd: readEnd,
            searchState: CSVRecordSplitter.state(quotes: result.quotes, previous: last),
            isLast: isLast)
    }

    /// Returns `true` if `count` bytes fit in one chunk.
    ///
    /// The chunk holds these bytes if they are no longer than a record may be.
    private func fits(_ chunk: InputChunk, _ count: Int) -> Bool {
        guard count <= reader.limits.recordBytes else { return false }
        let length = UInt64(chunk.length)
        return reader_lines_end(chunk.bytes, length, UInt64(reader.limits.records)) == length
    }

    /// The records of a region that do not fit in a chunk.
    package func chunks(of region: InputRegion) -> RegionChunks {
        RegionChunks(regions: self, region: region)
    }

    fileprivate func reader(of region: InputRegion) throws(InputError) -> ChunkReader {
        let (begin, end) = (region.range.lowerBound, region.range.upperBound)
        let part = PartReader(file, origin + begin..<origin + end, of: reader.source)
        // After the first cut in the region, as much is read at a time as the other reader reads.
        let cuts = max(0, begin - firstCut + reader.chunkBytes) / reader.chunkBytes
        let count = firstCut + cuts * reader.chunkBytes - begin
        return try ChunkReader(
            ByteSource(part, name: reader.source.name), from: begin, readingFirst: count, of: reader
        )
    }

    /// Says where a chunk of a region is in the input.
    fileprivate func complete(_ chunk: InputChunk, of region: InputRegion, end: Int) {
        if reader.sequence == 0, chunk.byteOffset == start {
            chunk.leadingByteCount = start
            chunk.headerFindings = reader.headerFindings
        }
        chunk.end = ReaderPosition()
        chunk.end.byteOffset = end
        chunk.end.readOffset = region.readEnd
        if end == region.range.upperBound {
            chunk.end.searchedCount = region.readEnd - end
            chunk.end.searchState = region.searchState
        } else {
            chunk.end.searchState = delimiter == nil ? 0 : CSVRecordSplitter.stateBetweenRecords
        }
    }

    private enum RecordStart {
        case at(Int)
        case fartherBack
        /// The input ends before the cut.
        case afterEnd
    }

    /// Finds where the record begins that a cut is in.
    private func recordStart(
        before cut: Int, within most: Int, using chunk: InputChunk
    ) throws(InputError) -> RecordStart {
        var (from, count) = (cut, Self.pieceBytes.first)
        while from > start, cut - from < most {
            let end = from
            from = max(start, end - count)
            guard try fill(chunk, from..<end) else { return .afterEnd }
            if let found = chunk.lineStart(from: 0, upTo: chunk.length) { return .at(from + found) }
            count = min(4 * count, Self.pieceBytes.most)
        }
        return from == start ? .at(start) : .fartherBack
    }

    /// Reads bytes of the input, or returns `false` if it ends before the range does.
    ///
    /// A file that became shorter is an error.
    private func fill(_ chunk: InputChunk, _ range: Range<Int>) throws(InputError) -> Bool {
        chunk.length = 0
        chunk.reserve(range.count)
        while chunk.length < range.count {
            let rest = UnsafeMutableRawBufferPointer(
                start: chunk.bytes + chunk.length, count: range.count - chunk.length)
            let place = origin + range.lowerBound + chunk.length
            let got = try file.read(into: rest, at: place, of: reader.source)
            if got == 0 { return false }
            chunk.length += got
        }
        return true
    }

    private func note(read range: Range<Int>, isLast: Bool) {
        reader.source.meter.add(bytes: max(0, range.upperBound - max(range.lowerBound, readCount)))
        // As reading one after the other leaves it, for who reads the same file next.
        if isLast { try? file.seek(to: origin + range.upperBound) }
    }
}

/// The records of a file that end between two cuts.
package struct InputRegion: Sendable {
    /// The range of the records in the input.
    let range: Range<Int>
    /// The offset at which the bytes that were read for the region end.
    let readEnd: Int
    /// The state of a splitter there.
    var searchState = 0
    /// The input ends with the region.
    package fileprivate(set) var isLast = false
    /// The records are in one chunk.
    package fileprivate(set) var fits = true
    /// There is nothing in it, not even a header before the first record.
    package fileprivate(set) var isEmpty = false
}

extension InputRegion {
    /// A region in which no record ends.
    fileprivate init(at cut: Int, readEnd: Int) {
        self.init(range: cut..<cut, readEnd: readEnd, isEmpty: true)
    }
}

/// The chunks of a region, which can be read again and again.
package struct RegionChunks {
    fileprivate let regions: RegionReader
    fileprivate let region: InputRegion

    /// Reads them from the first one on.
    package func reader() throws(InputError) -> RegionChunkReader {
        RegionChunkReader(chunks: self, reader: try regions.reader(of: region))
    }
}

/// Reads the chunks of a region.
package struct RegionChunkReader {
    fileprivate let chunks: RegionChunks
    fileprivate let reader: ChunkReader

    /// Fills a chunk with the next records; false at the end of the region.
    package func next(_ chunk: InputChunk) throws(InputError) -> Bool {
        guard try reader.next(chunk) else { return false }
        chunks.regions.complete(chunk, of: chunks.region, end: chunk.end.byteOffset)
        return true
    }
}

/// Delivers the bytes of a part of a file.
private final class PartReader: ByteReader {
    private let file: BorrowedDescriptor
    private let whole: ByteSource
    private var rest: Range<Int>

    init(_ file: BorrowedDescriptor, _ range: Range<Int>, of whole: ByteSource) {
        self.file = file
        self.whole = whole
        rest = range
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest.count))
        let got = try file.read(into: wanted, at: rest.lowerBound, of: whole)
        rest = rest.lowerBound + got..<rest.upperBound
        return got
    }
}

extension BorrowedDescriptor {
    fileprivate func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int, of source: ByteSource
    ) throws(InputError) -> Int {
        do throws(SystemError) {
            let got = try read(into: buffer, at: offset)
            if got > 0 {
                source.note(end: offset + got)
                return got
            }
        } catch {
            throw InputError(.unreadable(name: source.name, reason: error.description))
        }
        if !buffer.isEmpty { try source.checkEnd(at: offset) }
        return 0
    }
}

extension InputChunk {
    fileprivate func removeFirst(_ count: Int) {
        length -= count
        bytes.update(from: bytes + count, count: length)
    }

    /// Returns the start of the last line that begins after a line break of these bytes.
    fileprivate func lineStart(from start: Int, upTo end: Int) -> Int? {
        let found = Int(reader_line_start(bytes + start, UInt64(end - start)))
        return found > 0 ? start + found : nil
    }
}

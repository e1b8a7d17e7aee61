// SPDX-License-Identifier: Apache-2.0

/// Delivers the lines of another reader, with line feeds in place of carriage returns that end lines, and
/// without the last ones.
///
/// A line feed takes the place of a carriage return, so that offsets stay those of the file.
final class CSVLineReader: ByteReader {
    private static let pieceBytes = 64 << 10

    private let reader: any ByteReader
    private let name: String
    private let replacesReturns: Bool
    /// The number of lines that are held back.
    private let heldLines: Int
    /// The most bytes that so many lines have, anywhere.
    private let mostBytes: Int
    /// The bytes that are not delivered yet, from `start` on.
    private var bytes: [UInt8] = []
    private var start = 0
    /// The offsets in `bytes` at which the last lines begin, at most `heldLines` and the one that is open.
    private var lineStarts: [Int] = [0]
    private var hasEnded = false
    /// The error that comes after the bytes.
    private var error: InputError?
    /// The last byte is a carriage return, which may be the first half of a line end.
    private var hasReturn = false

    /// - Parameters:
    ///   - reader: Delivers the bytes after `first`.
    ///   - name: The input's name in messages.
    ///   - first: The first bytes.
    ///   - hasEnded: `true` if the reader has nothing more.
    ///   - error: The error that comes after the first bytes, or `nil`.
    ///   - replacesReturns: `true` if a carriage return ends a line where no line feed follows it.
    ///   - heldLines: The number of lines at the end that are not delivered.
    ///   - mostBytes: The most bytes that so many lines may have, anywhere.
    init(
        _ reader: any ByteReader, name: String, first: some Collection<UInt8>, hasEnded: Bool,
        error: InputError?, replacesReturns: Bool, heldLines: Int, mostBytes: Int
    ) {
        self.reader = reader
        self.name = name
        self.replacesReturns = replacesReturns
        self.heldLines = heldLines
        self.mostBytes = mostBytes
        append(Array(first))
        self.error = self.error ?? error
        if hasEnded { end() }
    }

    /// The number of lines at the end that were not delivered, and their bytes; nothing before the end.
    var heldBack: (lines: Int, bytes: [UInt8]) {
        guard hasEnded, heldLines > 0 else { return (0, []) }
        let end = bytes.count
        return (min(heldLines, lineStarts.count { $0 < end }), Array(bytes[deliverable...]))
    }

    /// The offset in `bytes` up to which they are delivered.
    private var deliverable: Int {
        guard heldLines > 0 else { return bytes.count }
        // An empty line at the end is none.
        let isOpen = lineStarts.last.map { $0 < bytes.count } ?? false
        let count = heldLines + (isOpen ? 0 : 1)
        return lineStarts.count >= count ? lineStarts[lineStarts.count - count] : 0
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        while true {
            let count = min(buffer.count, deliverable - start)
            if count > 0 {
                bytes.withUnsafeBytes {
                    buffer.copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
                }
                start += count
                return count
            }
            if let error { throw error }
            guard !hasEnded, !buffer.isEmpty else { return 0 }
            try fill()
        }
    }

    private func fill() throws(InputError) {
        bytes.removeFirst(start)
        lineStarts = lineStarts.map { $0 - start }
        start = 0
        var thrown: InputError?
        let more = [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, got in
            do throws(InputError) {
                got = try reader.read(into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                thrown = error
            }
        }
        if let thrown { throw thrown }
        if more.isEmpty { end() } else { append(more) }
    }

    private func append(_ more: [UInt8]) {
        for byte in more where error == nil {
            if hasReturn { add(byte == .lineFeed ? .carriageReturn : .lineFeed) }
            hasReturn = replacesReturns && byte == .carriageReturn
            if !hasReturn { add(byte) }
        }
        let extra = lineStarts.count - heldLines - 1
        if extra > 0 { lineStarts.removeFirst(extra) }
    }

    private func add(_ byte: UInt8) {
        bytes.append(byte)
        if byte == .lineFeed { lineStarts.append(bytes.count) }
        // Whatever comes after them: so the error does not depend on the pieces that are read.
        if heldLines > 0, bytes.count - deliverable > mostBytes {
            error = InputError(.longLines(name: name, lines: heldLines, bytes: mostBytes))
        }
    }

    private func end() {
        if hasReturn { add(.lineFeed) }
        hasReturn = false
        hasEnded = true
        let extra = lineStarts.count - heldLines - 1
        if extra > 0 { lineStarts.removeFirst(extra) }
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem

/// An input: the bytes of a file or stream, unpacked if it is compressed.
///
/// Used by one thread at a time.
public final class ByteSource {
    /// The name in messages: the path, or "-" for standard input.
    package let name: String
    /// Counts how much of the file is read.
    package let meter: InputMeter
    /// The form of the text before it was decoded, with a byte order mark only if the encoding is not UTF-8.
    private(set) var form: TextForm
    /// The descriptor that the bytes come from, or `nil` if a caller delivers pieces.
    private let descriptor: DescriptorReader?
    /// Records are validated as their bytes arrive, in chunks of any size.
    var deliversPieces: Bool { descriptor == nil }
    private var reader: any ByteReader
    /// `true` to unpack, decode and convert on a thread of its own, ahead of the caller.
    private let readsAhead: Bool
    /// Nothing is left to deliver.
    var isAtEnd: Bool { hasEnded && ahead.isEmpty }
    private var hasEnded = false
    /// Bytes that were looked at and are not delivered yet.
    private var ahead: ArraySlice<UInt8> = []
    /// Bytes delivered so far.
    private(set) var offset = 0
    /// The error that ended reading, after bytes that were delivered.
    private var pendingError: InputError?

    /// Opens a file, unpacked or packed with gzip or Zstandard.
    ///
    /// - Parameter path: A path, or `-` for standard input. A byte that is not part of UTF-8 is a
    ///   character from U+10FF80 to U+10FFFF.
    /// - Throws: `InputError` if it cannot be opened or is a directory.
    public convenience init(path: String) throws(InputError) {
        try self.init(path: path, compression: .auto)
    }

    /// Opens a file of a known compression.
    package convenience init(
        path: String, compression: InputCompression, encoding: InputEncoding = .utf8,
        readsAhead: Bool = true
    ) throws(InputError) {
        if path == "-" {
            try self.init(
                DescriptorReader(BorrowedDescriptor.standardInput.number, name: "-", closes: false),
                compression: compression, encoding: encoding, readsAhead: readsAhead)
            return
        }
        let name = FileName.shown(path)
        let number = try Self.open(path, name: name)
        let descriptor = DescriptorReader(number, name: name, closes: true)
        let status = try? FileStatus(of: BorrowedDescriptor(number: number))
        if status?.kind == .directory { throw InputError(.isDirectory(name: name)) }
        try self.init(
            descriptor, compression: compression, encoding: encoding, readsAhead: readsAhead)
    }

    /// Reads from an open descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: A descriptor that is open for reading.
    ///   - name: The input's name in messages.
    ///   - closes: Whether the source closes the descriptor when it is deinitialized.
    public convenience init(descriptor: Int32, name: String, closes: Bool) {
        self.init(descriptor: descriptor, name: name, closes: closes, readsAhead: true)
    }

    /// Reads from an open descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: A descriptor that is open for reading.
    ///   - name: The input's name in messages.
    ///   - closes: `true` if the source closes the descriptor when it is deinitialized.
    ///   - readsAhead: `false` if no thread may be started.
    package convenience init(descriptor: Int32, name: String, closes: Bool, readsAhead: Bool) {
        let reader = DescriptorReader(descriptor, name: name, closes: closes)
        self.init(reader, reader, readsAhead: readsAhead)
    }

    /// Takes the bytes from a function, such as the body of a request while it arrives.
    ///
    /// Records are validated as soon as they are there, however small the pieces are.
    ///
    /// - Parameters:
    ///   - name: The input's name in messages.
    ///   - next: Fills the buffer with the next bytes, at least one, and says how many; it waits for them,
    ///     and returns 0 at the end.
    public init(
        name: String, next: @escaping (UnsafeMutableRawBufferPointer) throws(InputError) -> Int
    ) {
        descriptor = nil
        self.name = name
        meter = InputMeter(size: nil)
        form = TextForm()
        reader = PieceReader(next)
        // A caller's function is called on the caller's thread.
        readsAhead = false
    }

    /// Reads bytes in memory, as they are, on the caller's thread, so that no other reads them after the
    /// source has ended.
    ///
    /// - Parameters:
    ///   - bytes: Must stay as long as the source is read.
    ///   - name: The input's name in messages.
    package convenience init(borrowing bytes: UnsafeRawBufferPointer, name: String) {
        self.init(
            MemoryReader(bytes), DescriptorReader(-1, name: name, closes: false), readsAhead: false)
    }

    private static func open(_ path: String, name: String) throws(InputError) -> Int32 {
        do throws(SystemError) {
            return try FileDescriptor(reading: path).release()
        } catch {
            throw InputError(.unreadable(name: name, reason: error.description))
        }
    }

    /// Delivers bytes that are there as soon as they are asked for.
    convenience init(_ reader: any ByteReader, name: String) {
        self.init(reader, DescriptorReader(-1, name: name, closes: false), readsAhead: true)
    }

    private init(_ reader: any ByteReader, _ descriptor: DescriptorReader, readsAhead: Bool) {
        self.readsAhead = readsAhead
        self.descriptor = descriptor
        self.reader = reader
        name = descriptor.name
        meter = descriptor.meter
        form = TextForm()
    }

    private init(
        _ descriptor: DescriptorReader, compression: InputCompression, encoding: InputEncoding,
        readsAhead: Bool
    ) throws(InputError) {
        self.readsAhead = readsAhead
        self.descriptor = descriptor
        name = descriptor.name
        meter = descriptor.meter
        var compression = compression
        if compression == .auto {
            compression = InputCompression(
                firstBytes: try descriptor.peek(count: InputCompression.headCount))
        }
        var reader: any ByteReader = descriptor
        if compression != .none {
            reader = try DecompressingReader(descriptor, compression: compression)
        }
        form = TextForm()
        self.reader = reader
        try transcode(from: encoding)
        if self.reader !== descriptor { self.reader = ahead(of: self.reader) }
    }

    /// Returns the reader itself, or one that reads from it on another thread.
    private func ahead(of reader: any ByteReader) -> any ByteReader {
        readsAhead ? ReadAhead(reader) ?? reader : reader
    }

    /// Lets the bytes be read as text in another encoding and delivered as UTF-8, before the first of them is.
    package func transcode(from encoding: InputEncoding) throws(InputError) {
        guard encoding != .utf8 else { return }
        let decoded = try TranscodingReader(reader, encoding: encoding, name: name)
        form = decoded.form
        reader = decoded
    }

    /// Reads until the buffer is full or the input ends, however a pipe delivers the bytes.
    ///
    /// - Returns: The number of bytes; less than the buffer holds only at the end, where the next
    ///   call throws, or where a caller delivers pieces.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        var count = takeAhead(into: buffer)
        if let pendingError, count == 0 { throw pendingError }
        do throws(InputError) {
            while count < buffer.count, !hasEnded, pendingError == nil {
                let got = try reader.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
                count += got
                hasEnded = got == 0
                if deliversPieces { break }
            }
        } catch {
            pendingError = error
            if count == 0 { throw error }
        }
        offset += count
        return count
    }

    /// Lets the bytes go through a reader of lines from here on.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that were delivered last, which are delivered again.
    ///   - replacesReturns: `true` if a carriage return ends a line.
    ///   - heldLines: The number of lines at the end that are not delivered.
    ///   - mostBytes: The most bytes that these lines may have.
    /// - Returns: The reader of lines.
    func readLines(
        from bytes: [UInt8], replacesReturns: Bool, holding heldLines: Int, mostBytes: Int
    ) -> CSVLineReader {
        let lines = CSVLineReader(
            reader, name: name, first: bytes + ahead, hasEnded: hasEnded, error: pendingError,
            replacesReturns: replacesReturns, heldLines: heldLines, mostBytes: mostBytes)
        reader = lines
        ahead = []
        hasEnded = false
        pendingError = nil
        offset -= bytes.count
        return lines
    }

    /// Lets the bytes be the records of an Arrow input, as lines of JSON.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that were delivered last, from the start of the input.
    ///   - options: The options for the records.
    ///   - readings: What the rules read the texts of fields as.
    /// - Returns: The form and the columns of the input.
    /// - Throws: `InputError(.badArrow)` if the input does not begin with columns.
    func readArrow(
        from bytes: [UInt8], options: ReaderOptions, readings: FieldReadings
    ) throws(InputError) -> (form: ArrowForm, schema: ArrowSchema) {
        let input = ArrowInput(
            reader, name: name, first: bytes + ahead, hasEnded: hasEnded, error: pendingError)
        let records = try ArrowReader(
            input, mostRecordBytes: options.maximumRecordBytes,
            writesNulls: options.allowsPartialRecords, readings: readings)
        reader = ahead(of: records)
        ahead = []
        hasEnded = false
        pendingError = nil
        offset = 0
        return (records.form, records.schema)
    }

    /// Reads up to `count` bytes, unpacked; fewer only at the end, or where the next call throws.
    package func read(count: Int) throws(InputError) -> [UInt8] {
        // Without room an array has memory that all empty ones share, and its count is written all the same.
        guard count > 0 else { return [] }
        var error: InputError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, got in
            do throws(InputError) {
                got = try read(into: UnsafeMutableRawBufferPointer(buffer))
            } catch let thrown {
                error = thrown
            }
        }
        if let error { throw error }
        return bytes
    }

    /// The bytes that the next reads deliver, up to `count`; fewer only at the end or before an error.
    ///
    /// Waits for them: not for a source that delivers pieces.
    func peek(count: Int) throws(InputError) -> [UInt8] {
        guard ahead.count < count else { return Array(ahead.prefix(count)) }
        let start = offset
        ahead = try read(count: count)[...]
        offset = start
        return Array(ahead)
    }

    /// Delivers bytes that were looked at; returns how many.
    private func takeAhead(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(ahead.count, buffer.count)
        buffer.copyBytes(from: ahead.prefix(count))
        ahead.removeFirst(count)
        return count
    }

    /// The file whose bytes are delivered as they are, and where the first of them is in it; nil where there is
    /// none.
    var file: (descriptor: BorrowedDescriptor, origin: Int)? {
        guard let descriptor, reader === descriptor, let (file, position) = descriptor.file else {
            return nil
        }
        return (file, position - offset - ahead.count)
    }

    /// Takes the end of bytes that were read at places of the file.
    func note(end: Int) {
        descriptor?.note(end: end)
    }

    /// Checks that the file was not longer before it ended at a place.
    ///
    /// - Throws: `InputError(.shrunk)` if it was.
    func checkEnd(at position: Int) throws(InputError) {
        try descriptor?.checkEnd(at: position)
    }

    /// Skips bytes, in constant memory.
    ///
    /// - Returns: False if the input ends before.
    func skip(_ count: Int) throws(InputError) -> Bool {
        let known = min(count, ahead.count)
        ahead.removeFirst(known)
        offset += known
        var rest = count - known
        if let descriptor, reader === descriptor {
            let passed = descriptor.skip(rest)
            offset += passed
            rest -= passed
        }
        while rest > 0 {
            let passed = try read(count: min(rest, 256 << 10)).count
            if passed == 0 { return false }
            rest -= passed
        }
        return true
    }
}

/// Delivers what a function does.
private final class PieceReader: ByteReader {
    private let next: (UnsafeMutableRawBufferPointer) throws(InputError) -> Int

    init(_ next: @escaping (UnsafeMutableRawBufferPointer) throws(InputError) -> Int) {
        self.next = next
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        try next(buffer)
    }
}

/// Delivers bytes that are in memory.
private final class MemoryReader: ByteReader {
    private var rest: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, rest.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<count]))
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        return count
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The form of an Arrow input.
package enum ArrowForm: String, Sendable {
    /// Messages, one after the other.
    case stream = "Arrow stream"
    /// A stream between two marks, with a list of its batches at the end.
    case file = "Arrow file"

    /// The first bytes of a file.
    static let fileMark = Array("ARROW1\0\0".utf8)
    /// The first bytes of a message.
    static let messageMark: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]

    /// The form that the first bytes of an input have, or `nil` if they have none.
    init?(firstBytes bytes: some Collection<UInt8>) {
        if bytes.starts(with: Self.fileMark) {
            self = .file
        } else if bytes.starts(with: Self.messageMark) {
            self = .stream
        } else {
            return nil
        }
    }
}

/// The form and the columns of an Arrow input.
struct ArrowLayout: Sendable {
    let form: ArrowForm
    let names: [String]
}

/// Reads an input in parts whose lengths the input names itself.
final class ArrowInput {
    let name: String
    private let reader: any ByteReader
    private var first: ArraySlice<UInt8>
    private var hasEnded: Bool
    /// The error that comes after the first bytes, or `nil`.
    private let error: InputError?
    /// The offset of the next byte in the input.
    private(set) var offset = 0
    /// The bytes that are kept, and the offset of the first of them, or `nil` if bytes are read in order.
    private var kept: (memory: ArrowMemory, start: Int)?

    /// - Parameters:
    ///   - reader: Delivers the bytes after `first`.
    ///   - name: The input's name in messages.
    ///   - first: The first bytes.
    ///   - hasEnded: `true` if the reader has nothing more.
    ///   - error: The error that comes after the first bytes, or `nil`.
    init(
        _ reader: any ByteReader, name: String, first: [UInt8], hasEnded: Bool, error: InputError?
    ) {
        self.reader = reader
        self.name = name
        self.first = first[...]
        self.hasEnded = hasEnded
        self.error = error
    }

    /// The bytes that are read next; fewer only at the end.
    func peek(_ count: Int) throws(InputError) -> ArraySlice<UInt8> {
        guard first.count < count else { return first.prefix(count) }
        let start = offset
        first = try read(atMost: count)[...]
        offset = start
        return first
    }

    /// Reads until the buffer is full or the input ends.
    ///
    /// - Returns: The number of bytes.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        if let kept {
            let rest = kept.memory.bytes[(offset - kept.start)...].prefix(buffer.count)
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest))
            offset += rest.count
            return rest.count
        }
        var count = min(first.count, buffer.count)
        buffer.copyBytes(from: first.prefix(count))
        first.removeFirst(count)
        while count < buffer.count, !hasEnded {
            if let error { throw error }
            let got = try reader.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            count += got
            hasEnded = got == 0
        }
        offset += count
        return count
    }

    /// Keeps the rest of the input in memory, so that its parts can be read in any order.
    ///
    /// - Returns: The last bytes, with the footer of a file.
    /// - Throws: `InputError(.badArrow)` if it is too long for that.
    func keepRest() throws(InputError) -> [UInt8] {
        let (memory, start) = (ArrowMemory(count: 1 << 20), offset)
        var count = 0
        while true {
            count += try read(
                into: UnsafeMutableRawBufferPointer(rebasing: memory.bytes[count...]))
            guard count == memory.bytes.count else { break }
            guard count < Self.mostKept else {
                throw failure(
                    "it has more than 8 GiB, and does not have its parts in order",
                    remedy: "write it as a stream")
            }
            memory.resize(to: 2 * count)
        }
        memory.resize(to: count)
        kept = (memory, start)
        offset = start
        return Array(memory.bytes.suffix(ArrowFooter.mostBytes))
    }

    /// The offset of the end, as far as the input was read.
    var end: Int { kept.map { $0.start + $0.memory.bytes.count } ?? offset }

    /// Moves to a place in the part that is kept; returns `false` if it is outside.
    func move(to place: Int64) -> Bool {
        guard let kept, place >= kept.start, place <= Int64(kept.start + kept.memory.bytes.count)
        else { return false }
        offset = Int(place)
        return true
    }

    /// Reads up to so many bytes; fewer only at the end.
    func read(atMost count: Int) throws(InputError) -> [UInt8] {
        var bytes: [UInt8] = []
        // What the input says is not allocated before it is there.
        while bytes.count < count {
            let start = bytes.count
            bytes += Array(repeating: 0, count: min(count - start, max(1 << 16, start)))
            var got = 0
            var thrown: InputError?
            bytes.withUnsafeMutableBytes { all in
                do throws(InputError) {
                    got = try read(into: UnsafeMutableRawBufferPointer(rebasing: all[start...]))
                } catch {
                    thrown = error
                }
            }
            if let thrown { throw thrown }
            bytes.removeLast(bytes.count - start - got)
            if got == 0 { break }
        }
        return bytes
    }

    /// Reads so many bytes.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - part: The part of the input that they are, for the error.
    /// - Returns: The bytes.
    /// - Throws: `InputError(.badArrow)` if the input ends before.
    func read(_ count: Int, of part: @autoclosure () -> String) throws(InputError) -> [UInt8] {
        let bytes = try read(atMost: count)
        guard bytes.count == count else {
            throw failure("it ends at byte \(offset), in the middle of \(part())")
        }
        return bytes
    }

    /// The error about something that the input has.
    func failure(_ reason: String, remedy: String? = nil) -> InputError {
        InputError(.badArrow(name: name, reason: reason, remedy: remedy))
    }

    func failure(_ error: ArrowError, in part: String? = nil) -> InputError {
        failure(part.map { "\($0): \(error.reason)" } ?? error.reason, remedy: error.remedy)
    }
}

/// A message of an Arrow input.
struct ArrowMessage {
    enum Content {
        case schema(FlatTable)
        case dictionary(FlatTable)
        case batch(FlatTable)
    }

    /// The offset of the message in the input.
    let offset: Int
    let version: Int16
    let content: Content
    /// The buffers of columns.
    let body: ArrowMemory
}

extension ArrowInput {
    private static let mostMetadata = 64 << 20
    private static let mostKept = 8 << 30
    private static let mostBody = 1 << 31

    /// Reads a message.
    ///
    /// - Parameter part: The part of the input that is expected, for errors.
    /// - Returns: The message, or `nil` at the end of the stream.
    /// - Throws: `InputError(.badArrow)`.
    func nextMessage(
        expecting part: @autoclosure () -> String
    ) throws(InputError) -> (message: ArrowMessage?, hasMark: Bool) {
        let start = offset
        var word = try read(atMost: 4)
        // A stream may end without a mark.
        if word.isEmpty { return (nil, false) }
        guard word.count == 4 else {
            throw failure("it ends at byte \(offset), in the middle of \(part())")
        }
        if word == ArrowForm.messageMark { word = try read(4, of: part()) }
        let count = Int(
            word.withUnsafeBytes { Int32(littleEndian: $0.loadUnaligned(as: Int32.self)) })
        if count == 0 { return (nil, true) }
        guard count >= 8, count <= Self.mostMetadata else {
            throw failure("there is no message at byte \(start), where \(part()) is expected")
        }
        let metadata = try read(count, of: part())
        let (version, number, table, bodyCount): (Int16, UInt8, FlatTable, Int64)
        do throws(ArrowError) {
            let message = try FlatTable(root: metadata)
            version = try message.number(0, default: 0)
            number = try message.number(1, default: 0)
            guard let content = try message.table(2) else { throw ArrowError.metadata }
            table = content
            bodyCount = try message.number(3, default: 0)
        } catch {
            throw failure(error, in: part())
        }
        guard (3...4).contains(version) else {
            throw failure(
                "its metadata has the version V\(Int(version) + 1)",
                remedy: "write it with Arrow 0.8 or later, whose metadata is V4 or V5")
        }
        guard bodyCount >= 0, bodyCount <= Self.mostBody else {
            throw failure(
                "\(part()) has \(bodyCount) bytes, and at most 2 GiB are read at once",
                remedy: "write it in smaller batches")
        }
        let body = try ArrowMemory(reading: Int(bodyCount), from: self, of: part())
        let content: ArrowMessage.Content? =
            switch number {
            case 1: .schema(table)
            case 2: .dictionary(table)
            case 3: .batch(table)
            default: nil
            }
        guard let content else {
            throw failure(
                "the message at byte \(start) is no record batch",
                remedy: "write tables: tensors are not read")
        }
        return (
            ArrowMessage(offset: start, version: version, content: content, body: body), true
        )
    }
}

/// Memory of the buffers of columns.
final class ArrowMemory {
    private(set) var bytes: UnsafeMutableRawBufferPointer

    /// Allocates memory, which has no contents yet.
    init(count: Int) {
        bytes = .allocate(byteCount: count, alignment: 64)
    }

    deinit { bytes.deallocate() }

    /// Reads bytes of an input.
    init(
        reading count: Int, from input: ArrowInput, of part: @autoclosure () -> String
    ) throws(InputError) {
        // What the input says is not allocated before half of it is there.
        bytes = .allocate(byteCount: min(count, 1 << 20), alignment: 64)
        var filled = 0
        while true {
            filled += try input.read(
                into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
            guard filled == bytes.count else {
                throw input.failure(
                    "it ends at byte \(input.offset), in the middle of \(part())")
            }
            guard filled < count else { return }
            resize(to: min(count, 2 * filled))
        }
    }

    /// Makes the memory larger or smaller; what fits in it is kept.
    func resize(to count: Int) {
        let resized = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
        resized.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: bytes[..<min(count, bytes.count)]))
        bytes.deallocate()
        bytes = resized
    }

    /// Returns a part of the memory, or `nil` if it is not in it.
    func part(from offset: Int64, count: Int64) -> UnsafeRawBufferPointer? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= Int64(bytes.count) - offset
        else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[Int(offset)..<Int(offset + count)])
    }
}

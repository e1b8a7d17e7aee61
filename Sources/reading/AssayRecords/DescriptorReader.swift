// SPDX-License-Identifier: Apache-2.0
import AssaySystem
import Synchronization

/// Delivers the bytes of an input in their order.
protocol ByteReader: AnyObject {
    /// Reads up to as many bytes as the buffer holds.
    ///
    /// - Returns: At least 1 for a buffer that is not empty, or 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int
}

/// A count of the bytes that are read of an input, for a display of progress.
package final class InputMeter: Sendable {
    private let count = Atomic(0)
    /// The size of the file, in compressed bytes; nil where it is unknown, as with a pipe.
    package let size: Int?

    init(size: Int?) {
        self.size = size
    }

    /// The number of bytes of the file that are read, in compressed bytes.
    package var bytesRead: Int { count.load(ordering: .relaxed) }

    func add(bytes: Int) {
        count.wrappingAdd(bytes, ordering: .relaxed)
    }
}

/// Reads the bytes of a descriptor.
final class DescriptorReader: ByteReader {
    let name: String
    let meter: InputMeter
    private let descriptor: BorrowedDescriptor
    /// Closes the descriptor; nil if that is left to another owner.
    private let owner: FileDescriptor?
    private let isRegular: Bool
    /// The end of a file as far as it is known: its size when it was opened, or the end of the bytes
    /// that were read.
    private let knownEnd: Atomic<Int>
    /// The place of the next byte to read, or `nil` where it is not known.
    private var expectedPosition: Int?
    /// Bytes that were peeked at and are not read yet.
    private var head: ArraySlice<UInt8> = []

    init(_ number: Int32, name: String, closes: Bool) {
        descriptor = BorrowedDescriptor(number: number)
        owner = closes ? FileDescriptor(adopting: number) : nil
        self.name = name
        let status = try? FileStatus(of: descriptor)
        isRegular = status?.kind == .regularFile
        meter = InputMeter(size: isRegular ? status?.size : nil)
        knownEnd = Atomic(meter.size ?? 0)
        expectedPosition = isRegular ? try? descriptor.position() : nil
    }

    /// The next bytes, which stay unread; fewer only at the end.
    func peek(count: Int) throws(InputError) -> ArraySlice<UInt8> {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { buffer.deallocate() }
        while head.count < count {
            let wanted = buffer[..<(count - head.count)]
            let got = try readDescriptor(UnsafeMutableRawBufferPointer(rebasing: wanted))
            if got == 0 { break }
            head.append(contentsOf: buffer[..<got])
        }
        return head
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        guard head.isEmpty else {
            let count = min(head.count, buffer.count)
            buffer.copyBytes(from: head.prefix(count))
            head.removeFirst(count)
            return count
        }
        return try readDescriptor(buffer)
    }

    private func readDescriptor(
        _ buffer: UnsafeMutableRawBufferPointer
    ) throws(InputError) -> Int {
        do throws(SystemError) {
            let got = try descriptor.read(into: buffer)
            meter.add(bytes: got)
            expectedPosition = expectedPosition.map { $0 + got }
            if got > 0 { return got }
        } catch {
            throw InputError(.unreadable(name: name, reason: error.description))
        }
        if !buffer.isEmpty, isRegular, let end = try? descriptor.position() {
            try checkEnd(at: end)
            try checkPosition(end)
        }
        return 0
    }

    /// Checks that no other part of the program, such as a plugin, has moved the place of the next byte, so that bytes
    /// were passed over or read twice.
    private func checkPosition(_ position: Int) throws(InputError) {
        guard let expectedPosition, position != expectedPosition else { return }
        throw InputError(
            .unreadable(
                name: name,
                reason:
                    "something moved the position in the file while it was read, so that a part "
                    + "was not seen"))
    }

    /// Takes the end of bytes that were read at places of the file.
    func note(end: Int) {
        knownEnd.max(end, ordering: .relaxed)
    }

    /// Checks that a file ends where it ended before, or later.
    ///
    /// The system may name a size that a file never had, as for files of the kernel: these end again
    /// at the same place.
    ///
    /// - Parameter position: The place at which the system says that the file ends.
    /// - Throws: `InputError(.shrunk)` if the file was longer.
    func checkEnd(at position: Int) throws(InputError) {
        let knownEnd = knownEnd.load(ordering: .relaxed)
        guard isRegular, position < knownEnd else { return }
        let size = (try? FileStatus(of: descriptor))?.size ?? 0
        var byte: UInt8 = 0
        // A file that became shorter and then longer has other bytes there.
        let isLonger = withUnsafeMutableBytes(of: &byte) { byte in
            ((try? descriptor.read(into: byte, at: position)) ?? 0) > 0
        }
        if size < knownEnd || isLonger { throw InputError(.shrunk(name: name)) }
    }

    /// The file, if it is one, and where the next byte is in it.
    var file: (descriptor: BorrowedDescriptor, position: Int)? {
        guard isRegular, let position = try? descriptor.position() else { return nil }
        return (descriptor, position - head.count)
    }

    /// Moves on without reading, where the system can.
    ///
    /// - Returns: How many of the bytes were skipped.
    func skip(_ count: Int) -> Int {
        let fromHead = min(head.count, count)
        head.removeFirst(fromHead)
        guard isRegular, let size = meter.size, count > fromHead else { return fromHead }
        guard let position = try? descriptor.position() else { return fromHead }
        // There is nothing to pass after the end.
        let moved = min(count - fromHead, max(0, size - position))
        guard (try? descriptor.seek(to: position + moved)) != nil else { return fromHead }
        meter.add(bytes: moved)
        expectedPosition = expectedPosition.map { $0 + moved }
        return fromHead + moved
    }
}

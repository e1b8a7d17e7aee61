// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// Gives bytes one after the other.
protocol ByteReader: AnyObject {
    /// Reads up to as many bytes as the buffer holds.
    ///
    /// - Returns: At least 1 for a buffer that is not empty, or 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int
}

/// How much of an input was read, for whoever shows it.
public final class InputMeter: Sendable {
    private let count = Atomic(0)
    /// The size of the file, packed as it is; nil where nobody knows, as with a pipe.
    public let size: Int?

    init(size: Int?) {
        self.size = size
    }

    /// Bytes of the file so far, packed as they are.
    public var bytesRead: Int { count.load(ordering: .relaxed) }

    func add(_ bytes: Int) {
        count.wrappingAdd(bytes, ordering: .relaxed)
    }
}

/// The bytes of a descriptor as they are.
final class DescriptorReader: ByteReader {
    let name: String
    let meter: InputMeter
    private let descriptor: Int32
    private let closes: Bool
    private let isRegular: Bool
    /// Bytes that were looked at and not read.
    private var head: ArraySlice<UInt8> = []

    init(_ descriptor: Int32, name: String, closes: Bool) {
        self.descriptor = descriptor
        self.name = name
        self.closes = closes
        var status = stat()
        isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        meter = InputMeter(size: isRegular ? Int(status.st_size) : nil)
    }

    deinit {
        if closes { close(descriptor) }
    }

    /// The next bytes, which are read again; fewer only at the end.
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
        while true {
            let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if got >= 0 {
                meter.add(got)
                return got
            }
            guard errno == EINTR else {
                throw .unreadable(name: name, reason: DescriptorReader.reason(errno))
            }
        }
    }

    /// Moves on without reading, where the system can.
    ///
    /// - Returns: How many of the bytes were passed.
    func skip(_ count: Int) -> Int {
        let fromHead = min(head.count, count)
        head.removeFirst(fromHead)
        guard isRegular, let size = meter.size, count > fromHead else { return fromHead }
        // Behind the end there is nothing to pass.
        let position = Int(lseek(descriptor, 0, SEEK_CUR))
        let moved = min(count - fromHead, max(0, size - position))
        guard position >= 0, lseek(descriptor, off_t(moved), SEEK_CUR) >= 0 else { return fromHead }
        meter.add(moved)
        return fromHead + moved
    }

    static func reason(_ number: Int32) -> String {
        strerror(number).map { String(cString: $0) } ?? "error \(number)"
    }
}

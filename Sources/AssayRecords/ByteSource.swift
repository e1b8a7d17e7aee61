// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The bytes of a file or stream, read from a descriptor.
public final class ByteSource {
    /// For messages: the path, or "-" for standard input.
    public let name: String
    private let descriptor: Int32
    private let closes: Bool
    private(set) var isAtEnd = false
    /// Bytes delivered so far.
    private(set) var offset = 0

    /// Opens a file.
    ///
    /// - Parameter path: A path, or `-` for standard input.
    /// - Throws: `InputError` if it cannot be opened or is a directory.
    public convenience init(path: String) throws(InputError) {
        if path == "-" {
            self.init(descriptor: STDIN_FILENO, name: "-", closes: false)
            return
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .unreadable(name: path, reason: ByteSource.reason(errno))
        }
        self.init(descriptor: descriptor, name: path, closes: true)
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw .isDirectory(name: path)
        }
    }

    /// Reads from an open descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: Open for reading.
    ///   - name: For messages.
    ///   - closes: Whether to close the descriptor when the source goes.
    public init(descriptor: Int32, name: String, closes: Bool) {
        self.descriptor = descriptor
        self.name = name
        self.closes = closes
    }

    deinit {
        if closes { close(descriptor) }
    }

    /// Reads until the buffer is full or the input ends, so that what is read at a time does not
    /// depend on how a pipe delivers it.
    ///
    /// - Returns: The number of bytes; less than the buffer holds only at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        var count = 0
        while count < buffer.count, !isAtEnd {
            guard let start = buffer.baseAddress else { break }
            let got = Glibc.read(descriptor, start + count, buffer.count - count)
            if got > 0 {
                count += got
            } else if got == 0 {
                isAtEnd = true
            } else if errno != EINTR {
                throw .unreadable(name: name, reason: ByteSource.reason(errno))
            }
        }
        offset += count
        return count
    }

    /// Reads up to `count` bytes; fewer only at the end.
    func read(count: Int) throws(InputError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { buffer.deallocate() }
        let got = try read(into: buffer)
        return Array(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
    }

    private static func reason(_ number: Int32) -> String {
        strerror(number).map { String(cString: $0) } ?? "error \(number)"
    }
}

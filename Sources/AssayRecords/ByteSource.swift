// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The bytes of a file or stream, unpacked if it is compressed.
public final class ByteSource {
    /// For messages: the path, or "-" for standard input.
    public let name: String
    /// How much of the file was read.
    public let meter: InputMeter
    private let descriptor: DescriptorReader
    private let reader: any ByteReader
    private(set) var isAtEnd = false
    /// Bytes delivered so far.
    private(set) var offset = 0
    /// What ended reading behind bytes that were delivered.
    private var failure: InputError?

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: A path, or `-` for standard input.
    ///   - compression: How it is packed.
    /// - Throws: `InputError` if it cannot be opened or is a directory.
    public convenience init(
        path: String, compression: Compression = .none
    ) throws(InputError) {
        if path == "-" {
            try self.init(
                DescriptorReader(STDIN_FILENO, name: "-", closes: false), compression)
            return
        }
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else {
            throw .unreadable(name: path, reason: DescriptorReader.reason(errno))
        }
        let descriptor = DescriptorReader(number, name: path, closes: true)
        var status = stat()
        if fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw .isDirectory(name: path)
        }
        try self.init(descriptor, compression)
    }

    /// Reads from an open descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: Open for reading.
    ///   - name: For messages.
    ///   - closes: Whether to close the descriptor when the source goes.
    public init(descriptor: Int32, name: String, closes: Bool) {
        self.descriptor = DescriptorReader(descriptor, name: name, closes: closes)
        self.name = name
        meter = self.descriptor.meter
        reader = self.descriptor
    }

    private init(_ descriptor: DescriptorReader, _ compression: Compression) throws(InputError) {
        self.descriptor = descriptor
        name = descriptor.name
        meter = descriptor.meter
        var compression = compression
        if compression == .auto {
            compression = Compression(
                firstBytes: try descriptor.peek(count: Compression.headCount))
        }
        guard compression != .none else {
            reader = descriptor
            return
        }
        let unpacked = try DecompressingReader(descriptor, compression)
        reader = ReadAhead(unpacked) ?? unpacked
    }

    /// Reads until the buffer is full or the input ends, so that what is read at a time does not
    /// depend on how a pipe delivers it.
    ///
    /// - Returns: The number of bytes; less than the buffer holds only at the end, or where the next
    ///   call throws.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        if let failure { throw failure }
        var count = 0
        do throws(InputError) {
            while count < buffer.count, !isAtEnd {
                let got = try reader.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
                count += got
                isAtEnd = got == 0
            }
        } catch {
            failure = error
            if count == 0 { throw error }
        }
        offset += count
        return count
    }

    /// Reads up to `count` bytes, unpacked; fewer only at the end, or where the next call throws.
    public func read(count: Int) throws(InputError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(0, count), alignment: 16)
        defer { buffer.deallocate() }
        let got = try read(into: buffer)
        return Array(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
    }

    /// Passes bytes without handing them out, in constant memory.
    ///
    /// - Returns: False if the input ends before.
    func skip(_ count: Int) throws(InputError) -> Bool {
        var rest = count
        if reader === descriptor {
            let passed = descriptor.skip(count)
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

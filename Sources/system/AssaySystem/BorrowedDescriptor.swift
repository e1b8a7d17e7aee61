// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// A descriptor that is used here and closed by its owner.
package struct BorrowedDescriptor: Sendable, Hashable {
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    package static let standardInput = BorrowedDescriptor(number: STDIN_FILENO)
    package static let standardOutput = BorrowedDescriptor(number: STDOUT_FILENO)
    package static let standardError = BorrowedDescriptor(number: STDERR_FILENO)

    /// The path by which this process can open the file again.
    package var path: String { "/proc/self/fd/\(number)" }

    package var isTerminal: Bool { isatty(number) == 1 }

    /// The width of the terminal in cells, or `nil` if there is no terminal or it does not say.
    package var terminalColumns: Int? {
        terminalSize.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
    }

    /// The number of rows of the terminal, or `nil` if there is no terminal or it does not say.
    package var terminalRows: Int? { terminalSize.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    private var terminalSize: winsize? {
        var size = winsize()
        return ioctl(number, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }

    /// Reads up to as many bytes as the buffer holds.
    ///
    /// - Returns: At least 1 for a buffer that is not empty, or 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        while true {
            let count = AssayCLibrary.read(number, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw .last }
        }
    }

    /// Reads up to as many bytes as the buffer holds, from a place in a file; the position stays.
    ///
    /// - Returns: At least 1 for a buffer that is not empty, or 0 at the end.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SystemError) -> Int {
        while true {
            let count = pread(number, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            guard errno == EINTR else { throw .last }
        }
    }

    /// Reads from the current position to the end.
    ///
    /// - Parameter limit: At most so many bytes are read.
    /// - Returns: The bytes.
    /// - Throws: The error of the system.
    package func readAll(limit: Int = .max) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        let size = min(1 << 16, max(0, limit))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { buffer.deallocate() }
        while bytes.count < limit {
            let wanted = buffer.prefix(limit - bytes.count)
            let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: wanted))
            if count == 0 { break }
            bytes.append(contentsOf: buffer[..<count])
        }
        return bytes
    }

    /// Writes all bytes.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let count = AssayCLibrary.write(number, start, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno != EINTR {
                throw .last
            }
        }
    }

    /// Writes all bytes to a place in a file; the position stays.
    package func write(
        _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(SystemError) {
        var (rest, offset) = (bytes, offset)
        while let start = rest.baseAddress, !rest.isEmpty {
            let count = pwrite(number, start, rest.count, off_t(offset))
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                offset += count
            } else if errno != EINTR {
                throw .last
            }
        }
    }

    /// Writes all bytes.
    package func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
        let error: SystemError? =
            bytes.withContiguousStorageIfAvailable { failure(writing: UnsafeRawBufferPointer($0)) }
            ?? Array(bytes).withUnsafeBytes { failure(writing: $0) }
        if let error { throw error }
    }

    private func failure(writing bytes: UnsafeRawBufferPointer) -> SystemError? {
        do throws(SystemError) {
            try write(bytes)
            return nil
        } catch {
            return error
        }
    }

    /// Waits until what was written would survive a crash of the machine.
    package func synchronize() throws(SystemError) {
        guard fsync(number) == 0 else { throw .last }
    }

    // MARK: - Position

    /// Returns the offset at which the next byte is read or written; for files only.
    package func position() throws(SystemError) -> Int {
        try seek(0, from: SEEK_CUR)
    }

    /// Returns the offset at which the next byte is written.
    ///
    /// For a file that was opened for appending, that is its end.
    package func writePosition() throws(SystemError) -> Int {
        let appends = fcntl(number, F_GETFL) & O_APPEND != 0
        return try seek(0, from: appends ? SEEK_END : SEEK_CUR)
    }

    package func seek(to offset: Int) throws(SystemError) {
        _ = try seek(offset, from: SEEK_SET)
    }

    private func seek(_ offset: Int, from origin: Int32) throws(SystemError) -> Int {
        let position = lseek(number, off_t(offset), origin)
        guard position >= 0 else { throw .last }
        return Int(position)
    }

    /// Makes the file shorter, or longer with zeros; the position stays.
    package func resize(to count: Int) throws(SystemError) {
        guard ftruncate(number, off_t(count)) == 0 else { throw .last }
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// A descriptor with one owner, who closes it.
package struct FileDescriptor: ~Copyable, Sendable {
    package let number: Int32

    /// Takes over a descriptor; nil for the negative number that a failed call returns.
    package init?(adopting number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    /// Opens a file for reading.
    package init(reading path: String) throws(SystemError) {
        try self.init(path, O_RDONLY)
    }

    /// Opens a file for writing and leaves its contents.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - mode: Permissions of a file that does not exist, less the umask.
    ///   - appends: Whether every write goes to the end.
    /// - Throws: The error of the system.
    package init(
        writing path: String, mode: UInt32, appends: Bool = false
    ) throws(SystemError) {
        try self.init(path, O_WRONLY | O_CREAT | (appends ? O_APPEND : 0), mode: mode)
    }

    /// Creates a file for writing, which must not exist, not even as a symbolic link.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - mode: Its permissions, less the umask.
    /// - Throws: The error of the system.
    package init(creating path: String, mode: UInt32) throws(SystemError) {
        try self.init(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
    }

    /// Opens a file of its owner alone for reading and writing, not through a symbolic link.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isNew: `true` to create the file, which must not exist; `false` for one that exists.
    /// - Throws: The error of the system.
    package init(scratch path: String, isNew: Bool) throws(SystemError) {
        try self.init(
            path, O_RDWR | O_NOFOLLOW | (isNew ? O_CREAT | O_EXCL : 0), mode: 0o600)
    }

    private init(_ path: String, _ flags: Int32, mode: UInt32 = 0) throws(SystemError) {
        let number = FileName.withBytes(of: path) { open($0, flags | O_CLOEXEC, mode) }
        guard number >= 0 else { throw .last }
        self.number = number
    }

    deinit {
        close(number)
    }

    /// The descriptor for as long as this owner lives, which the caller has to see to.
    package var borrowed: BorrowedDescriptor { BorrowedDescriptor(number: number) }

    /// Reads from the current position to the end.
    ///
    /// - Parameter limit: At most so many bytes are read.
    /// - Returns: The bytes.
    /// - Throws: The error of the system.
    package func readAll(limit: Int = .max) throws(SystemError) -> [UInt8] {
        try borrowed.readAll(limit: limit)
    }

    /// Writes all bytes.
    package func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
        try borrowed.write(bytes)
    }

    /// Waits until what was written would survive a crash of the machine.
    package func synchronize() throws(SystemError) {
        try borrowed.synchronize()
    }

    package func seek(to offset: Int) throws(SystemError) {
        try borrowed.seek(to: offset)
    }

    /// Makes the file shorter, or longer with zeros; the position stays.
    package func resize(to count: Int) throws(SystemError) {
        try borrowed.resize(to: count)
    }

    /// Gives the descriptor to another owner.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file of lines that several processes may write to, and that is renamed when it is long.
///
/// Each line is appended under a lock of the file: it is there as a whole or not at all, and one process alone
/// renames the file. If another program has renamed, removed or truncated the file, the next line finds that
/// out. A device or a pipe is only written to.
///
/// Used by one thread at a time.
struct DecisionFile: ~Copyable {
    private let path: String
    private let maximumBytes: Int
    private let keptFiles: Int
    private var file: FileDescriptor
    private var isRegular: Bool
    /// The bytes of limited lines in the current file, of those that this process has written.
    private var limitedBytes = 0
    /// The number of limited lines that the current file does not have.
    private var omittedLines = 0

    /// Limited lines take at most this part of a file, so that they alone never rename it.
    private static let limitedPart = 10

    /// Opens a file, or makes it.
    ///
    /// - Throws: `Errno` if it cannot be written to.
    init(_ settings: ServerSettings.Decisions) throws {
        path = settings.file
        maximumBytes = settings.maximumBytes
        keptFiles = settings.keptFiles
        file = try Self.open(path)
        isRegular = Self.status(of: file)?.isRegular ?? false
    }

    deinit { try? file.close() }

    private static func open(_ path: String) throws -> FileDescriptor {
        // A line that is appended does not depend on where others end.
        try FileDescriptor.open(
            FilePath(path), .writeOnly, options: [.create, .append, .closeOnExec],
            permissions: [.ownerReadWrite, .groupRead])
    }

    /// Appends a line.
    ///
    /// - Parameters:
    ///   - line: The line with its end.
    ///   - isLimited: `true` if lines of its kind take only a part of the file.
    /// - Returns: `false` if the line is left out because there are too many of its kind.
    /// - Throws: The reason that it could not be written. Nothing of it is there then.
    mutating func append(_ line: [UInt8], isLimited: Bool) throws -> Bool {
        guard isRegular else {
            try file.writeAll(line)
            return true
        }
        var length = try lock()
        defer { unlock() }
        if isLimited, limitedBytes + line.count > maximumBytes / Self.limitedPart {
            omittedLines += 1
            return false
        }
        if length > 0, length + line.count > maximumBytes {
            writeOmittedLines(at: length)
            try rename()
            length = try lock()
        }
        try write(line, at: length)
        if isLimited { limitedBytes += line.count }
        return true
    }

    /// Writes what is to be said at the end of the file.
    mutating func end() {
        guard isRegular, omittedLines > 0, let length = try? lock() else { return }
        writeOmittedLines(at: length)
        unlock()
    }

    /// Says how many lines the file does not have.
    private mutating func writeOmittedLines(at length: Int) {
        guard omittedLines > 0 else { return }
        let text = #"{"time":"\#(DecisionLog.now)","omitted":\#(omittedLines)}"# + "\n"
        try? write(Array(text.utf8), at: length)
        omittedLines = 0
    }

    /// Writes bytes at the end of the locked file, all of them or none.
    private func write(_ bytes: [UInt8], at length: Int) throws {
        do {
            try file.writeAll(bytes)
        } catch {
            // Of a line that did not fit, a part may be there.
            ftruncate(file.rawValue, off_t(length))
            throw error
        }
    }

    // MARK: - Locks

    private struct Status {
        let device: dev_t
        let number: ino_t
        let length: Int
        let isRegular: Bool

        init(_ status: stat) {
            device = status.st_dev
            number = status.st_ino
            length = Int(status.st_size)
            isRegular = status.st_mode & S_IFMT == S_IFREG
        }
    }

    private static func status(of file: FileDescriptor) -> Status? {
        var status = stat()
        return fstat(file.rawValue, &status) == 0 ? Status(status) : nil
    }

    private static func status(at path: String) -> Status? {
        var status = stat()
        return stat(path, &status) == 0 ? Status(status) : nil
    }

    /// Locks the file that the path leads to at this moment, which may be another one than before.
    ///
    /// - Returns: Its length.
    private mutating func lock() throws -> Int {
        while true {
            while flock(file.rawValue, LOCK_EX) != 0 {
                guard errno == EINTR else { throw Errno(rawValue: errno) }
            }
            if let own = Self.status(of: file), let named = Self.status(at: path),
                own.device == named.device, own.number == named.number
            {
                return own.length
            }
            try reopen()
        }
    }

    private func unlock() { flock(file.rawValue, LOCK_UN) }

    /// Opens the file anew, which ends the lock of the old one.
    private mutating func reopen() throws {
        let new = try Self.open(path)
        try? file.close()
        file = new
        limitedBytes = 0
        omittedLines = 0
    }

    // MARK: - Renaming

    /// Renames the locked file and opens a new one.
    private mutating func rename() throws {
        // A symbolic link stays, and what it leads to is renamed.
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        // A name takes the place of the next one, so that the oldest file is gone.
        for number in stride(from: keptFiles - 1, through: 1, by: -1) {
            move("\(target).\(number)", to: "\(target).\(number + 1)")
        }
        if keptFiles > 0 { move(target, to: "\(target).1") } else { unlink(target) }
        try reopen()
    }

    private func move(_ old: String, to new: String) {
        #if canImport(Darwin)
        _ = Darwin.rename(old, new)
        #elseif canImport(Musl)
        _ = Musl.rename(old, new)
        #else
        _ = Glibc.rename(old, new)
        #endif
    }
}

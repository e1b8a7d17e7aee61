// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The lines of a file, one after the other: a baseline of a million findings is five times as large as what is kept of it.
final class BaselineLines {
    /// Lines so far.
    private(set) var count = 0
    /// Bytes of the file when it was opened; 0 where it has no size.
    let size: Int

    private let file: FileDescriptor
    /// What has been read and not been given.
    private var bytes: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    private static let pieceSize = 1 << 16
    /// Longer lines are given in pieces, none of which is a line of a baseline.
    private static let longestLine = 1 << 20

    init(_ path: String) throws(SystemError) {
        file = try FileDescriptor(reading: path)
        size = (try? FileStatus(of: file.borrowed).size) ?? 0
    }

    /// The next line without its line feed, and the carriage return before it, valid until the next call; nil after the last.
    func next() throws(SystemError) -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                count += 1
                let isDOS = end > start && bytes[end - 1] == UInt8(ascii: "\r")
                return bytes[start..<(isDOS ? end - 1 : end)]
            }
            guard !isAtEnd, bytes.count - start < Self.longestLine else {
                guard start < bytes.count else { return nil }
                defer { start = bytes.count }
                count += 1
                return bytes[start...]
            }
            searched = bytes.count - start
            try fill()
        }
    }

    private func fill() throws(SystemError) {
        bytes.removeFirst(start)
        start = 0
        let piece = try file.readAll(limit: Self.pieceSize)
        isAtEnd = piece.isEmpty
        bytes += piece
    }
}

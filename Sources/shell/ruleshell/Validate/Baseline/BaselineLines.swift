// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// Reads the lines of a file, one after the other.
///
/// The file is not read at once, because a baseline of a million findings is five times as large as
/// the fingerprints that are kept.
final class BaselineLines {
    /// The number of lines that were returned.
    private(set) var count = 0
    /// The size of the file in bytes when it was opened, or 0 if it has no size.
    let size: Int

    private let file: FileDescriptor
    /// The bytes in memory; the lines from `start` were not returned yet.
    private var bytes: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    private static let pieceSize = 1 << 16
    /// The longest line in bytes; longer ones are returned in pieces, which no baseline has.
    private static let longestLine = 1 << 20

    init(_ path: String) throws(SystemError) {
        file = try FileDescriptor(reading: path)
        size = (try? FileStatus(of: file.borrowed).size) ?? 0
    }

    /// Returns the next line without its line break, or `nil` after the last one.
    ///
    /// The line is valid until the next call.
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

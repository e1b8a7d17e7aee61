// SPDX-License-Identifier: Apache-2.0
import CRecordReader

/// The form of the text of an input: its encoding, the mark at its start, and its line ends.
///
/// Readers see every input as UTF-8 with line feeds. The form leads from there to the bytes of the input.
package struct TextForm: Sendable, Equatable {
    /// The encoding, with its byte order.
    package var encoding = InputEncoding.utf8
    /// `true` if the input begins with a byte order mark.
    package var hasByteOrderMark = false
    /// `true` if carriage returns end lines, which readers see as line feeds.
    package var endsWithReturns = false

    package init() {}

    /// The number of bytes of the longest byte order mark of an encoding other than UTF-8.
    static let longestMark = 2

    /// The form of a text in an encoding other than UTF-8.
    ///
    /// - Parameters:
    ///   - encoding: The encoding, in which the byte order may be open.
    ///   - firstBytes: The first bytes of the input, of which `longestMark` are enough.
    init(_ encoding: InputEncoding, firstBytes: UnsafeRawBufferPointer) {
        self.encoding = encoding
        let isMarkedBig = firstBytes.starts(with: [0xFE, 0xFF])
        if encoding == .utf16 { self.encoding = isMarkedBig ? .utf16BigEndian : .utf16LittleEndian }
        switch self.encoding {
        case .utf8, .latin1, .windows1252: break
        case .utf16, .utf16LittleEndian: hasByteOrderMark = firstBytes.starts(with: [0xFF, 0xFE])
        case .utf16BigEndian: hasByteOrderMark = isMarkedBig
        }
    }

    /// `true` if every text has as many bytes in the input as in UTF-8.
    var keepsLengths: Bool { encoding == .utf8 }

    /// The byte order mark that the input begins with, or nothing.
    package var byteOrderMark: [UInt8] {
        guard hasByteOrderMark else { return [] }
        return switch encoding {
        case .utf8: [0xEF, 0xBB, 0xBF]
        case .utf16, .utf16LittleEndian: [0xFF, 0xFE]
        case .utf16BigEndian: [0xFE, 0xFF]
        case .latin1, .windows1252: []
        }
    }

    /// Returns the number of bytes that a text has in the input.
    ///
    /// - Parameter text: A part of a text in UTF-8, which may begin or end inside a character: a character
    ///   counts where its first byte is.
    /// - Returns: The number of bytes.
    func byteCount(of text: UnsafeBufferPointer<UInt8>) -> Int {
        guard !keepsLengths, let start = text.baseAddress else { return text.count }
        let characters = Int(reader_count_code_points(start, UInt64(text.count)))
        switch encoding {
        case .utf8, .latin1, .windows1252: return characters
        case .utf16, .utf16LittleEndian, .utf16BigEndian:
            // Characters of four bytes in UTF-8 are two units.
            return 2 * (characters + text.count { $0 >= 0xF0 })
        }
    }

    /// Returns a text as it is in the input.
    ///
    /// A character that the encoding does not have becomes `?`: no text of the input has one.
    ///
    /// - Parameter text: Whole characters of UTF-8, with whole line ends.
    /// - Returns: The bytes.
    package func bytes(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = endsWithReturns ? Self.withReturns(text)[...] : text
        guard encoding != .utf8 else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * text.count)
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            append(scalar, to: &bytes)
        }
        return bytes[...]
    }

    /// Returns a text with carriage returns in place of line feeds that none precedes.
    private static func withReturns(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var text = Array(text)
        for index in text.indices where text[index] == .lineFeed {
            if index == 0 || text[index - 1] != .carriageReturn { text[index] = .carriageReturn }
        }
        return text
    }

    private func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch encoding {
        case .utf8:
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        case .latin1: bytes.append(UInt8(exactly: scalar.value) ?? Self.substitute)
        case .windows1252: bytes.append(Windows1252.byte(of: scalar) ?? Self.substitute)
        case .utf16, .utf16LittleEndian, .utf16BigEndian:
            for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                bytes += encoding == .utf16BigEndian ? [high, low] : [low, high]
            }
        }
    }

    private static let substitute = UInt8(ascii: "?")
}

/// The characters of the encoding windows-1252.
enum Windows1252 {
    /// The characters of 0x80 to 0x9F, by the WHATWG's index of windows-1252; what it leaves undefined
    /// is a control character, as in ISO/IEC 8859-1.
    private static let scalars: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039,
        0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]

    /// Returns the character of a byte.
    static func scalar(_ byte: UInt8) -> UInt32 {
        (0x80..<0xA0).contains(byte) ? scalars[Int(byte) - 0x80] : UInt32(byte)
    }

    /// Returns the byte of a character, or `nil` if the encoding does not have it.
    static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        if let byte = UInt8(exactly: scalar.value), !(0x80..<0xA0).contains(byte) { return byte }
        return scalars.firstIndex(of: scalar.value).map { UInt8($0 + 0x80) }
    }
}

/// Finds where the bytes of a chunk are in the file.
final class FileOffsets {
    private static let blockSize = 4096

    private let chunk: InputChunk
    /// The bytes of the file that the blocks of the chunk before each block have; made when it is first needed.
    @exclusivity(unchecked) private var known: [Int]?

    init(of chunk: InputChunk) {
        self.chunk = chunk
    }

    /// Begins anew with what is in the chunk now.
    func forget() {
        if known != nil { known = nil }
    }

    /// Returns the offset in the file of a byte of the chunk, or of one after it.
    @inline(__always)
    func fileOffset(of offset: Int) -> Int {
        let start = chunk.byteOffset + chunk.fileShift
        return start + (chunk.form.keepsLengths ? offset : count(before: offset))
    }

    /// Returns the offset in the chunk of a byte of the file, which may be outside the chunk.
    func offset(of fileOffset: Int) -> Int {
        let wanted = fileOffset - chunk.byteOffset - chunk.fileShift
        guard !chunk.form.keepsLengths, wanted > 0 else { return wanted }
        let counts = counts
        // The last block that does not begin after the byte.
        var (low, high) = (0, counts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if counts[middle] > wanted { high = middle } else { low = middle }
        }
        var offset = low * Self.blockSize
        var count = counts[low]
        while count < wanted, offset < chunk.length {
            var next = offset + 1
            while next < chunk.length, chunk.bytes[next] & 0xC0 == 0x80 { next += 1 }
            count += byteCount(offset..<next)
            offset = next
        }
        return offset + max(0, wanted - count)
    }

    private func count(before offset: Int) -> Int {
        let end = min(max(0, offset), chunk.length)
        let block = min(end / Self.blockSize, counts.count - 1)
        return counts[block] + byteCount(block * Self.blockSize..<end) + offset - end
    }

    private var counts: [Int] {
        if let known { return known }
        var counts = [0]
        for start in stride(from: 0, to: chunk.length, by: Self.blockSize) {
            let end = min(start + Self.blockSize, chunk.length)
            counts.append(counts[counts.count - 1] + byteCount(start..<end))
        }
        known = counts
        return counts
    }

    private func byteCount(_ range: Range<Int>) -> Int {
        chunk.form.byteCount(of: UnsafeBufferPointer(rebasing: chunk.contents[range]))
    }
}

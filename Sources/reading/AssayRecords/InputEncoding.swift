// SPDX-License-Identifier: Apache-2.0

/// The encoding of the text of an input.
package enum InputEncoding: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    /// UTF-16 with the byte order of its byte order mark, or little-endian without one.
    case utf16 = "utf-16"
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
    /// ISO/IEC 8859-1.
    case latin1 = "latin-1"
    /// Latin-1 with the letters and signs of Windows in 0x80 to 0x9F.
    case windows1252 = "windows-1252"

    /// The encoding with a name, as this or another tool writes it: `UTF-8`, `utf16`, `ISO-8859-1`.
    package init?(named name: String) {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        switch plain {
        case "ascii", "usascii", "utf8bom": self = .utf8
        case "iso88591", "l1": self = .latin1
        case "cp1252", "ansi": self = .windows1252
        default:
            let known = Self.allCases.first { encoding in
                encoding.rawValue.filter { $0 != "-" } == plain
            }
            guard let known else { return nil }
            self = known
        }
    }
}

/// Reads an input in another encoding as UTF-8.
final class TranscodingReader: ByteReader {
    private let source: any ByteReader
    private let name: String
    /// The encoding as it was named.
    private let encoding: InputEncoding
    private var decoder: TextDecoder
    private let buffer: UnsafeMutableRawBufferPointer
    /// UTF-8 that is not read yet.
    private var text: ArraySlice<UInt8> = []
    /// The first bytes after a byte order mark, which are not decoded yet.
    private var first: [UInt8] = []
    /// The form of the text, with the byte order that its first bytes tell.
    private(set) var form = TextForm()

    /// Reads the first bytes, which tell the byte order.
    init(
        _ source: any ByteReader, encoding: InputEncoding, name: String
    ) throws(InputError) {
        self.source = source
        self.name = name
        buffer = .allocate(byteCount: 64 << 10, alignment: 16)
        self.encoding = encoding
        decoder = TextDecoder(TextForm())
        var count = 0
        while count < TextForm.longestMark {
            let got = try source.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            if got == 0 { break }
            count += got
        }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        form = TextForm(encoding, firstBytes: bytes)
        decoder = TextDecoder(form)
        first = Array(bytes.dropFirst(form.byteOrderMark.count))
    }

    deinit {
        buffer.deallocate()
    }

    func read(into output: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        while text.isEmpty {
            let isFirst = !first.isEmpty
            let got = isFirst ? first.count : try source.read(into: buffer)
            do throws(EncodingMistake) {
                guard got > 0 else {
                    try decoder.end()
                    return 0
                }
                if isFirst { buffer.copyBytes(from: first) }
                first = []
                text = try decoder.decode(UnsafeRawBufferPointer(rebasing: buffer[..<got]))[...]
            } catch {
                throw InputError(
                    .badEncoding(
                        name: name, encoding: encoding.rawValue,
                        reason: "\(error.words) at byte \(error.offset)"))
            }
        }
        let count = min(text.count, output.count)
        output.copyBytes(from: text.prefix(count))
        text.removeFirst(count)
        return count
    }
}

/// Bytes that are no text of the encoding.
private struct EncodingMistake: Error {
    let words: String
    /// The offset from the start of the input, in bytes.
    let offset: Int
}

/// Turns bytes into UTF-8, piece by piece.
private struct TextDecoder {
    let encoding: InputEncoding
    private let isBigEndian: Bool
    /// The first byte of a code unit whose second one is in the next piece.
    private var halfUnit: UInt8?
    /// A high surrogate whose low one is in the next piece.
    private var high: UInt16?
    private var offset: Int

    /// A decoder of what follows a byte order mark.
    init(_ form: TextForm) {
        encoding = form.encoding
        isBigEndian = form.encoding == .utf16BigEndian
        offset = form.byteOrderMark.count
    }

    mutating func decode(
        _ bytes: UnsafeRawBufferPointer
    ) throws(EncodingMistake) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 2)
        switch encoding {
        case .utf8: text.append(contentsOf: bytes)
        case .latin1: for byte in bytes { Self.append(UInt32(byte), to: &text) }
        case .windows1252:
            for byte in bytes { Self.append(Windows1252.scalar(byte), to: &text) }
        case .utf16, .utf16LittleEndian, .utf16BigEndian: try decodeUnits(bytes, to: &text)
        }
        offset += bytes.count
        return text
    }

    /// - Throws: That the input ends in the middle of a character.
    func end() throws(EncodingMistake) {
        if halfUnit != nil {
            throw EncodingMistake(words: "an incomplete character", offset: offset - 1)
        }
        if high != nil {
            throw EncodingMistake(words: "an incomplete character", offset: offset - 2)
        }
    }

    private mutating func decodeUnits(
        _ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]
    ) throws(EncodingMistake) {
        for (index, byte) in bytes.enumerated() {
            guard let first = halfUnit else {
                halfUnit = byte
                continue
            }
            halfUnit = nil
            let big = UInt16(first) << 8 | UInt16(byte)
            try take(isBigEndian ? big : big.byteSwapped, endingAt: offset + index + 1, to: &text)
        }
    }

    private mutating func take(
        _ unit: UInt16, endingAt end: Int, to text: inout [UInt8]
    ) throws(EncodingMistake) {
        let isLow = UTF16.isTrailSurrogate(unit)
        if let high {
            guard isLow else {
                throw EncodingMistake(words: "an unpaired surrogate", offset: end - 4)
            }
            self.high = nil
            let scalar = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
            Self.append(scalar, to: &text)
        } else if UTF16.isLeadSurrogate(unit) {
            high = unit
        } else if isLow {
            throw EncodingMistake(words: "an unpaired surrogate", offset: end - 2)
        } else {
            Self.append(UInt32(unit), to: &text)
        }
    }

    private static func append(_ value: UInt32, to text: inout [UInt8]) {
        if value < 0x80 {
            text.append(UInt8(truncatingIfNeeded: value))
        } else if let scalar = Unicode.Scalar(value) {
            text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }
}

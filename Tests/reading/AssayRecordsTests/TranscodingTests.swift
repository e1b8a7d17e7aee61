// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayRecords
import Testing

@testable import AssayRecords

/// Inputs in other encodings.
@Suite struct TranscodingTests {
    /// Delivers bytes in pieces of a size.
    private final class Pieces: ByteReader {
        private var rest: ArraySlice<UInt8>
        private let size: Int

        init(_ bytes: [UInt8], size: Int) {
            rest = bytes[...]
            self.size = size
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
            let count = min(size, buffer.count, rest.count)
            buffer.copyBytes(from: rest.prefix(count))
            rest.removeFirst(count)
            return count
        }
    }

    private func text(
        _ bytes: [UInt8], as encoding: InputEncoding, pieces: Int, output: Int
    ) throws(InputError) -> String {
        let reader = try TranscodingReader(
            Pieces(bytes, size: pieces), encoding: encoding, name: "x.csv")
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: output, alignment: 1)
        defer { buffer.deallocate() }
        var result: [UInt8] = []
        while true {
            let count = try reader.read(into: buffer)
            if count == 0 { return String(decoding: result, as: UTF8.self) }
            result += buffer[..<count]
        }
    }

    private static let words = "Käse, \u{1F600}€ \u{0}\u{FFFF}ß\u{10FFFF}x"

    private static func units(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? bytes : bytes.reversed()
        }
    }

    @Test(arguments: [1, 2, 3, 5, 1 << 16], [1, 7, 1 << 16])
    func everyPieceGivesTheSameText(pieces: Int, output: Int) throws {
        for isBigEndian in [false, true] {
            let bytes = Self.units(Self.words, isBigEndian: isBigEndian)
            let encoding = isBigEndian ? InputEncoding.utf16BigEndian : .utf16LittleEndian
            #expect(try text(bytes, as: encoding, pieces: pieces, output: output) == Self.words)
            let marked = Self.units("\u{FEFF}" + Self.words, isBigEndian: isBigEndian)
            #expect(try text(marked, as: .utf16, pieces: pieces, output: output) == Self.words)
            #expect(try text(marked, as: encoding, pieces: pieces, output: output) == Self.words)
        }
    }

    @Test func utf16WithoutAMarkIsLittleEndian() throws {
        #expect(
            try text(Self.units("a€", isBigEndian: false), as: .utf16, pieces: 3, output: 9) == "a€"
        )
    }

    @Test func everyByteOfALetterSetIsACharacter() throws {
        let bytes = (0...255).map(UInt8.init)
        let latin = try text(bytes, as: .latin1, pieces: 7, output: 64)
        #expect(latin.unicodeScalars.map(\.value) == (0...255).map(UInt32.init))
        let windows = try text(bytes, as: .windows1252, pieces: 7, output: 64)
        #expect(windows.unicodeScalars.count == 256)
        let scalars = Array(windows.unicodeScalars)
        #expect(String(String.UnicodeScalarView(scalars[0x80...0x85])) == "€\u{81}‚ƒ„…")
        #expect(scalars[0x9F].value == 0x178)
        #expect(scalars[0xE4] == "ä")
    }

    /// What was decoded is encoded again as it was.
    @Test(arguments: InputEncoding.allCases.filter { $0 != .utf8 })
    func textsComeBackAsTheyWere(encoding: InputEncoding) throws {
        let isOfUnits = encoding.rawValue.hasPrefix("utf-16")
        let isBigEndian = encoding == .utf16BigEndian
        for mark in isOfUnits ? ["", "\u{FEFF}"] : [""] {
            let bytes =
                isOfUnits
                ? Self.units(mark + Self.words, isBigEndian: isBigEndian)
                : (0...255).map(UInt8.init)
            let form = bytes.withUnsafeBytes { TextForm(encoding, firstBytes: $0) }
            let text = try text(bytes, as: encoding, pieces: 7, output: 64)
            #expect(form.byteOrderMark + form.bytes(of: Array(text.utf8)[...]) == bytes)
            let count = Array(text.utf8).withUnsafeBufferPointer { form.byteCount(of: $0) }
            #expect(form.byteOrderMark.count + count == bytes.count)
        }
    }

    @Test func charactersThatAnEncodingLacksAreQuestionMarks() {
        var form = TextForm()
        for (encoding, expected) in [
            (InputEncoding.latin1, "a??\u{E9}"), (.windows1252, "a?\u{80}\u{E9}"),
        ] {
            form.encoding = encoding
            let bytes = form.bytes(of: Array("aЖ€é".utf8)[...])
            #expect(bytes.elementsEqual(expected.unicodeScalars.map { UInt8($0.value) }))
        }
    }

    @Test func lineFeedsAreReturnsWhereReturnsEndLines() {
        var form = TextForm()
        form.endsWithReturns = true
        #expect(form.bytes(of: Array("a\nb\r\n\n".utf8)[...]).elementsEqual("a\rb\r\n\r".utf8))
    }

    @Test(arguments: [
        ([0x61], "an incomplete character at byte 0"),
        ([0x61, 0, 0x3D], "an incomplete character at byte 2"),
        ([0x61, 0, 0x3D, 0xD8], "an incomplete character at byte 2"),
        ([0x00, 0xDE], "an unpaired surrogate at byte 0"),
        ([0x3D, 0xD8, 0x61, 0], "an unpaired surrogate at byte 0"),
        ([0x61, 0, 0x3D, 0xD8, 0x3D, 0xD8, 0, 0xDE], "an unpaired surrogate at byte 2"),
    ])
    func whatIsNoTextIsAnError(bytes: [UInt8], words: String) {
        for pieces in [1, 2, 3, 100] {
            let error = #expect(throws: InputError.self) {
                _ = try text(bytes, as: .utf16LittleEndian, pieces: pieces, output: 100)
            }
            #expect(error?.description == "cannot read 'x.csv' as utf-16le: \(words)")
        }
    }
}

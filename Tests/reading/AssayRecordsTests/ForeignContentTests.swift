// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
import Testing

@testable import AssayRecords

/// Inputs that are neither JSON nor CSV are rejected by what they are.
@Suite struct ForeignContentTests {
    private func content(_ bytes: [UInt8], format: InputFormat? = nil) -> ForeignContent? {
        ForeignContent(firstBytes: bytes, format: format)
    }

    private static let binary: [([UInt8], ForeignContent)] = [
        ([0xFF, 0xFE, 0x61, 0], .utf16), ([0xFE, 0xFF, 0, 0x61], .utf16),
        ([0xFF, 0xFE, 0, 0], .utf32), ([0, 0, 0xFE, 0xFF], .utf32),
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], .oldWorkbook),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .xz), ([0x04, 0x22, 0x4D, 0x18], .lz4),
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .sevenZip),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .image),
        ([0xFF, 0xD8, 0xFF, 0xE0], .image), ([0xFF, 0xFF, 0xFF, 0xFF, 8, 1, 0, 0], .arrowStream),
    ]

    private static let texts: [(String, ForeignContent)] = [
        ("e\0m\0a\0i\0l\0", .utf16), ("\0e\0m\0a\0i\0l", .utf16),
        ("PK\u{3}\u{4}data.csv", .zip), ("PK\u{5}\u{6}", .zip),
        ("PK\u{3}\u{4}\u{14}\0[Content_Types].xml", .workbook), ("PAR1\u{15}\u{4}", .parquet),
        ("ARROW1\0\0", .arrowFile), ("FEA1\0\0", .feather), ("Obj\u{1}", .avro), ("ORC\u{3}", .orc),
        ("SQLite format 3\0", .sqlite), ("BZh91AY\u{1}", .bzip2), ("%PDF-1.7\n", .pdf),
        ("<?xml version=\"1.0\"?>", .xml), ("\u{FEFF}<?xml version=\"1.0\"?>", .xml),
        (" \n<!DOCTYPE html>", .html), ("<HTML>", .html),
    ]

    /// A header of a file in a tar archive.
    private static let archive: [UInt8] =
        Array("data.csv".utf8) + [UInt8](repeating: 0, count: 249) + Array("ustar\0".utf8)

    /// Text without ASCII but its line breaks, in UTF-16 without a byte order mark.
    @Test(arguments: [false, true])
    func linesOfUTF16AreKnown(isBigEndian: Bool) {
        let bytes = "名前\r\n漢字\r\n".utf16.flatMap { unit in
            let parts = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBigEndian ? parts.reversed() : parts
        }
        #expect(content(bytes) == .utf16)
        #expect(content(bytes, format: .csv) == .utf16)
        #expect(content(Array("名前\r\n漢字\r\n".utf8)) == nil)
    }

    /// A line feed before a zero among bytes that are no text, and another one where the first bytes have been read.
    @Test(arguments: [1, 7, 64, 4095, 1 << 16])
    func whatAnInputIsDoesNotDependOnHowMuchIsReadAtATime(chunkBytes: Int) throws {
        let notUTF16 =
            [0x94, 0x75, 0x0A, 0] + [UInt8](repeating: UInt8(ascii: "a"), count: 70) + [0x0A]
        #expect(try Self.recordCount(of: notUTF16, chunkBytes: chunkBytes) == 2)
        let utf16 = "名前\r\n漢字\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(throws: InputError(.foreign(name: "test", .utf16))) {
            try Self.recordCount(of: utf16, chunkBytes: chunkBytes)
        }
    }

    /// A header without any field, which is no UTF-8, with a zero after it and another line feed later.
    @Test(arguments: [1, 5, 7, 64, 1 << 16])
    func whatAHeaderIsNotDoesNotDependOnIt(chunkBytes: Int) {
        let bytes =
            Array("OD9a,".utf8) + [0xFF] + Array(",,zz-b\n".utf8) + [0, 0, 0, 0]
            + Array(",,,,,4\n".utf8)
        func error(_ chunkBytes: Int) -> InputError? {
            do {
                _ = try Self.recordCount(of: bytes, as: .csv, chunkBytes: chunkBytes)
                return nil
            } catch {
                return error as? InputError
            }
        }
        #expect(error(1 << 20) != nil)
        #expect(error(chunkBytes) == error(1 << 20))
    }

    /// A header is looked at when all of its pieces are there.
    @Test func aHeaderInPiecesIsKnown() throws {
        var left = Array("<html lang=en>\n<p>\n".utf8)[...]
        let source = ByteSource(name: "test") { buffer in
            let count = min(3, left.count, buffer.count)
            buffer.copyBytes(from: left.prefix(count))
            left.removeFirst(count)
            return count
        }
        var options = ReaderOptions()
        options.format = .csv
        let plan = try ValidationPlan(RuleSet(Field("a")), registry: RuleRegistry())
        #expect(throws: InputError(.foreign(name: "test", .html))) {
            _ = try ChunkReader(source, options: options, plan: plan)
        }
    }

    private static func recordCount(
        of bytes: [UInt8], as format: InputFormat = .ndjson, chunkBytes: Int
    ) throws -> Int {
        var options = ReaderOptions()
        options.format = format
        options.chunkBytes = chunkBytes
        let plan = try ValidationPlan(RuleSet(Field("a")), registry: RuleRegistry())
        return try bytes.withUnsafeBytes { bytes in
            let source = ByteSource(borrowing: bytes, name: "test")
            let reader = try ChunkReader(source, options: options, plan: plan)
            let parser = try RecordParser(plan, options: options)
            let chunk = reader.makeChunk()
            var count = 0
            while try reader.next(chunk) { count += try parser.parse(chunk).batch.count }
            return count
        }
    }

    @Test func anArchiveIsKnownByItsFirstHeader() {
        #expect(content(Self.archive) == .tar)
        #expect(content(Self.archive, format: .csv) == .tar)
        #expect(
            content(Array(String(repeating: "x", count: 257).utf8) + Array("ustar,".utf8)) == nil)
    }

    @Test(arguments: binary + texts.map { (Array($0.utf8), $1) })
    func isKnownWhateverTheFormatIsSaidToBe(bytes: [UInt8], expected: ForeignContent) {
        #expect(content(bytes) == expected)
        #expect(content(bytes, format: .csv) == expected)
        #expect(content(bytes, format: .ndjson) == expected)
    }

    @Test(arguments: [
        ("---\nemail: a\n", ForeignContent.yaml), ("%YAML 1.2\n", .yaml),
        ("# x\nemail: a\n", .yaml),
        ("fields:\n  a: 1\n", .yaml), ("- email: a\n  b: 1\n", .yaml), ("<orders>", .xml),
        ("<!-- x -->", .xml),
    ])
    func isGuessedWhereNoFormatIsNamed(text: String, expected: ForeignContent) {
        #expect(content(Array(text.utf8)) == expected)
        #expect(content(Array(text.utf8), format: .csv) == nil)
    }

    @Test(arguments: [
        "", "\n", "email,balance\n", "{\"a\": 1}", "[1]", "PARTS,count\n", "ORC,b\n", "BZh,a\n",
        "PAR1,a\n", "Obj,b\n", "a:b,c\n", "time 10:00,x\n", "\"---\",x\n", "<,>\n", "-\n", ": x\n",
        "- a,b\n", "GIF87,a\n",
        "\0\0\0\0\0\0\0\0\0\0", "a\0b", "é,ü\n", "<\n",
    ])
    func isNothingForTextThatMayBeRecords(text: String) {
        #expect(content(Array(text.utf8)) == nil)
    }

    /// Archives are written in many orders: where their beginning says little, the name says more.
    @Test(arguments: [
        ("a.xlsx", "", ForeignContent.workbook), ("a.XLSM", "", .workbook),
        ("a.ods", "", .openDocument),
        ("a", "mimetypeapplication/vnd.oasis.opendocument.spreadsheet", .openDocument),
        ("a.zip", "xlsx", .zip), ("-", "", .zip), ("a.docx", "", .zip),
    ])
    func archiveIsWhatItsNameSays(name: String, names: String, expected: ForeignContent) {
        let bytes = Array("PK\u{3}\u{4}\u{14}\0\(names)".utf8)
        #expect(ForeignContent(firstBytes: bytes, format: nil, name: name) == expected)
    }

    @Test(arguments: ForeignContent.allCases)
    func saysWhatToDo(content: ForeignContent) {
        #expect(!content.remedy.isEmpty)
        #expect(!content.remedy.hasSuffix("."))
    }
}

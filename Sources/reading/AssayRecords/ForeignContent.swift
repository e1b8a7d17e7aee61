// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The content of an input that is not of a format that is read, as far as its first bytes tell.
package enum ForeignContent: String, Sendable, CaseIterable {
    case utf16 = "text in UTF-16"
    case utf32 = "text in UTF-32"
    case xml = "XML"
    case html = "HTML"
    case yaml = "YAML"
    case zip = "a zip archive"
    case tar = "a tar archive"
    case workbook = "an Excel workbook"
    case openDocument = "an OpenDocument spreadsheet"
    case oldWorkbook = "an old Office document"
    case parquet = "Parquet"
    /// Arrow, where something else is expected.
    case arrowFile = "an Arrow file"
    case arrowStream = "an Arrow stream"
    case feather = "a file of Feather V1"
    case avro = "Avro"
    case orc = "ORC"
    case sqlite = "an SQLite database"
    case xz = "compressed with xz"
    case bzip2 = "compressed with bzip2"
    case lz4 = "compressed with LZ4"
    case sevenZip = "a 7-Zip archive"
    case pdf = "a PDF document"
    case image = "an image"

    /// The number of first bytes that tell what an input is.
    static let headCount = 4096

    private static let signatures: [(ForeignContent, [UInt8])] = [
        (.utf32, [0xFF, 0xFE, 0, 0]), (.utf32, [0, 0, 0xFE, 0xFF]),
        (.utf16, [0xFF, 0xFE]), (.utf16, [0xFE, 0xFF]),
        (.zip, Array("PK\u{3}\u{4}".utf8)), (.zip, Array("PK\u{5}\u{6}".utf8)),
        (.oldWorkbook, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
        (.parquet, Array("PAR1".utf8)), (.arrowFile, Array("ARROW1".utf8)),
        (.arrowStream, ArrowForm.messageMark), (.feather, Array("FEA1".utf8)),
        (.avro, Array("Obj\u{1}".utf8)), (.orc, Array("ORC".utf8)),
        (.sqlite, Array("SQLite format 3\0".utf8)),
        (.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]), (.bzip2, Array("BZh".utf8)),
        (.lz4, [0x04, 0x22, 0x4D, 0x18]), (.sevenZip, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
        (.pdf, Array("%PDF-".utf8)), (.image, [0x89] + Array("PNG\r\n".utf8)),
        (.image, [0xFF, 0xD8, 0xFF]), (.image, Array("GIF8".utf8)),
    ]

    /// - Parameters:
    ///   - bytes: The first bytes of the input, unpacked, with a byte order mark if it has one.
    ///   - format: What the input is said to be; nil if nothing is said.
    ///   - name: The name of the file, which says more where the bytes say little.
    init?(firstBytes bytes: [UInt8], format: InputFormat?, name: String = "") {
        if let found = Self.signatures.first(where: { Self.fits($0, $1, bytes) }) {
            if format == .arrow, found.0 == .arrowFile || found.0 == .arrowStream { return nil }
            self = found.0 == .zip ? Self.kindOfArchive(bytes, name: name) : found.0
        } else if format == .arrow {
            // Its bytes can be anything.
            return nil
        } else if bytes.dropFirst(257).starts(with: Array("ustar".utf8)), bytes.contains(0) {
            self = .tar
        } else if Self.alternatesWithZero(bytes) || Self.hasLineBreaksOfUTF16(bytes) {
            self = .utf16
        } else if let kind = Self.kindOfMarkup(bytes, isGuess: format == nil) {
            self = kind
        } else if format == nil, Self.isYAML(bytes) {
            self = .yaml
        } else {
            return nil
        }
    }

    /// A signature of letters alone may as well begin a header: there, a byte that no text has must
    /// follow.
    private static func fits(
        _ kind: ForeignContent, _ signature: [UInt8], _ bytes: [UInt8]
    ) -> Bool {
        guard bytes.starts(with: signature) else { return false }
        let isText = signature.allSatisfy { (0x20..<0x7F).contains($0) }
        return !isText || kind == .pdf || bytes.prefix(512).contains { $0 < 0x09 }
    }

    /// The names of its files are between the headers of a workbook's archive.
    private static func kindOfArchive(_ bytes: [UInt8], name: String) -> ForeignContent {
        let text = String(decoding: bytes.prefix(headCount), as: Unicode.ASCII.self)
        let contains = { (part: String) in text.contains(bytesOf: part) }
        let ending = name.split(separator: ".").last?.lowercased() ?? ""
        if ending == "ods" || contains("opendocument.spreadsheet") { return .openDocument }
        return contains("[Content_Types].xml") || contains("xl/") || ending.hasPrefix("xls")
            ? .workbook : .zip
    }

    /// ASCII in UTF-16 without a byte order mark.
    private static func alternatesWithZero(_ bytes: [UInt8]) -> Bool {
        let head = bytes.prefix(64)
        guard head.count >= 8 else { return false }
        let even = head.enumerated().count { $0.offset % 2 == 0 && $0.element == 0 }
        let odd = head.enumerated().count { $0.offset % 2 == 1 && $0.element == 0 }
        let half = head.count / 2
        return even == 0 && odd >= half - 1 || odd == 0 && even >= half - 1
    }

    /// Line feeds of two bytes are what text in UTF-16 has of ASCII, whatever its letters are.
    ///
    /// These may by chance be UTF-8: then one line feed before a zero does not tell.
    private static func hasLineBreaksOfUTF16(_ bytes: [UInt8]) -> Bool {
        let head = bytes.prefix(headCount)
        guard head.contains(0) else { return false }
        let wide = stride(from: 0, to: head.count - 1, by: 2).count { index in
            (head[index], head[index + 1]) == (0x0A, 0)
                || (head[index], head[index + 1]) == (0, 0x0A)
        }
        let all = head.count { $0 == 0x0A }
        return all < 2 * wide && (wide > 1 || wide == 1 && !isUTF8(head))
    }

    /// Up to a character that the end may cut.
    private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        (0...min(3, bytes.count)).contains {
            String(validating: bytes.dropLast($0), as: UTF8.self) != nil
        }
    }

    /// A header may begin with `<` and a letter where the input is said to be CSV.
    private static func kindOfMarkup(_ bytes: [UInt8], isGuess: Bool) -> ForeignContent? {
        let start = bytes.drop { $0 == 0x20 || (0x09...0x0D).contains($0) || $0 >= 0xBB }
        guard start.first == UInt8(ascii: "<") else { return nil }
        let text = String(decoding: start.prefix(64), as: UTF8.self).lowercased()
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { return .html }
        let second = text.dropFirst().first
        let isTag =
            text.hasPrefix("<?xml") || isGuess && second.map { $0.isLetter || $0 == "!" } ?? false
        return isTag ? .xml : nil
    }

    /// `---`, a directive, or a mapping, of a list or not, in its first line that is no comment.
    private static func isYAML(_ bytes: [UInt8]) -> Bool {
        let lines = bytes.prefix(headCount).split(separator: 0x0A).lazy.map {
            String(decoding: $0, as: UTF8.self)
        }
        guard let line = lines.first(where: { !$0.hasPrefix("#") }) else { return false }
        if line.hasPrefix("---") || line.hasPrefix("%YAML") { return true }
        return beginsWithKey(line.hasPrefix("- ") ? line.dropFirst(2) : line[...])
    }

    private static func beginsWithKey(_ line: Substring) -> Bool {
        let key = line.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        let rest = line[key.endIndex...]
        return !key.isEmpty && (rest == ":" || rest == ":\r" || rest.hasPrefix(": "))
    }

    /// An instruction that says what to do about the content.
    package var remedy: String {
        switch self {
        case .utf16: "read it with --encoding utf-16"
        case .utf32: "convert it to UTF-8, with iconv for example"
        case .xml, .html, .yaml, .pdf, .image: "convert its records to JSON or CSV"
        case .zip, .tar, .sevenZip: "unpack it first"
        case .workbook, .openDocument, .oldWorkbook: "save its sheet as CSV (UTF-8)"
        case .parquet, .orc:
            "convert it to Arrow with pyarrow or DuckDB, or its records to NDJSON or CSV"
        case .avro, .sqlite: "export its records as NDJSON or CSV"
        case .arrowFile, .arrowStream: "read it with --input-format arrow"
        case .feather: "write it as Feather V2, which is an Arrow file"
        case .xz, .bzip2, .lz4:
            "unpack it first: only gzip and Zstandard are read without unpacking"
        }
    }

    /// The end of a sentence about it, such as `is XML`.
    package var predicate: String { "is \(rawValue)" }
}

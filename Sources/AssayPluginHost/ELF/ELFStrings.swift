// SPDX-License-Identifier: Apache-2.0

/// The string table of the dynamic section: texts that end with NUL, found by where they begin.
struct ELFStrings {
    private let reader: ByteReader
    /// The place of the table in the file.
    private let range: Range<UInt64>

    /// - Parameters:
    ///   - file: The library.
    ///   - address: As the dynamic section says, any.
    ///   - size: The same.
    /// - Throws: An error of stage format.
    init(_ file: ELFFile, address: UInt64?, size: UInt64?) throws(StageError) {
        guard let address, let size, let start = file.offset(ofAddress: address, size: size) else {
            throw StageError(elf: "no string table in the image", expected: "DT_STRTAB")
        }
        guard size > 0, file.reader.load(at: start + size - 1, as: UInt8.self) == 0 else {
            throw StageError(elf: "a string table without an end", expected: "a NUL at its end")
        }
        reader = file.reader
        range = start..<(start + size)
    }

    /// Whether a text begins there; it ends with the table at the latest.
    func hasText(at offset: UInt64) -> Bool {
        offset < range.upperBound - range.lowerBound
    }

    /// The text that begins there.
    func text(at offset: UInt64) -> String? {
        guard hasText(at: offset) else { return nil }
        return reader.text(at: range.lowerBound + offset, before: range.upperBound)
    }

    /// Whether the text that begins there is this one; no longer one is read.
    func text(at offset: UInt64, is name: String) -> Bool {
        guard hasText(at: offset) else { return false }
        let bytes = reader.bytes[Int(range.lowerBound + offset)..<Int(range.upperBound)]
        return bytes.starts(with: Array(name.utf8) + [0])
    }
}

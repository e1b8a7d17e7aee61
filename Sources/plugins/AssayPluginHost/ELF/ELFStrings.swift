// SPDX-License-Identifier: Apache-2.0

/// The string table of the dynamic section: texts that end with NUL, found by their offsets.
struct ELFStrings {
    private let reader: ByteReader
    /// The place of the table in the file.
    private let range: Range<UInt64>

    /// - Parameters:
    ///   - file: The library.
    ///   - address: The address in the dynamic section, which may be wrong.
    ///   - size: The size in the dynamic section, which may be wrong.
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

    /// Returns `true` if a text begins at an offset; it ends with the table at the latest.
    func hasText(at offset: UInt64) -> Bool {
        offset < range.upperBound - range.lowerBound
    }

    /// Returns the text that begins at an offset.
    func text(at offset: UInt64) -> String? {
        guard hasText(at: offset) else { return nil }
        return reader.text(at: range.lowerBound + offset, before: range.upperBound)
    }

    /// Returns `true` if the text that begins at an offset is `name`; longer texts are not read to
    /// their end.
    func text(at offset: UInt64, is name: String) -> Bool {
        guard hasText(at: offset) else { return false }
        let bytes = reader.bytes[Int(range.lowerBound + offset)..<Int(range.upperBound)]
        return bytes.starts(with: Array(name.utf8) + [0])
    }
}

// SPDX-License-Identifier: Apache-2.0

/// One note of a file.
struct ELFNote {
    /// The offset of the note in the file.
    let start: UInt64
    let name: String
    let type: UInt32
    /// The range of its contents in the file.
    let contents: Range<UInt64>

    static let headerSize: UInt64 = 12
}

extension ELFFile {
    /// The notes of a section or segment, as far as they can be read.
    ///
    /// - Parameters:
    ///   - start: The offset of the first note.
    ///   - size: The size of all notes, in bytes.
    ///   - alignment: The alignment of the section or segment. Notes are aligned to 8 bytes if it
    ///     is 8, and to 4 bytes otherwise.
    /// - Returns: The notes, and the number of bytes after them that are no note.
    func notes(
        at start: UInt64, size: UInt64, alignment: UInt64
    ) -> (notes: [ELFNote], rest: UInt64) {
        guard reader.contains(start, size: size) else { return ([], size) }
        let unit: UInt64 = alignment == 8 ? 8 : 4
        let end = start + size
        var notes: [ELFNote] = []
        var position = start
        while position < end, let note = note(at: position, before: end, unit: unit) {
            notes.append(note)
            // The last one may end without its padding.
            position = min(end, start + (note.contents.upperBound - start).rounded(upTo: unit))
        }
        return (notes, end - position)
    }

    private func note(at start: UInt64, before end: UInt64, unit: UInt64) -> ELFNote? {
        guard end - start >= ELFNote.headerSize, let nameSize: UInt32 = reader.load(at: start),
            let size: UInt32 = reader.load(at: start + 4),
            let type: UInt32 = reader.load(at: start + 8)
        else { return nil }
        let nameEnd = ELFNote.headerSize + UInt64(nameSize)
        let contents = start + nameEnd.rounded(upTo: unit)
        guard contents <= end, UInt64(size) <= end - contents else { return nil }
        let name = reader.bytes((start + ELFNote.headerSize)..<(start + nameEnd))
        return ELFNote(
            start: start, name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self),
            type: type, contents: contents..<(contents + UInt64(size)))
    }

    /// The linker's digest of the library (`.note.gnu.build-id`) in hexadecimal, if there is one.
    var buildID: String? {
        let segments = segments.filter { $0.type == ELFSegment.notes }
        let notes = segments.flatMap {
            self.notes(at: $0.offset, size: $0.fileSize, alignment: $0.alignment).notes
        }
        guard let note = notes.first(where: { $0.name == "GNU" && $0.type == 3 }) else {
            return nil
        }
        return reader.bytes(note.contents).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

extension UInt64 {
    /// The next multiple of a small number; the number itself is far from the largest.
    func rounded(upTo unit: UInt64) -> UInt64 { (self + unit - 1) / unit * unit }
}

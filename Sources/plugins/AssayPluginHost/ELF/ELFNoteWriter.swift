// SPDX-License-Identifier: Apache-2.0

/// Adds the section `.note.assay` to a library, or replaces it.
///
/// The note, the names of the sections and the section headers are written after everything else; the
/// image that is loaded stays as it is. Earlier copies of these three are dropped, so that the same
/// manifest always gives the same file. The library can be one for any machine.
struct ELFNoteWriter {
    private let file: ForeignELF
    private var headers: [[UInt8]]
    private var names: [UInt8]
    private var namesIndex: Int
    private var noteIndex: Int
    /// The parts of the old file that are not kept.
    private var replaced: [Range<UInt64>]

    /// - Parameter file: The library.
    /// - Throws: An error of stage manifest if its sections cannot be rewritten.
    init(_ file: ForeignELF) throws(StageError) {
        self.file = file
        let size = file.layout.sectionSize
        replaced = [file.sectionHeaders]
        headers = stride(
            from: file.sectionHeaders.lowerBound, to: file.sectionHeaders.upperBound,
            by: Int(size)
        ).map { Array(file.bytes(at: $0..<($0 + size))) }
        namesIndex = 0
        noteIndex = 0
        names = [0]
        if headers.isEmpty {
            headers.append([UInt8](repeating: 0, count: Int(size)))
            namesIndex = append(".shstrtab", type: ELFSection.texts)
        } else {
            guard let (index, section) = file.nameSection, !section.isAllocated else {
                throw StageError(
                    manifest: "sections without names", expected: "a section with their names",
                    remedy: "link the plugin with another linker")
            }
            namesIndex = index
            let range = section.part.range
            names = Array(file.bytes(at: range))
            replaced.append(range)
        }
        noteIndex = try oldNote() ?? append(ManifestNote.section, type: ELFSection.notes)
        guard headers.count < 0xFF00 else {
            throw StageError(
                manifest: "\(headers.count - 1) sections", expected: "less than \(0xFF00 - 1)",
                remedy: "strip the plugin")
        }
    }

    /// The section that a manifest has already.
    private mutating func oldNote() throws(StageError) -> Int? {
        guard let index = file.sections(named: ManifestNote.section).first else { return nil }
        let section = file.sections[index]
        guard !section.isAllocated else {
            throw StageError(
                manifest: "a manifest that was linked into the library",
                expected: "none, or one of 'ruleshell plugin stamp'",
                remedy: "leave it as it is, or remove it from the plugin's sources")
        }
        replaced.append(section.part.range)
        return index
    }

    private mutating func append(_ name: String, type: UInt32) -> Int {
        var header = [UInt8](repeating: 0, count: Int(file.layout.sectionSize))
        store(UInt32(truncatingIfNeeded: names.count), at: 0, in: &header)
        store(type, at: 4, in: &header)
        storeWord(1, at: file.layout.sectionAlignment, in: &header)
        headers.append(header)
        names += Array(name.utf8) + [0]
        return headers.count - 1
    }

    /// The bytes of the file with a manifest, JSON of at most `PluginManifest.maximumBytes`.
    func file(with manifest: String) -> [UInt8] {
        var headers = headers
        let layout = file.layout
        var bytes = Array(file.bytes(at: 0..<keptEnd))
        append(note(manifest), alignment: 4, to: &bytes, header: &headers[noteIndex])
        append(names, alignment: 1, to: &bytes, header: &headers[namesIndex])
        Self.pad(&bytes, to: 8)
        storeWord(UInt64(bytes.count), at: Int(layout.sectionStart), in: &bytes)
        let counts = Int(layout.sectionCounts)
        store(UInt16(layout.sectionSize), at: counts, in: &bytes)
        store(UInt16(truncatingIfNeeded: headers.count), at: counts + 2, in: &bytes)
        store(UInt16(truncatingIfNeeded: namesIndex), at: counts + 4, in: &bytes)
        return bytes + headers.joined()
    }

    private func note(_ manifest: String) -> [UInt8] {
        var note = [UInt8](repeating: 0, count: Int(ELFNote.headerSize))
        let name = Array(ManifestNote.name.utf8) + [0]
        store(UInt32(name.count), at: 0, in: &note)
        store(UInt32(truncatingIfNeeded: manifest.utf8.count), at: 4, in: &note)
        store(ManifestNote.type, at: 8, in: &note)
        note += name
        Self.pad(&note, to: 4)
        note += Array(manifest.utf8)
        Self.pad(&note, to: 4)
        return note
    }

    /// The end of the parts that are kept: the parts that a header names, and bytes that were
    /// appended.
    private var keptEnd: UInt64 {
        var end = partsEnd
        var position = end
        let count = UInt64(file.bytes.count)
        let fileEnd = count..<count
        for part in replaced.sorted(by: { $0.lowerBound < $1.lowerBound }) + [fileEnd]
        where part.upperBound > position {
            let gap = position..<max(position, part.lowerBound)
            // Zeros are padding.
            if file.bytes(at: gap).contains(where: { $0 != 0 }) { end = gap.upperBound }
            position = part.upperBound
        }
        return end
    }

    private var partsEnd: UInt64 {
        let count = UInt64(file.bytes.count)
        var ends = file.segments.map(\.range.upperBound)
        ends += [file.layout.headerSize, file.segmentHeadersEnd]
        for (index, section) in file.sections.enumerated()
        where index != namesIndex && index != noteIndex && section.part.type != ELFSection.empty {
            // Damaged ends are beyond the file.
            ends.append(section.part.range.upperBound)
        }
        return ends.filter { $0 <= count }.max() ?? count
    }

    private func append(
        _ contents: [UInt8], alignment: UInt64, to bytes: inout [UInt8], header: inout [UInt8]
    ) {
        Self.pad(&bytes, to: Int(alignment))
        storeWord(UInt64(bytes.count), at: file.layout.sectionOffset, in: &header)
        storeWord(UInt64(contents.count), at: file.layout.sectionSizeField, in: &header)
        storeWord(alignment, at: file.layout.sectionAlignment, in: &header)
        bytes += contents
    }

    private static func pad(_ bytes: inout [UInt8], to unit: Int) {
        while !bytes.count.isMultiple(of: unit) { bytes.append(0) }
    }

    /// Stores a number in the byte order of the file.
    private func store(
        _ number: some FixedWidthInteger, at offset: Int, in bytes: inout [UInt8]
    ) {
        let ordered = file.isBigEndian ? number.bigEndian : number.littleEndian
        withUnsafeBytes(of: ordered) { source in
            bytes.replaceSubrange(offset..<(offset + source.count), with: source)
        }
    }

    /// An offset or a size, as wide as the file's class has them.
    private func storeWord(_ number: UInt64, at offset: Int, in bytes: inout [UInt8]) {
        if file.is64Bit {
            store(number, at: offset, in: &bytes)
        } else {
            store(UInt32(truncatingIfNeeded: number), at: offset, in: &bytes)
        }
    }
}

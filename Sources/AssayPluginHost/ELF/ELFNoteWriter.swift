// SPDX-License-Identifier: Apache-2.0

/// Adds the section `.note.assay` to a library, or replaces it.
///
/// The note, the names of the sections and the section headers are written after everything else; the
/// image that is loaded stays as it is. Earlier copies of these three are dropped, so that the same
/// manifest always gives the same file.
struct ELFNoteWriter {
    private let file: ELFFile
    private var headers: [[UInt8]]
    private var names: [UInt8]
    private var namesIndex: Int
    private var noteIndex: Int
    /// The parts of the old file that are not kept.
    private var replaced: [Range<UInt64>]

    /// - Parameter file: A library that has passed the preflight.
    /// - Throws: An error of stage manifest if its sections cannot be rewritten.
    init(_ file: ELFFile) throws(StageError) {
        self.file = file
        replaced = [file.sectionHeaders]
        headers = stride(
            from: file.sectionHeaders.lowerBound, to: file.sectionHeaders.upperBound, by: 64
        ).map { Array(file.reader.bytes($0..<($0 + ELFSection.headerSize))) }
        if headers.isEmpty {
            names = [0]
            headers.append([UInt8](repeating: 0, count: 64))
            namesIndex = Self.append(
                ".shstrtab", type: ELFSection.texts, headers: &headers, names: &names)
        } else {
            guard let (index, section) = file.sectionNames, !section.isAllocated else {
                throw StageError(
                    manifest: "sections without names", expected: "a section with their names",
                    remedy: "link the plugin with another linker")
            }
            namesIndex = index
            let range = section.offset..<(section.offset + section.size)
            names = Array(file.reader.bytes(range))
            replaced.append(range)
        }
        noteIndex = 0
        noteIndex =
            try oldNote()
            ?? Self.append(
                ManifestNote.section, type: ELFSection.notes, headers: &headers, names: &names)
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
        let end = section.offset.addingReportingOverflow(section.size)
        if !end.overflow { replaced.append(section.offset..<end.partialValue) }
        return index
    }

    private static func append(
        _ name: String, type: UInt32, headers: inout [[UInt8]], names: inout [UInt8]
    ) -> Int {
        var header = [UInt8](repeating: 0, count: 64)
        store(UInt32(truncatingIfNeeded: names.count), at: 0, in: &header)
        store(type, at: 4, in: &header)
        store(1 as UInt64, at: 48, in: &header)
        headers.append(header)
        names += Array(name.utf8) + [0]
        return headers.count - 1
    }

    /// The bytes of the file with a manifest, JSON of at most `PluginManifest.maximumBytes`.
    func file(with manifest: String) -> [UInt8] {
        var headers = headers
        var bytes = Array(file.reader.bytes(0..<keptEnd))
        Self.append(Self.note(manifest), alignment: 4, to: &bytes, header: &headers[noteIndex])
        Self.append(names, alignment: 1, to: &bytes, header: &headers[namesIndex])
        Self.pad(&bytes, to: 8)
        Self.store(UInt64(bytes.count), at: 40, in: &bytes)
        Self.store(UInt16(ELFSection.headerSize), at: 58, in: &bytes)
        Self.store(UInt16(truncatingIfNeeded: headers.count), at: 60, in: &bytes)
        Self.store(UInt16(truncatingIfNeeded: namesIndex), at: 62, in: &bytes)
        return bytes + headers.joined()
    }

    private static func note(_ manifest: String) -> [UInt8] {
        var note = [UInt8](repeating: 0, count: Int(ELFNote.headerSize))
        let name = Array(ManifestNote.name.utf8) + [0]
        store(UInt32(name.count), at: 0, in: &note)
        store(UInt32(truncatingIfNeeded: manifest.utf8.count), at: 4, in: &note)
        store(ManifestNote.type, at: 8, in: &note)
        note += name
        pad(&note, to: 4)
        note += Array(manifest.utf8)
        pad(&note, to: 4)
        return note
    }

    /// Where the parts end that are kept: those that a header names, and bytes that were appended.
    private var keptEnd: UInt64 {
        var end = partsEnd
        var position = end
        let fileEnd = file.reader.count..<file.reader.count
        for part in replaced.sorted(by: { $0.lowerBound < $1.lowerBound }) + [fileEnd]
        where part.upperBound > position {
            let gap = position..<max(position, part.lowerBound)
            // Zeros are padding.
            if file.reader.bytes(gap).contains(where: { $0 != 0 }) { end = gap.upperBound }
            position = part.upperBound
        }
        return end
    }

    private var partsEnd: UInt64 {
        var ends = file.segments.map { $0.offset + $0.fileSize }
        let count = UInt64(file.segments.count) * UInt64(ELFFile.segmentHeaderSize)
        ends += [ELFFile.headerSize, (file.reader.load(at: 32) ?? 0) + count]
        for (index, section) in file.sections.enumerated()
        where index != namesIndex && index != noteIndex && section.type != ELFSection.empty {
            // Damaged ends are beyond the file.
            ends.append(section.offset.addingReportingOverflow(section.size).partialValue)
        }
        return ends.filter { $0 <= file.reader.count }.max() ?? file.reader.count
    }

    private static func append(
        _ contents: [UInt8], alignment: UInt64, to bytes: inout [UInt8], header: inout [UInt8]
    ) {
        pad(&bytes, to: Int(alignment))
        store(UInt64(bytes.count), at: 24, in: &header)
        store(UInt64(contents.count), at: 32, in: &header)
        store(alignment, at: 48, in: &header)
        bytes += contents
    }

    private static func pad(_ bytes: inout [UInt8], to unit: Int) {
        while !bytes.count.isMultiple(of: unit) { bytes.append(0) }
    }

    private static func store(
        _ number: some FixedWidthInteger, at offset: Int, in bytes: inout [UInt8]
    ) {
        withUnsafeBytes(of: number.littleEndian) { source in
            bytes.replaceSubrange(offset..<(offset + source.count), with: source)
        }
    }
}

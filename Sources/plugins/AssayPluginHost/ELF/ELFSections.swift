// SPDX-License-Identifier: Apache-2.0

/// One section header.
struct ELFSection {
    /// The offset of its name among the names.
    let name: UInt32
    let type: UInt32
    let flags: UInt64
    let offset: UInt64
    let size: UInt64
    let alignment: UInt64

    static let headerSize: UInt64 = 64
    static let texts: UInt32 = 3
    static let notes: UInt32 = 7
    /// Memory without bytes in the file.
    static let empty: UInt32 = 8

    init?(_ reader: ByteReader, at start: UInt64) {
        guard let name: UInt32 = reader.load(at: start),
            let type: UInt32 = reader.load(at: start + 4),
            let flags: UInt64 = reader.load(at: start + 8),
            let offset: UInt64 = reader.load(at: start + 24),
            let size: UInt64 = reader.load(at: start + 32),
            let alignment: UInt64 = reader.load(at: start + 48)
        else { return nil }
        self.name = name
        self.type = type
        self.flags = flags
        self.offset = offset
        self.size = size
        self.alignment = alignment
    }

    /// `true` if the section is a part of the image that the loader maps.
    var isAllocated: Bool { flags & 2 != 0 }
}

extension ELFFile {
    /// The place of the section headers; empty for a file without any.
    var sectionHeaders: Range<UInt64> {
        let start: UInt64 = reader.load(at: 40) ?? 0
        let count: UInt16 = reader.load(at: 60) ?? 0
        let size = UInt64(count) * ELFSection.headerSize
        return reader.contains(start, size: size) ? start..<(start + size) : start..<start
    }

    var sections: [ELFSection] {
        let headers = sectionHeaders
        return stride(from: headers.lowerBound, to: headers.upperBound, by: 64)
            .compactMap { ELFSection(reader, at: $0) }
    }

    /// The section with the names of the sections, and its index.
    var sectionNames: (index: Int, section: ELFSection)? {
        let index = Int(reader.load(at: 62, as: UInt16.self) ?? 0)
        let sections = sections
        guard index > 0, sections.indices.contains(index), sections[index].type == ELFSection.texts,
            reader.contains(sections[index].offset, size: sections[index].size)
        else { return nil }
        return (index, sections[index])
    }

    /// The indexes of the sections of a name.
    func sections(named name: String) -> [Int] {
        guard let names = sectionNames?.section else { return [] }
        let wanted = Array(name.utf8) + [0]
        return sections.enumerated().filter { _, section in
            let start = UInt64(section.name)
            let end = start + UInt64(wanted.count)
            guard end <= names.size else { return false }
            return reader.bytes((names.offset + start)..<(names.offset + end)).elementsEqual(wanted)
        }.map(\.offset)
    }
}

extension ELFFile {
    /// Compares the sections with the segments.
    ///
    /// Sections are for linkers; a stripped library may have none. If they are there, they repeat
    /// what the segments say, and a contradiction shows that the file is damaged.
    func checkSections() throws(StageError) {
        guard let start: UInt64 = reader.load(at: 40), let size: UInt16 = reader.load(at: 58),
            let count: UInt16 = reader.load(at: 60), start != 0 || count != 0
        else { return }
        let length = UInt64(size) * UInt64(count)
        guard size == 64 else {
            throw StageError(elf: "section headers of \(size) bytes", expected: "64 bytes")
        }
        guard reader.contains(start, size: length) else {
            throw StageError(
                truncated: "the section headers", end: start &+ length, of: reader.count)
        }
        for index in 0..<UInt64(count) { try checkSection(number: index, at: start + index * 64) }
    }

    private func checkSection(number index: UInt64, at start: UInt64) throws(StageError) {
        guard let type: UInt32 = reader.load(at: start + 4),
            let flags: UInt64 = reader.load(at: start + 8),
            let address: UInt64 = reader.load(at: start + 16),
            let offset: UInt64 = reader.load(at: start + 24),
            let size: UInt64 = reader.load(at: start + 32)
        else { return }
        let isAllocated = flags & 2 != 0
        let isThreadLocal = flags & 0x400 != 0
        let isEmpty = type == 8  // SHT_NOBITS: memory without bytes in the file
        guard isAllocated, size > 0, !(isEmpty && isThreadLocal) else { return }
        let isInPlace = isEmpty || self.offset(ofAddress: address, size: size) == offset
        guard isInPlace, let segment = segment(at: address, size: size),
            segment.isWritable || flags & 1 == 0, segment.isExecutable || flags & 4 == 0
        else {
            throw StageError(
                elf: "section \(index) that contradicts the segments",
                expected: "a file whose parts agree", remedy: "copy or build the plugin again")
        }
    }
}

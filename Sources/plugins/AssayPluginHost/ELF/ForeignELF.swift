// SPDX-License-Identifier: Apache-2.0

/// A library of another machine, as far as it is needed to describe it.
struct ForeignELF {
    let bytes: UnsafeRawBufferPointer
    let is64Bit: Bool
    let isBigEndian: Bool
    private let number: UInt16
    let segments: [Part]
    let sections: [Section]

    /// A range of the file, and where it is in memory.
    struct Part {
        let type: UInt32
        let offset: UInt64
        let address: UInt64
        let size: UInt64
        let alignment: UInt64

        /// The range in the file, which is empty if the part is damaged.
        var range: Range<UInt64> {
            let end = offset.addingReportingOverflow(size)
            return offset..<(end.overflow ? offset : end.partialValue)
        }
    }

    struct Section {
        let name: UInt32
        let part: Part
        let isAllocated: Bool
    }

    /// - Throws: An error of stage format.
    init(_ bytes: UnsafeRawBufferPointer) throws(StageError) {
        self.bytes = bytes
        guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]), bytes.count >= 64 else {
            throw StageError(elf: "a file that does not begin as ELF", expected: "an ELF library")
        }
        guard (1...2).contains(bytes[4]), (1...2).contains(bytes[5]), bytes[6] == 1 else {
            throw StageError(
                elf: "an unknown class or byte order", expected: "32-bit or 64-bit ELF")
        }
        let layout = Layout(is64Bit: bytes[4] == 2)
        let reader = Reader(bytes: bytes, isBigEndian: bytes[5] == 2, is64Bit: bytes[4] == 2)
        is64Bit = bytes[4] == 2
        isBigEndian = bytes[5] == 2
        guard reader.half(16) == 3 else {
            throw StageError(
                elf: "a file of type \(reader.half(16) ?? 0)", expected: "a shared library (3)",
                remedy: "link the plugin with -shared")
        }
        number = reader.half(18) ?? 0
        segments = try Self.table(
            "segment", reader, start: layout.segmentStart, counts: layout.segmentCounts,
            size: layout.segmentSize
        ) { layout.segment(reader, at: $0) }
        sections = try Self.table(
            "section", reader, start: layout.sectionStart, counts: layout.sectionCounts,
            size: layout.sectionSize
        ) { layout.section(reader, at: $0) }
    }

    private static func table<Entry>(
        _ name: String, _ reader: Reader, start: UInt64, counts: UInt64, size: UInt64,
        _ read: (UInt64) -> Entry?
    ) throws(StageError) -> [Entry] {
        guard let offset = reader.word(start), let entrySize = reader.half(counts),
            let count = reader.half(counts + 2), count > 0
        else { return [] }
        var entries: [Entry] = []
        for index in 0..<UInt64(count) {
            let position = offset.addingReportingOverflow(index * size)
            guard UInt64(entrySize) == size, !position.overflow,
                let entry = read(position.partialValue)
            else {
                throw StageError(
                    elf: "\(name) headers that do not fit into the file",
                    expected: "\(count) of \(size) bytes", remedy: "copy or build the plugin again")
            }
            entries.append(entry)
        }
        return entries
    }

    // MARK: - The machine

    var machine: String {
        Self.machine(number: number, is64Bit: is64Bit, isBigEndian: isBigEndian)
    }

    var processor: String { ELFMachine(rawValue: number).description }

    static func machine(number: UInt16, is64Bit: Bool, isBigEndian: Bool) -> String {
        let name =
            switch (number, is64Bit, isBigEndian) {
            case (3, false, false): "i386"
            case (8, true, false): "mips64el"
            case (20, false, true): "powerpc"
            case (21, true, true): "ppc64"
            case (21, true, false): "ppc64le"
            case (22, true, true): "s390x"
            case (40, false, false): "arm"
            case (62, true, false): "x86_64"
            case (183, true, false): "aarch64"
            case (243, true, false): "riscv64"
            case (243, false, false): "riscv32"
            case (258, true, false): "loongarch64"
            default:
                "machine\(number)-\(is64Bit ? 64 : 32)\(isBigEndian ? "be" : "le")"
            }
        return "linux-\(name)"
    }

    // MARK: - Contents

    var layout: Layout { Layout(is64Bit: is64Bit) }

    private var reader: Reader {
        Reader(bytes: bytes, isBigEndian: isBigEndian, is64Bit: is64Bit)
    }

    /// The place of the section headers; empty for a file without any.
    var sectionHeaders: Range<UInt64> {
        let start = reader.word(layout.sectionStart) ?? 0
        return start..<(start + UInt64(sections.count) * layout.sectionSize)
    }

    /// The offset of the end of the segment headers.
    var segmentHeadersEnd: UInt64 {
        (reader.word(layout.segmentStart) ?? 0) + UInt64(segments.count) * layout.segmentSize
    }

    /// Returns `true` if a text is among the names of symbols.
    ///
    /// - Throws: The errors of `dynamicStrings`.
    func hasName(_ name: String) throws(StageError) -> Bool {
        let texts = try dynamicTable().texts
        let wanted = [0] + Array(name.utf8) + [0]
        var start = texts.startIndex
        while let zero = texts[start...].firstIndex(of: 0) {
            if texts[zero...].starts(with: wanted) { return true }
            start = zero + 1
        }
        return false
    }

    /// The bytes of a range, or no bytes if the range is not in the file.
    func bytes(at range: Range<UInt64>) -> UnsafeRawBufferPointer {
        contents(range.lowerBound, size: range.upperBound - range.lowerBound)
            ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// The bytes of a part; nil if they do not lie in the file.
    func contents(_ offset: UInt64, size: UInt64) -> UnsafeRawBufferPointer? {
        let count = UInt64(bytes.count)
        guard offset <= count, size <= count - offset else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[Int(offset)..<Int(offset + size)])
    }

    private typealias DynamicTable = (
        values: [(tag: UInt64, value: UInt64)], texts: UnsafeRawBufferPointer
    )

    /// The dynamic section, and its string table.
    private func dynamicTable() throws(StageError) -> DynamicTable {
        guard let dynamic = segments.first(where: { $0.type == ELFSegment.dynamic }) else {
            throw StageError(
                elf: "no dynamic segment", expected: "one", remedy: "link the plugin with -shared")
        }
        let width: UInt64 = is64Bit ? 8 : 4
        var values: [(tag: UInt64, value: UInt64)] = []
        for index in 0..<(dynamic.size / (2 * width)) {
            let position = dynamic.offset.addingReportingOverflow(index * 2 * width)
            guard !position.overflow, let tag = reader.word(position.partialValue), tag != 0,
                let value = reader.word(position.partialValue + width)
            else { break }
            values.append((tag, value))
        }
        func value(of tag: UInt64) -> UInt64? { values.last { $0.tag == tag }?.value }
        guard let address = value(of: ELFTag.stringTable),
            let size = value(of: ELFTag.stringTableSize),
            let start = offset(ofAddress: address), let texts = contents(start, size: size)
        else { throw StageError(elf: "no string table in the image", expected: "DT_STRTAB") }
        return (values, texts)
    }

    /// The texts of the dynamic section.
    ///
    /// - Throws: That there is none, or that it is damaged.
    func dynamicStrings() throws(StageError) -> (needed: [String], runPath: [String]) {
        let table = try dynamicTable()
        let paths = try Self.texts([ELFTag.oldRunPath, ELFTag.runPath], of: table)
        return (
            try Self.texts([ELFTag.needed] + ELFTag.filters, of: table),
            paths.filter { !$0.isEmpty }.flatMap {
                $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            }
        )
    }

    private static func texts(
        _ tags: [UInt64], of table: DynamicTable
    ) throws(StageError) -> [String] {
        var texts: [String] = []
        for (tag, offset) in table.values where tags.contains(tag) {
            guard offset < table.texts.count,
                let end = table.texts[Int(offset)...].firstIndex(of: 0)
            else {
                throw StageError(
                    elf: "a text that is not in the string table", expected: "its text")
            }
            // Many entries can name one long text.
            guard texts.count < 4096, end - Int(offset) <= 4096 else {
                throw StageError(
                    elf: "too many or too long needed libraries and run paths",
                    expected: "at most 4096 of them, of 4096 bytes each")
            }
            texts.append(String(decoding: table.texts[Int(offset)..<end], as: UTF8.self))
        }
        return texts
    }

    private func offset(ofAddress address: UInt64) -> UInt64? {
        for segment in segments where segment.type == ELFSegment.load {
            guard address >= segment.address else { continue }
            let distance = address - segment.address
            if distance < segment.size { return segment.offset &+ distance }
        }
        return nil
    }

    /// The contents of the note of a manifest; nil if there is none.
    ///
    /// - Throws: An error of stage manifest if there are two.
    func manifestNote() throws(StageError) -> UnsafeRawBufferPointer? {
        var parts = sections(named: ManifestNote.section).map { sections[$0].part }
        parts += segments.filter { $0.type == ELFSegment.notes }
        guard parts.count <= Self.mostParts else {
            throw StageError(
                manifest: "\(parts.count) sections and segments with notes",
                expected: "at most \(Self.mostParts)")
        }
        var found: [UInt64: UnsafeRawBufferPointer] = [:]
        for note in parts.flatMap(notes)
        where note.name == ManifestNote.name && note.type == ManifestNote.type {
            found[note.start] = note.contents
        }
        guard found.count <= 1 else {
            throw StageError(manifest: "\(found.count) manifests", expected: "one")
        }
        return found.values.first
    }

    var buildID: String? {
        let notes = segments.filter { $0.type == ELFSegment.notes }.prefix(Self.mostParts)
            .flatMap(notes)
        return notes.first { $0.name == "GNU" && $0.type == 3 }?.contents.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// Sections and segments whose notes are read, and notes in each: all may lie over one another.
    private static let mostParts = 64
    private static let mostNotes = 4096

    private typealias Note = (
        start: UInt64, name: String, type: UInt32, contents: UnsafeRawBufferPointer
    )

    private func notes(in part: Part) -> [Note] {
        guard let bytes = contents(part.offset, size: part.size) else { return [] }
        let reader = Reader(bytes: bytes, isBigEndian: isBigEndian, is64Bit: is64Bit)
        let unit: UInt64 = part.alignment == 8 ? 8 : 4
        var notes: [Note] = []
        var position: UInt64 = 0
        while notes.count < Self.mostNotes, let nameSize = reader.quarter(position),
            let size = reader.quarter(position + 4),
            let type = reader.quarter(position + 8)
        {
            let nameEnd = position + 12 + UInt64(nameSize)
            let start = nameEnd.rounded(upTo: unit)
            let end = start + UInt64(size)
            guard end <= UInt64(bytes.count) else { break }
            let name = bytes[Int(position + 12)..<Int(nameEnd)].prefix { $0 != 0 }
            notes.append(
                (
                    part.offset + position, String(decoding: name, as: UTF8.self), type,
                    UnsafeRawBufferPointer(rebasing: bytes[Int(start)..<Int(end)])
                ))
            position = end.rounded(upTo: unit)
        }
        return notes
    }

    /// The section of names, and its index.
    var nameSection: (index: Int, section: Section)? {
        let index = Int(reader.half(is64Bit ? 62 : 50) ?? 0)
        guard index > 0, sections.indices.contains(index) else { return nil }
        return (index, sections[index])
    }

    /// The indexes of the sections of a name.
    func sections(named name: String) -> [Int] {
        guard let part = nameSection?.section.part,
            let names = contents(part.offset, size: part.size)
        else { return [] }
        let wanted = Array(name.utf8) + [0]
        return sections.indices.filter { index in
            let start = Int(sections[index].name)
            return start < names.count && names[start...].starts(with: wanted)
        }
    }
}

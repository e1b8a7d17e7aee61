// SPDX-License-Identifier: Apache-2.0

/// The dynamic section: what the loader needs besides the segments.
struct ELFDynamic {
    private let file: ELFFile
    private var values: [UInt64: UInt64] = [:]
    private var neededOffsets: [UInt64] = []
    /// Where the string table stands in the file.
    private let strings: Range<UInt64>

    private static let needed: UInt64 = 1
    private static let hash: UInt64 = 4
    private static let stringTable: UInt64 = 5
    private static let symbolTable: UInt64 = 6
    private static let stringTableSize: UInt64 = 10
    private static let symbolEntrySize: UInt64 = 11
    private static let textRelocations: UInt64 = 22
    private static let gnuHash: UInt64 = 0x6FFF_FEF5
    private static let versionIndexes: UInt64 = 0x6FFF_FFF0
    private static let definedVersions: UInt64 = 0x6FFF_FFFC
    private static let neededVersions: UInt64 = 0x6FFF_FFFE
    private static let flags1: UInt64 = 0x6FFF_FFFB
    private static let positionIndependentExecutable: UInt64 = 0x0800_0000
    /// Pairs of address and size that the loader reads as tables: relocations, their PLT part,
    /// relative relocations, and the arrays of initialisers and finalisers.
    private static let tables: [(address: UInt64, size: UInt64, name: String)] = [
        (7, 8, "DT_RELA"), (23, 2, "DT_JMPREL"), (36, 35, "DT_RELR"), (25, 27, "DT_INIT_ARRAY"),
        (26, 28, "DT_FINI_ARRAY"),
    ]
    private static let relocations = tables[0...1]
    private static let functionTables = tables[3...4]
    /// Addresses of code: DT_INIT, DT_FINI.
    private static let functions: [UInt64] = [12, 13]

    /// - Throws: A refusal at stage format.
    init(_ file: ELFFile) throws(Refusal) {
        self.file = file
        let segments = file.segments.filter { $0.type == ELFSegment.dynamic }
        guard let segment = segments.first, segments.count == 1, segment.address % 8 == 0 else {
            throw Refusal(
                elf: "\(segments.count) dynamic segments", expected: "one that is aligned",
                remedy: "link the plugin with -shared")
        }
        var isTerminated = false
        for index in 0..<(segment.fileSize / 16) where !isTerminated {
            guard let tag: UInt64 = file.reader.load(segment.offset + index * 16),
                let value: UInt64 = file.reader.load(segment.offset + index * 16 + 8)
            else { break }
            isTerminated = tag == 0
            if tag == Self.needed { neededOffsets.append(value) }
            values[tag] = value
        }
        guard isTerminated else {
            throw Refusal(elf: "a dynamic section without an end", expected: "DT_NULL at its end")
        }
        strings = try Self.strings(values, file)
        try checkTables()
    }

    private static func strings(
        _ values: [UInt64: UInt64], _ file: ELFFile
    ) throws(Refusal) -> Range<UInt64> {
        guard let address = values[stringTable], let size = values[stringTableSize],
            let offset = file.offset(ofAddress: address, size)
        else { throw Refusal(elf: "no string table in the image", expected: "DT_STRTAB") }
        return offset..<(offset + size)
    }

    private func checkTables() throws(Refusal) {
        for table in Self.tables {
            guard let address = values[table.address], let size = values[table.size], size > 0
            else { continue }
            guard address % 8 == 0, size % 8 == 0, file.offset(ofAddress: address, size) != nil
            else {
                throw Refusal(
                    elf: "\(table.name) outside the image", expected: "a table within the file")
            }
        }
        for tag in Self.functions {
            guard let address = values[tag], address != 0 else { continue }
            guard file.segment(at: address, 1)?.isExecutable == true else {
                throw Refusal(
                    elf: "an initialiser outside the code", expected: "an address of a function")
            }
        }
        if (values[Self.flags1] ?? 0) & Self.positionIndependentExecutable != 0 {
            throw Refusal(
                elf: "an executable", expected: "a shared library",
                remedy: "link the plugin with -shared")
        }
        if values[Self.textRelocations] != nil {
            throw Refusal(
                elf: "code that has to be changed when it is loaded (DT_TEXTREL)",
                expected: "position-independent code", remedy: "compile the plugin with -fPIC")
        }
    }

    /// The names of the libraries that the loader will look for.
    func neededLibraries() throws(Refusal) -> [String] {
        var names: [String] = []
        for offset in neededOffsets {
            guard let name = string(offset), !name.isEmpty else {
                throw Refusal(
                    elf: "a needed library whose name cannot be read", expected: "its name")
            }
            names.append(name)
        }
        return names
    }

    /// A text of the string table.
    func string(_ offset: UInt64) -> String? {
        guard offset < strings.upperBound - strings.lowerBound else { return nil }
        return file.reader.text(strings.lowerBound + offset, before: strings.upperBound)
    }

    /// Checks the symbols, and what the loader writes.
    ///
    /// - Throws: A refusal at stage format.
    func checkSymbols() throws(Refusal) {
        let count = try hashTable().check()
        let relocations = ELFRelocations(
            file: file, symbolCount: count,
            functionTables: Self.functionTables.compactMap { range($0.address, $0.size) })
        try checkVersions(count)
        for table in Self.relocations {
            guard let range = range(table.address, table.size) else { continue }
            try relocations.check(range.lowerBound, size: range.upperBound - range.lowerBound)
        }
    }

    private func checkVersions(_ count: UInt32) throws(Refusal) {
        guard let indexes = values[Self.versionIndexes] else { return }
        let needed = values[Self.neededVersions].map(ELFVersions.List.needed)
        let defined = values[Self.definedVersions].map(ELFVersions.List.defined)
        try ELFVersions(file: file, dynamic: self)
            .check([needed, defined].compactMap(\.self), indexes: indexes, count: count)
    }

    /// Addresses of a table that was checked.
    private func range(_ address: UInt64, _ size: UInt64) -> Range<UInt64>? {
        guard let address = values[address], let size = values[size], size > 0 else { return nil }
        return address..<(address + size)
    }

    /// The exported or wanted symbol of a name, found as the loader finds it.
    func symbol(named name: String) throws(Refusal) -> ELFSymbol? {
        try hashTable().search(for: name)
    }

    private func hashTable() throws(Refusal) -> ELFSymbolTable {
        guard let symbols = values[Self.symbolTable], symbols % 8 == 0,
            symbols < ELFFile.maximumAddress,
            values[Self.symbolEntrySize].map({ $0 == ELFSymbol.size }) ?? true
        else { throw Refusal(elf: "no symbol table in the image", expected: "DT_SYMTAB") }
        guard let hash = values[Self.gnuHash] ?? values[Self.hash] else {
            throw Refusal(elf: "no hash table of symbols", expected: "DT_GNU_HASH or DT_HASH")
        }
        return ELFSymbolTable(
            file: file, dynamic: self, symbols: symbols, hash: hash,
            isGNU: values[Self.gnuHash] != nil)
    }
}

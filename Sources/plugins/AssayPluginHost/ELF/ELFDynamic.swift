// SPDX-License-Identifier: Apache-2.0

/// The dynamic section: what the loader needs besides the segments.
struct ELFDynamic {
    private let file: ELFFile
    private var values: [UInt64: UInt64] = [:]
    private var neededOffsets: [UInt64] = []
    private let strings: ELFStrings

    /// - Throws: An error of stage format.
    init(_ file: ELFFile) throws(StageError) {
        self.file = file
        let segments = file.segments.filter { $0.type == ELFSegment.dynamic }
        guard let segment = segments.first, segments.count == 1, segment.address % 8 == 0 else {
            throw StageError(
                elf: "\(segments.count) dynamic segments", expected: "one that is aligned",
                remedy: "link the plugin with -shared")
        }
        var isTerminated = false
        for index in 0..<(segment.fileSize / 16) where !isTerminated {
            guard let tag: UInt64 = file.reader.load(at: segment.offset + index * 16),
                let value: UInt64 = file.reader.load(at: segment.offset + index * 16 + 8)
            else { break }
            isTerminated = tag == 0
            if tag == ELFTag.needed || ELFTag.filters.contains(tag) {
                neededOffsets.append(value)
            }
            values[tag] = value
        }
        guard isTerminated else {
            throw StageError(
                elf: "a dynamic section without an end", expected: "DT_NULL at its end")
        }
        strings = try ELFStrings(
            file, address: values[ELFTag.stringTable], size: values[ELFTag.stringTableSize])
        try checkTables()
    }

    private func checkTables() throws(StageError) {
        for table in ELFTag.tables {
            guard let address = values[table.address], let size = values[table.size], size > 0
            else { continue }
            guard address % 8 == 0, size % 8 == 0,
                file.offset(ofAddress: address, size: size) != nil
            else {
                throw StageError(
                    elf: "\(table.name) outside the image", expected: "a table within the file")
            }
        }
        for tag in ELFTag.functions {
            guard let address = values[tag], address != 0 else { continue }
            guard file.segment(at: address, size: 1)?.isExecutable == true else {
                throw StageError(
                    elf: "an initializer outside the code", expected: "an address of a function")
            }
        }
        if (values[ELFTag.flags1] ?? 0) & ELFTag.positionIndependentExecutable != 0 {
            throw StageError(
                elf: "an executable", expected: "a shared library",
                remedy: "link the plugin with -shared")
        }
        if values[ELFTag.textRelocations] != nil {
            throw StageError(
                elf: "code that has to be changed when it is loaded (DT_TEXTREL)",
                expected: "position-independent code", remedy: "compile the plugin with -fPIC")
        }
    }

    /// The names of the libraries that the loader will look for.
    func neededLibraries() throws(StageError) -> [String] {
        var names: [String] = []
        for offset in neededOffsets {
            guard let name = strings.text(at: offset), !name.isEmpty else {
                throw StageError(
                    elf: "a needed library whose name cannot be read", expected: "its name")
            }
            names.append(name)
        }
        return names
    }

    /// Checks the name that the library gives itself.
    ///
    /// The loader compares such names with every path that it is to load: a name that is a path could
    /// take the place of another library, or of a later version of this one.
    ///
    /// - Throws: An error of stage format.
    func checkOwnName() throws(StageError) {
        guard let offset = values[ELFTag.ownName] else { return }
        guard let name = strings.text(at: offset) else {
            throw StageError(elf: "a DT_SONAME that cannot be read", expected: "its text")
        }
        guard name.contains("/") else { return }
        throw StageError(
            elf: "the DT_SONAME '\(oneLine(name, limit: 80))'", expected: "a name without '/'",
            remedy: "link the plugin with -Wl,-soname,NAME.so, or without -soname")
    }

    /// The directories in which the loader looks for them first, as they are written.
    func runPath() throws(StageError) -> [String] {
        var entries: [String] = []
        for offset in [values[ELFTag.oldRunPath], values[ELFTag.runPath]].compactMap(\.self) {
            guard let text = strings.text(at: offset) else {
                throw StageError(elf: "a run path that cannot be read", expected: "its text")
            }
            guard !text.isEmpty else { continue }
            entries += text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        }
        return entries
    }

    /// Checks the symbols, and what the loader writes.
    ///
    /// - Throws: An error of stage format.
    func checkSymbols() throws(StageError) {
        let count = try hashTable().check()
        let relocations = ELFRelocations(
            file: file, symbolCount: count,
            functionTables: ELFTag.functionTables.compactMap {
                range(at: $0.address, size: $0.size)
            })
        try checkVersions(symbolCount: count)
        for table in ELFTag.relocations {
            guard let range = range(at: table.address, size: table.size) else { continue }
            try relocations.check(at: range.lowerBound, size: range.upperBound - range.lowerBound)
        }
        if let range = range(
            at: ELFTag.packedRelocations.address, size: ELFTag.packedRelocations.size)
        {
            try relocations.checkPacked(
                at: range.lowerBound, size: range.upperBound - range.lowerBound)
        }
    }

    private func checkVersions(symbolCount count: UInt32) throws(StageError) {
        let needed = values[ELFTag.neededVersions].map(ELFVersions.List.needed)
        let defined = values[ELFTag.definedVersions].map(ELFVersions.List.defined)
        try ELFVersions(file: file, strings: strings)
            .check(
                [needed, defined].compactMap(\.self), indexes: values[ELFTag.versionIndexes],
                count: count)
    }

    /// Addresses of a table that was checked.
    private func range(at address: UInt64, size: UInt64) -> Range<UInt64>? {
        guard let address = values[address], let size = values[size], size > 0 else { return nil }
        return address..<(address + size)
    }

    /// The exported or wanted symbol of a name, found as the loader finds it.
    func symbol(named name: String) throws(StageError) -> ELFSymbol? {
        try hashTable().search(for: name)
    }

    private func hashTable() throws(StageError) -> ELFSymbolTable {
        guard let symbols = values[ELFTag.symbols], symbols % 8 == 0,
            symbols < ELFFile.maximumAddress,
            values[ELFTag.symbolEntrySize].map({ $0 == ELFSymbol.size }) ?? true
        else { throw StageError(elf: "no symbol table in the image", expected: "DT_SYMTAB") }
        guard let hash = values[ELFTag.gnuHash] ?? values[ELFTag.hash],
            hash < ELFFile.maximumAddress
        else {
            throw StageError(elf: "no hash table of symbols", expected: "DT_GNU_HASH or DT_HASH")
        }
        return ELFSymbolTable(
            file: file, strings: strings, symbols: symbols, hash: hash,
            isGNU: values[ELFTag.gnuHash] != nil)
    }
}

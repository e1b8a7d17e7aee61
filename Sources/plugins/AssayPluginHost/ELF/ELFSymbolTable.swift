// SPDX-License-Identifier: Apache-2.0

/// An entry of the dynamic symbol table.
struct ELFSymbol {
    let type: UInt8
    let binding: UInt8
    let visibility: UInt8
    let section: UInt16
    let address: UInt64

    static let size: UInt64 = 24
    static let function: UInt8 = 2

    /// `true` if another library can find the symbol by its name.
    var isExported: Bool { (binding == 1 || binding == 2) && visibility != 1 && visibility != 2 }
    var isDefined: Bool { section != 0 }

    /// The kind of the symbol with its article, for messages.
    var kind: String {
        switch type {
        case 0: "a symbol without a type"
        case 1: "data"
        case 2: "a function"
        case 6: "a thread-local variable"
        case 10: "an indirect function"
        default: "a symbol of type \(type)"
        }
    }
}

/// The dynamic symbols with their hash tables.
///
/// Every step is bounded by the file's size.
struct ELFSymbolTable {
    let file: ELFFile
    let strings: ELFStrings
    /// The address of the symbols.
    let symbols: UInt64
    /// The address of the hash table.
    let hash: UInt64
    /// `true` if the hash table is GNU's, and `false` if it is the one of the System V ABI.
    let isGNU: Bool

    private static let threadLocal: UInt8 = 6
    private static let absolute: UInt16 = 0xFFF1

    func search(for name: String) throws(StageError) -> ELFSymbol? {
        try isGNU ? searchGNU(for: name) : searchSystemV(for: name)
    }

    /// Checks that the loader finds the names and the addresses of all symbols in the image.
    ///
    /// - Returns: The number of symbols.
    func check() throws(StageError) -> UInt32 {
        let count = try isGNU ? gnuCount() : word(at: hash + 4) ?? 0
        for index in 0..<count {
            let (name, symbol) = try symbol(at: index)
            let hasPlace =
                !symbol.isDefined || symbol.type == Self.threadLocal
                || symbol.section == Self.absolute || symbol.address <= file.imageEnd
            guard hasPlace, strings.hasText(at: name) else {
                throw StageError(
                    elf: "symbol \(index) outside the image", expected: "a name and an address",
                    remedy: "copy or build the plugin again")
            }
        }
        return count
    }

    /// The chain that starts last has the last symbol.
    private func gnuCount() throws(StageError) -> UInt32 {
        let parts = try gnuParts()
        var last: UInt32 = 0
        for bucket in 0..<UInt64(parts.bucketCount) {
            last = max(last, word(at: parts.buckets + bucket * 4) ?? 0)
        }
        guard last >= parts.firstSymbol else { return parts.firstSymbol }
        while true {
            guard let hash = word(at: parts.chains + UInt64(last - parts.firstSymbol) * 4),
                last < UInt32.max
            else { throw damaged }
            last += 1
            if hash & 1 != 0 { return last }
        }
    }

    /// The parts of a GNU hash table.
    private func gnuParts() throws(StageError) -> (
        bucketCount: UInt32, firstSymbol: UInt32, buckets: UInt64, chains: UInt64
    ) {
        guard let bucketCount = word(at: hash), let firstSymbol = word(at: hash + 4),
            let filterSize = word(at: hash + 8), bucketCount > 0, filterSize > 0,
            filterSize & (filterSize - 1) == 0
        else { throw damaged }
        let buckets = hash + 16 + UInt64(filterSize) * 8
        let chains = buckets + UInt64(bucketCount) * 4
        guard file.offset(ofAddress: hash, size: chains - hash) != nil else { throw damaged }
        return (bucketCount, firstSymbol, buckets, chains)
    }

    /// Looks up as in GNU's hash table: a header of four words, a Bloom filter, buckets with the
    /// first symbol of each chain, and for each symbol its hash, whose lowest bit ends the chain.
    private func searchGNU(for name: String) throws(StageError) -> ELFSymbol? {
        let parts = try gnuParts()
        let hash = Self.gnuHash(name)
        guard var index = word(at: parts.buckets + UInt64(hash % parts.bucketCount) * 4) else {
            throw damaged
        }
        guard index != 0 else { return nil }
        guard index >= parts.firstSymbol else { throw damaged }
        while true {
            guard let found = word(at: parts.chains + UInt64(index - parts.firstSymbol) * 4) else {
                throw damaged
            }
            if found | 1 == hash | 1, let symbol = try symbol(at: index, named: name) {
                return symbol
            }
            if found & 1 != 0 { return nil }
            guard index < UInt32.max else { throw damaged }
            index += 1
        }
    }

    /// Looks up as in the System V ABI's hash table: counts of buckets and chains, buckets, chains.
    private func searchSystemV(for name: String) throws(StageError) -> ELFSymbol? {
        guard let bucketCount = word(at: hash), let chainCount = word(at: hash + 4),
            bucketCount > 0,
            file.offset(ofAddress: hash, size: 8 + (UInt64(bucketCount) + UInt64(chainCount)) * 4)
                != nil
        else { throw damaged }
        let chains = hash + 8 + UInt64(bucketCount) * 4
        var index = word(at: hash + 8 + UInt64(Self.hash(name) % bucketCount) * 4) ?? 0
        var steps: UInt32 = 0
        while index != 0 {
            guard index < chainCount, steps < chainCount else { throw damaged }
            if let symbol = try symbol(at: index, named: name) { return symbol }
            index = word(at: chains + UInt64(index) * 4) ?? 0
            steps += 1
        }
        return nil
    }

    private var damaged: StageError {
        StageError(elf: "a damaged hash table of symbols", expected: "one that can be searched")
    }

    private func word(at address: UInt64) -> UInt32? {
        file.offset(ofAddress: address, size: 4).flatMap { file.reader.load(at: $0) }
    }

    /// The symbol at an index if it has the name.
    private func symbol(at index: UInt32, named name: String) throws(StageError) -> ELFSymbol? {
        let (offset, symbol) = try symbol(at: index)
        return strings.text(at: offset, is: name) ? symbol : nil
    }

    /// The symbol at an index, and the offset of its name in the string table.
    private func symbol(at index: UInt32) throws(StageError) -> (name: UInt64, symbol: ELFSymbol) {
        let address = symbols + UInt64(index) * ELFSymbol.size
        guard let start = file.offset(ofAddress: address, size: ELFSymbol.size),
            let name: UInt32 = file.reader.load(at: start),
            let info: UInt8 = file.reader.load(at: start + 4),
            let other: UInt8 = file.reader.load(at: start + 5),
            let section: UInt16 = file.reader.load(at: start + 6),
            let value: UInt64 = file.reader.load(at: start + 8)
        else { throw damaged }
        let symbol = ELFSymbol(
            type: info & 15, binding: info >> 4, visibility: other & 3, section: section,
            address: value)
        return (UInt64(name), symbol)
    }

    private static func gnuHash(_ name: String) -> UInt32 {
        name.utf8.reduce(5381) { $0 &* 33 &+ UInt32($1) }
    }

    private static func hash(_ name: String) -> UInt32 {
        name.utf8.reduce(0) { hash, byte in
            let sum = (hash << 4) &+ UInt32(byte)
            let high = sum & 0xF000_0000
            return (sum ^ high >> 24) & ~high
        }
    }
}

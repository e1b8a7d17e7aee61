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

    /// Whether another library can find it by its name.
    var isExported: Bool { (binding == 1 || binding == 2) && visibility != 1 && visibility != 2 }
    var isDefined: Bool { section != 0 }

    /// What the symbol stands for, with its article.
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
    let dynamic: ELFDynamic
    /// The address of the symbols.
    let symbols: UInt64

    /// Looks up as in GNU's hash table: a header of four words, a Bloom filter, buckets with the
    /// first symbol of each chain, and for each symbol its hash, whose lowest bit ends the chain.
    func search(gnuHash table: UInt64, for name: String) throws(Refusal) -> ELFSymbol? {
        guard let bucketCount = word(table), let firstSymbol = word(table + 4),
            let filterSize = word(table + 8), bucketCount > 0, filterSize > 0,
            filterSize & (filterSize - 1) == 0
        else { throw damaged }
        let buckets = table + 16 + UInt64(filterSize) * 8
        let chains = buckets + UInt64(bucketCount) * 4
        guard file.offset(ofAddress: table, chains - table) != nil else { throw damaged }
        let hash = Self.gnuHash(name)
        guard var index = word(buckets + UInt64(hash % bucketCount) * 4) else { throw damaged }
        guard index != 0 else { return nil }
        guard index >= firstSymbol else { throw damaged }
        while true {
            guard let found = word(chains + UInt64(index - firstSymbol) * 4) else { throw damaged }
            if found | 1 == hash | 1, let symbol = try symbol(index, named: name) { return symbol }
            if found & 1 != 0 { return nil }
            guard index < UInt32.max else { throw damaged }
            index += 1
        }
    }

    /// Looks up as in the System V ABI's hash table: counts of buckets and chains, buckets, chains.
    func search(hash table: UInt64, for name: String) throws(Refusal) -> ELFSymbol? {
        guard let bucketCount = word(table), let chainCount = word(table + 4), bucketCount > 0,
            file.offset(ofAddress: table, 8 + (UInt64(bucketCount) + UInt64(chainCount)) * 4) != nil
        else { throw damaged }
        let chains = table + 8 + UInt64(bucketCount) * 4
        var index = word(table + 8 + UInt64(Self.hash(name) % bucketCount) * 4) ?? 0
        var steps: UInt32 = 0
        while index != 0 {
            guard index < chainCount, steps < chainCount else { throw damaged }
            if let symbol = try symbol(index, named: name) { return symbol }
            index = word(chains + UInt64(index) * 4) ?? 0
            steps += 1
        }
        return nil
    }

    private var damaged: Refusal {
        Refusal(elf: "a damaged hash table of symbols", expected: "one that can be searched")
    }

    private func word(_ address: UInt64) -> UInt32? {
        file.offset(ofAddress: address, 4).flatMap { file.reader.load($0) }
    }

    /// The symbol at an index if it has the name.
    private func symbol(_ index: UInt32, named name: String) throws(Refusal) -> ELFSymbol? {
        let address = symbols + UInt64(index) * ELFSymbol.size
        guard let start = file.offset(ofAddress: address, ELFSymbol.size),
            let nameOffset: UInt32 = file.reader.load(start),
            let info: UInt8 = file.reader.load(start + 4),
            let other: UInt8 = file.reader.load(start + 5),
            let section: UInt16 = file.reader.load(start + 6),
            let value: UInt64 = file.reader.load(start + 8)
        else { throw damaged }
        guard dynamic.string(UInt64(nameOffset)) == name else { return nil }
        return ELFSymbol(
            type: info & 15, binding: info >> 4, visibility: other & 3, section: section,
            address: value)
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

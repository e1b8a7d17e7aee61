// SPDX-License-Identifier: Apache-2.0

/// The versions of symbols: lists of what the plugin needs and of what it defines, and for each
/// symbol an index into both, with which the loader looks into memory of its own.
struct ELFVersions {
    let file: ELFFile
    let strings: ELFStrings

    /// One of the two lists: entries, each with a list of names, linked by distances in bytes.
    struct List {
        let address: UInt64
        /// The offsets in an entry of the distances to its names and to the next entry.
        let names: UInt64
        let next: UInt64
        /// The offsets in a name of its text and of the distance to the next name.
        let text: UInt64
        let nextText: UInt64
        /// The offset of the index, which is in the entry if `isIndexOfEntry`, and in the name
        /// otherwise.
        let index: UInt64
        let isIndexOfEntry: Bool
        /// The offset in an entry of the name of its library, or `nil` if entries name no library.
        let library: UInt64?

        static func needed(_ address: UInt64) -> List {
            List(
                address: address, names: 8, next: 12, text: 8, nextText: 12, index: 6,
                isIndexOfEntry: false, library: 4)
        }

        static func defined(_ address: UInt64) -> List {
            List(
                address: address, names: 12, next: 16, text: 0, nextText: 4, index: 4,
                isIndexOfEntry: true, library: nil)
        }
    }

    /// The entries and names of all lists together.
    private static let maximumSteps = 1 << 16
    private static let hidden: UInt16 = 0x8000

    /// - Parameters:
    ///   - lists: Those that there are, at any address.
    ///   - indexes: The address of the symbols' indexes, any; nil if there are none.
    ///   - count: How many symbols there are.
    /// - Throws: An error of stage format.
    func check(_ lists: [List], indexes: UInt64?, count: UInt32) throws(StageError) {
        guard let indexes else {
            // The loader takes it for granted that the lists do not come alone.
            guard lists.isEmpty else { throw Self.damaged }
            return
        }
        guard !lists.isEmpty, indexes < ELFFile.maximumAddress else { throw Self.damaged }
        var steps = 0
        var highest: UInt16 = 1
        for list in lists { highest = max(highest, try highestIndex(in: list, steps: &steps)) }
        for symbol in 0..<UInt64(count) {
            guard try half(at: indexes + symbol * 2) & ~Self.hidden <= highest else {
                throw Self.damaged
            }
        }
    }

    private func highestIndex(in list: List, steps: inout Int) throws(StageError) -> UInt16 {
        var highest: UInt16 = 0
        for entry in try addresses(from: list.address, next: list.next, steps: &steps) {
            if list.isIndexOfEntry { highest = max(highest, try index(at: entry, in: list)) }
            if let library = list.library { try checkText(at: entry + library) }
            let names = entry + UInt64(try word(at: entry + list.names))
            for name in try addresses(from: names, next: list.nextText, steps: &steps) {
                try checkText(at: name + list.text)
                if !list.isIndexOfEntry { highest = max(highest, try index(at: name, in: list)) }
            }
        }
        return highest
    }

    /// The addresses of entries that are linked by distances.
    private func addresses(
        from start: UInt64, next: UInt64, steps: inout Int
    ) throws(StageError) -> [UInt64] {
        var addresses: [UInt64] = []
        var address = start
        while steps < Self.maximumSteps, address < ELFFile.maximumAddress {
            steps += 1
            addresses.append(address)
            let distance = UInt64(try word(at: address + next))
            if distance == 0 { return addresses }
            address += distance
        }
        throw Self.damaged
    }

    private func checkText(at address: UInt64) throws(StageError) {
        guard strings.hasText(at: UInt64(try word(at: address))) else { throw Self.damaged }
    }

    private func index(at address: UInt64, in list: List) throws(StageError) -> UInt16 {
        try half(at: address + list.index) & ~Self.hidden
    }

    private func word(at address: UInt64) throws(StageError) -> UInt32 {
        try number(at: address)
    }

    private func half(at address: UInt64) throws(StageError) -> UInt16 {
        try number(at: address)
    }

    private func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at address: UInt64
    ) throws(StageError) -> Number {
        let size = UInt64(MemoryLayout<Number>.size)
        guard address < ELFFile.maximumAddress,
            let number: Number = file.offset(ofAddress: address, size: size).flatMap({
                file.reader.load(at: $0)
            })
        else { throw Self.damaged }
        return number
    }

    private static let damaged = StageError(
        elf: "damaged versions of symbols", expected: "versions that the plugin needs or defines",
        remedy: "copy or build the plugin again")
}

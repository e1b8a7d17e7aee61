// SPDX-License-Identifier: Apache-2.0

/// The entries by which the loader changes the image.
///
/// Each has an address, a kind with a symbol, and an addend.
///
/// A place or an address outside the image is checked here and not left to the probe: what is there
/// differs between processes.
struct ELFRelocations {
    let file: ELFFile
    /// The number of symbols.
    let symbolCount: UInt32
    /// The arrays of initializers and finalizers.
    let functionTables: [Range<UInt64>]

    private static let entrySize: UInt64 = 24
    #if arch(x86_64)
    private static let relative: UInt32 = 8
    private static let indirectRelative: UInt32 = 37
    #elseif arch(arm64)
    private static let relative: UInt32 = 1027
    private static let indirectRelative: UInt32 = 1032
    #elseif arch(riscv64)
    private static let relative: UInt32 = 3
    private static let indirectRelative: UInt32 = 58
    #endif

    /// Checks the entries of a table that lies within the file.
    ///
    /// - Throws: An error of stage format.
    func check(at address: UInt64, size: UInt64) throws(StageError) {
        guard size % Self.entrySize == 0, let start = file.offset(ofAddress: address, size: size)
        else {
            throw Self.damaged
        }
        for index in 0..<(size / Self.entrySize) {
            try check(entry: start + index * Self.entrySize)
        }
    }

    private func check(entry: UInt64) throws(StageError) {
        guard let place: UInt64 = file.reader.load(at: entry),
            let kind: UInt32 = file.reader.load(at: entry + 8),
            let symbol: UInt32 = file.reader.load(at: entry + 12),
            let addend: UInt64 = file.reader.load(at: entry + 16)
        else { throw Self.damaged }
        guard kind == 0 || file.segment(at: place, size: 1)?.isWritable == true,
            symbol < symbolCount
        else { throw Self.damaged }
        guard kind == Self.relative || kind == Self.indirectRelative else { return }
        let isFunction =
            kind == Self.indirectRelative || functionTables.contains { $0.contains(place) }
        let target = file.segment(at: addend, size: isFunction ? 1 : 0)
        guard isFunction ? target?.isExecutable == true : addend & Self.address <= file.imageEnd
        else { throw Self.damaged }
    }

    /// Checks packed relative relocations (DT_RELR) that lie within the file: an even number is a
    /// place, an odd one has a bit for each of the 63 words after the last place.
    ///
    /// - Throws: An error of stage format.
    func checkPacked(at address: UInt64, size: UInt64) throws(StageError) {
        guard let start = file.offset(ofAddress: address, size: size) else { throw Self.damaged }
        var next: UInt64 = 0
        for index in 0..<(size / 8) {
            guard let number: UInt64 = file.reader.load(at: start + index * 8) else {
                throw Self.damaged
            }
            if number & 1 == 0 {
                try checkPlace(number)
                next = number + 8
                continue
            }
            for bit in UInt64(1)..<64 where number >> bit & 1 != 0 {
                try checkPlace(next + (bit - 1) * 8)
            }
            next += 63 * 8
        }
    }

    private func checkPlace(_ place: UInt64) throws(StageError) {
        guard file.segment(at: place, size: 8)?.isWritable == true else { throw Self.damaged }
    }

    /// The bits of an address: Swift's constant texts carry marks in the highest ones.
    private static let address: UInt64 = (1 << 56) - 1

    static let damaged = StageError(
        elf: "a relocation outside the image", expected: "places and symbols of the plugin",
        remedy: "copy or build the plugin again")
}

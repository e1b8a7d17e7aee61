// SPDX-License-Identifier: Apache-2.0

/// The numbers by which the dynamic section names its values.
enum ELFTag {
    static let needed: UInt64 = 1
    static let hash: UInt64 = 4
    static let stringTable: UInt64 = 5
    static let symbols: UInt64 = 6
    static let stringTableSize: UInt64 = 10
    static let symbolEntrySize: UInt64 = 11
    /// The name by which the loader knows the library (DT_SONAME).
    static let ownName: UInt64 = 14
    static let runPath: UInt64 = 29
    static let oldRunPath: UInt64 = 15
    /// Libraries that are loaded as needed ones are: DT_AUXILIARY, DT_FILTER.
    static let filters: [UInt64] = [0x7FFF_FFFD, 0x7FFF_FFFF]
    static let textRelocations: UInt64 = 22
    static let gnuHash: UInt64 = 0x6FFF_FEF5
    static let versionIndexes: UInt64 = 0x6FFF_FFF0
    static let definedVersions: UInt64 = 0x6FFF_FFFC
    static let neededVersions: UInt64 = 0x6FFF_FFFE
    static let flags1: UInt64 = 0x6FFF_FFFB
    static let positionIndependentExecutable: UInt64 = 0x0800_0000
    /// Pairs of address and size that the loader reads as tables: relocations, their PLT part,
    /// relative relocations, and the arrays of initializers and finalizers.
    static let tables: [(address: UInt64, size: UInt64, name: String)] = [
        (7, 8, "DT_RELA"), (23, 2, "DT_JMPREL"), (36, 35, "DT_RELR"), (25, 27, "DT_INIT_ARRAY"),
        (26, 28, "DT_FINI_ARRAY"),
    ]
    static let relocations = tables[0...1]
    static let packedRelocations = tables[2]
    static let functionTables = tables[3...4]
    /// Addresses of code: DT_INIT, DT_FINI.
    static let functions: [UInt64] = [12, 13]
}

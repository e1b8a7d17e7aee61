// SPDX-License-Identifier: Apache-2.0

/// Everything that the file itself can show before any of it runs.
enum Preflight {
    static let entryName = "assay_plugin_entry_v1"

    /// - Throws: An error of stage format.
    /// - Returns: What the plugin needs of other libraries.
    @discardableResult
    static func check(_ file: ELFFile) throws(StageError) -> ELFDynamic {
        let dynamic = try ELFDynamic(file)
        _ = try dynamic.neededLibraries()
        _ = try dynamic.runPath()
        try dynamic.checkOwnName()
        try dynamic.checkSymbols()
        guard let entry = try dynamic.symbol(named: entryName), entry.isDefined, entry.isExported
        else {
            throw StageError(
                elf: "no exported \(entryName)", expected: "the entry function of a plugin",
                remedy: "define it with the signature of assay_plugin.h")
        }
        guard entry.type == ELFSymbol.function else {
            throw StageError(
                elf: "\(entryName) that is \(entry.kind)", expected: "a function",
                remedy: "define it with the signature of assay_plugin.h")
        }
        guard file.segment(at: entry.address, size: 1)?.isExecutable == true else {
            throw StageError(
                elf: "\(entryName) outside the code", expected: "an address of a function")
        }
        return dynamic
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import PluginWorkshop
import Testing

@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct TableTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    @Test(arguments: TableMistake.all)
    func tableWithAMistakeIsRejected(mistake: TableMistake) throws {
        let path = try workshop.compile(pluginSource(mistake.macros))
        try expectError(
            of: path, at: .table,
            "found \(mistake.found), expected \(mistake.expected); \(mistake.remedy)")
    }

    @Test func entryThatReturnsNullIsRejected() throws {
        try expectError(
            of: try workshop.compile(pluginSource("#define ENTRY 0")), at: .entry,
            "found NULL from assay_plugin_entry_v1, expected the plugin's table; "
                + "use a plugin that supports version 0.1.0 of this host")
    }

    @Test func newerMinorAndLongerStructsAreAccepted() throws {
        let macros = "#define PLUGIN .abi_minor = 9, .struct_size = 104"
        let path = try workshop.compile(pluginSource(macros))
        #expect(try PluginHost().load(path: path, into: .init()).ruleIds == ["hostile.even"])
    }
}

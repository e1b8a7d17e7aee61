// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import PluginWorkshop
import Testing

private let rebuild = "build the plugin again as a shared library for this machine"

@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct FormatTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    /// The template plugin with other bytes at an offset.
    private func patched(_ offset: Int, _ bytes: [UInt8]) throws -> String {
        var plugin = try BuiltPlugin.template.bytes()
        plugin.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        return try workshop.write(plugin, to: "patched.so")
    }

    @Test(arguments: [
        (4, [1], "found 32-bit, expected 64-bit; \(rebuild)"),
        (5, [2], "found another byte order, expected little-endian; \(rebuild)"),
        (6, [9], "found an unknown version of ELF, expected version 1; \(rebuild)"),
        (16, [4, 0], "found a core dump, expected a shared library; link the plugin with -shared"),
        (
            16, [9, 0],
            "found a file of type 9, expected a shared library; link the plugin with -shared"
        ),
        (
            54, [9, 0],
            "found 9 segment headers of 9 bytes at 64, expected 1 to 256 of 56 bytes; \(rebuild)"
        ),
    ])
    func damagedHeaderIsRejected(offset: Int, bytes: [UInt8], text: String) throws {
        let count = try BuiltPlugin.template.bytes()[56]
        try expectError(
            of: try patched(offset, bytes), at: .format,
            text.replacing("found 9 segment", with: "found \(count) segment"),
            // The number of segments is the linker's.
            as: offset == 54 ? nil : HostileCase(.file, "header with \(bytes) at byte \(offset)"))
    }

    @Test func otherMachineIsRejected() throws {
        #if arch(x86_64)
        try expectError(
            of: try patched(18, [183, 0]), at: .format,
            "found machine AArch64 (183), expected x86-64 (62); "
                + "build the plugin for this machine")
        #endif
        let path = try patched(18, [1, 2])
        let error = #expect(throws: PluginError.self) {
            try PluginHost().load(path: path, into: .init())
        }
        #expect(error?.found == "machine unknown (513)")
    }

    @Test func relocatableObjectIsRejected() throws {
        try expectError(
            of: try workshop.compile(pluginSource(), to: "plugin.o", ["-c", "-fPIC"]), at: .format,
            "found a relocatable object (.o), expected a shared library; "
                + "link the plugin with -shared", as: HostileCase(.file, "relocatable object"))
    }

    @Test(arguments: [["-no-pie"], ["-pie", "-fPIE"]])
    func executableIsRejected(flags: [String]) throws {
        try expectError(
            of: try workshop.compile("int main(void) { return 0; }", to: "plugin.so", flags),
            at: .format,
            "found an executable, expected a shared library; link the plugin with -shared",
            as: HostileCase(.file, "executable (\(flags[0]))"))
    }

    /// The loader would take the plugin for the library at that path.
    @Test(arguments: ["/proc/self/fd/9", "./plugin.so"])
    func ownNameThatIsAPathIsRejected(name: String) throws {
        let flags = ["-shared", "-fPIC", "-Wl,-soname,\(name)"]
        try expectError(
            of: try workshop.compile(pluginSource(), to: "plugin.so", flags), at: .format,
            "found the DT_SONAME '\(name)', expected a name without '/'; "
                + "link the plugin with -Wl,-soname,NAME.so, or without -soname",
            as: HostileCase(.file, "name that is the path \(name)"))
    }

    @Test func ownNameWithoutASlashIsAccepted() throws {
        let flags = ["-shared", "-fPIC", "-Wl,-soname,plugin.so.1"]
        let path = try workshop.compile(pluginSource(), to: "plugin.so", flags)
        #expect(try PluginHost().load(path: path, into: .init()).id == "hostile")
    }

    @Test func executableStackIsRejected() throws {
        let flags = ["-shared", "-fPIC", "-Wl,-z,execstack"]
        try expectError(
            of: try workshop.compile(pluginSource(), to: "plugin.so", flags), at: .format,
            "found a library that wants an executable stack, expected none; "
                + "link the plugin with -z noexecstack",
            as: HostileCase(.library, "executable stack"))
    }

    @Test(arguments: ["", "int assay_plugin_entry_v2(void) { return 0; }"])
    func missingEntryIsRejected(source: String) throws {
        try expectError(
            of: try workshop.compile(pluginSource("#define NO_ENTRY\n" + source)), at: .format,
            "found no exported assay_plugin_entry_v1, expected the entry function of a plugin; "
                + "define it with the signature of assay_plugin.h",
            as: HostileCase(.library, source.isEmpty ? "no entry" : "entry of another version"))
    }

    @Test func entryThatIsOnlyWantedIsRejected() throws {
        let source = """
            int assay_plugin_entry_v1(void);
            int f(void) { return assay_plugin_entry_v1(); }
            """
        try expectError(
            of: try workshop.compile(source), at: .format,
            "found no exported assay_plugin_entry_v1, expected the entry function of a plugin; "
                + "define it with the signature of assay_plugin.h",
            as: HostileCase(.library, "entry that is only wanted"))
    }

    @Test(arguments: ["gnu", "sysv"])
    func entryThatIsDataIsRejected(hash: String) throws {
        try expectError(
            of: try workshop.compile(
                "int assay_plugin_entry_v1 = 1;", to: "plugin.so",
                ["-shared", "-fPIC", "-Wl,--hash-style=\(hash)"]), at: .format,
            "found assay_plugin_entry_v1 that is data, expected a function; "
                + "define it with the signature of assay_plugin.h",
            as: HostileCase(.library, "entry that is data (hash table \(hash))"))
    }

    @Test(arguments: ["gnu", "sysv", "both"])
    func entryIsFoundThroughEachHashTable(hash: String) throws {
        let path = try workshop.compile(
            pluginSource(), to: "plugin.so", ["-shared", "-fPIC", "-Wl,--hash-style=\(hash)"])
        #expect(try PluginHost().load(path: path, into: .init()).id == "hostile")
    }

    @Test(arguments: ["bfd", "gold", "lld"])
    func pluginOfEachLinkerIsLoaded(linker: String) throws {
        let flags = ["-shared", "-fPIC", "-fuse-ld=\(linker)"]
        guard let path = try? workshop.compile(pluginSource(), to: "plugin.so", flags) else {
            try leaveOut("no linker \(linker)")
        }
        let registry = RuleRegistry()
        try PluginHost().load(path: path, into: registry)
        let codes = try failures(of: RuleExpression("hostile.even"), in: registry, [1])
        #expect(codes == [["hostile.even.odd"]])
    }

    @Test func strippedPluginIsLoaded() throws {
        let path = try workshop.compile(
            pluginSource(), to: "plugin.so", ["-shared", "-fPIC", "-s"])
        #expect(try PluginHost().load(path: path, into: .init()).id == "hostile")
    }
}

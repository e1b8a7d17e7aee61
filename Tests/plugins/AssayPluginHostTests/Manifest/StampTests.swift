// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Foundation
import PluginWorkshop
import Testing

@testable import AssayPluginHost

/// Manifests that are written into libraries.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct StampTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    /// Stamps a library in its place.
    @discardableResult
    private func stamp(_ path: String) throws -> PluginManifest {
        let stamped = try StampedPlugin(file: path)
        try workshop.write(stamped.bytes, to: URL(fileURLWithPath: path).lastPathComponent)
        return stamped.manifest
    }

    private func expectToWork(
        _ path: String, _ id: String, location: Testing.SourceLocation = #_sourceLocation
    ) throws {
        var policy = PluginPolicy.standard
        policy.requiresManifest = true
        let registry = RuleRegistry()
        let plugin = try PluginHost(policy: policy).load(path: path, into: registry)
        #expect(plugin.id == id, sourceLocation: location)
        // What these decide depends on other fields, or on services.
        if !["booking", "served"].contains(id) {
            try expectExamplesToHold(registry, location: location)
        }
    }

    @Test(arguments: BuiltPlugin.allCases)
    func stampedPluginWorksAsBefore(plugin: BuiltPlugin) throws {
        let path = try workshop.write(try plugin.bytes(), to: "plugin.so")
        let manifest = try stamp(path)
        #expect(try PluginManifest.read(ofFile: path) == manifest)
        try expectToWork(path, manifest.id)
    }

    @Test(arguments: Compiler.cxx)
    func stampedPluginInCxxWorksAsBefore(compiler: Compiler) throws {
        let folder = Repository.path("Tests/plugins/AssayPluginHostTests/Kits")
        let path = workshop.path("\(compiler.rawValue).so")
        try compiler.build(
            ["\(folder)/conformance.cpp", "\(folder)/shape.cpp"], to: path, [])
        #expect(try stamp(path).rules.map(\.id).sorted() == KitExpectations.rules.sorted())
        let registry = RuleRegistry()
        try PluginHost().load(path: path, into: registry)
        try KitExpectations.expectToHold(registry)
    }

    @Test(
        arguments: [
            ["strip"], ["strip", "-g"], ["strip", "--strip-unneeded"], ["llvm-strip", "-g"],
            ["llvm-objcopy", "--strip-all-gnu"],
        ], [BuiltPlugin.template, .taxId])
    func manifestSurvivesStripping(command: [String], plugin: BuiltPlugin) throws {
        guard let program = Program.find(command[0]) else {
            try leaveOut("no \(command[0]) on PATH")
        }
        let path = try workshop.write(try plugin.bytes(), to: "plugin.so")
        let manifest = try stamp(path)
        try Program.run(program, command.dropFirst() + [path])
        #expect(try PluginManifest.read(ofFile: path) == manifest)
        try expectToWork(path, manifest.id)
        try stamp(path)
        let again = try bytes(of: path)
        try stamp(path)
        #expect(try bytes(of: path) == again)
        try expectToWork(path, manifest.id)
    }

    @Test(arguments: [["-shared", "-fPIC"], ["-shared", "-fPIC", "-s"]], ["bfd", "gold", "lld"])
    func stampingTwiceGivesTheSameFile(flags: [String], linker: String) throws {
        guard
            let path = try? workshop.compile(
                pluginSource(), to: "plugin.so", flags + ["-fuse-ld=\(linker)"])
        else {
            try leaveOut("no linker \(linker)")
        }
        try stamp(path)
        let once = try bytes(of: path)
        try stamp(path)
        #expect(try bytes(of: path) == once)
        try expectToWork(path, "hostile")
    }

    @Test func newManifestTakesThePlaceOfAnOldOne() throws {
        let path = try workshop.compile(pluginSource())
        let stamped = try StampedPlugin(file: path)
        let old = try StampedPlugin(
            file: try workshop.compile(
                pluginSource("#define CODE .message = STR(\"a message that is much longer\")"),
                to: "old.so"))
        let file = try bytes(of: path).withUnsafeBytes { bytes in
            try ELFNoteWriter(try ForeignELF(bytes)).file(with: old.manifest.json)
        }
        try workshop.write(file, to: "plugin.so")
        #expect(try PluginManifest.read(ofFile: path) == old.manifest)
        #expect(try stamp(path) == stamped.manifest)
        #expect(try bytes(of: path) == stamped.bytes)
    }

    @Test func libraryWithoutSectionsGetsThem() throws {
        let path = try workshop.compile(pluginSource())
        let bare = try workshop.write(withoutSections(try bytes(of: path)), to: "bare.so")
        let manifest = try stamp(bare)
        #expect(try PluginManifest.read(ofFile: bare) == manifest)
        let once = try bytes(of: bare)
        try stamp(bare)
        #expect(try bytes(of: bare) == once)
        try expectToWork(bare, "hostile")
    }

    /// Bytes after the library that no section knows stay where they are.
    @Test func appendedBytesStay() throws {
        let path = try workshop.compile(pluginSource())
        let library = try bytes(of: path) + Array("an appendix".utf8)
        try workshop.write(library, to: "plugin.so")
        try stamp(path)
        let stamped = try bytes(of: path)
        #expect(stamped[64..<library.count] == library[64...])
        try stamp(path)
        #expect(try bytes(of: path) == stamped)
        try expectToWork(path, "hostile")
    }

    @Test func initIsNotCalled() throws {
        let path = try workshop.compile(
            pluginSource(
                """
                #define PLUGIN .init = start
                static assay_rc start(const assay_host *host, const assay_call *call,
                                      const assay_value *config, void **state) {
                    return ASSAY_E_CONFIG;
                }
                """))
        #expect(try stamp(path).id == "hostile")
    }

    @Test func settingsAndTranslationsAreWritten() throws {
        let path = try workshop.compile(
            pluginSource(
                """
                static const assay_str units[] = {STR("m"), STR("km")};
                static const assay_parameter unit = {.struct_size = sizeof unit,
                    .type = ASSAY_PARAM_CHOICE, .name = STR("unit"), .choices = units,
                    .choice_count = 2};
                static const assay_parameter *const settings[] = {&unit};
                #define PLUGIN .configuration_count = 1, .configuration = settings
                static const assay_str names[] = {STR("rest")};
                static const assay_translation words[] = {{STR("de"), STR("muss gerade sein")}};
                #define CODE .argument_count = 1, .argument_names = names, \\
                    .translation_count = 1, .translations = words
                #define RULE .flags = ASSAY_RULE_ACCEPTS_MISSING | ASSAY_RULE_PURE
                """))
        #expect(
            try stamp(path).json == #"""
                {"manifest":1,"id":"hostile","version":"1.0.0","abi":{"major":1,"minor":0},"configuration":[{"name":"unit","type":"choice","required":false,"default":null,"minimum":null,"maximum":null,"choices":["m","km"],"summary":""}],"rules":[{"id":"hostile.even","summary":"even","kinds":["number"],"flags":["pure","acceptsMissing"],"parameters":[{"name":"by","type":"int","required":false,"default":null,"minimum":null,"maximum":null,"choices":[],"summary":"not used"}],"codes":[{"id":"hostile.even.odd","message":"must be even","translations":{"de":"muss gerade sein"},"arguments":["rest"]}],"examples":[{"expression":"hostile.even","value":2,"status":"pass","code":null}]}]}
                """#)
    }

    /// Editors take it for files of settings.
    @Test func settingsHaveASchemaInTheFile() throws {
        let path = try workshop.compile(
            pluginSource(
                """
                static const assay_str units[] = {STR("m"), STR("km")};
                static const assay_parameter unit = {.struct_size = sizeof unit,
                    .type = ASSAY_PARAM_CHOICE, .name = STR("unit"), .choices = units,
                    .choice_count = 2, .flags = ASSAY_PARAM_REQUIRED, .summary = STR("of it")};
                static const assay_parameter most = {.struct_size = sizeof most,
                    .type = ASSAY_PARAM_INTEGER, .name = STR("most"), .minimum = 1, .maximum = 9,
                    .default_value = {ASSAY_I64, 0, {.i64 = 7}}};
                static const assay_parameter words = {.struct_size = sizeof words,
                    .type = ASSAY_PARAM_LIST, .name = STR("words")};
                static const assay_parameter *const settings[] = {&unit, &most, &words};
                #define PLUGIN .configuration_count = 3, .configuration = settings
                """))
        let stamped = try StampedPlugin(file: path)
        let text = try stamped.bytes.withUnsafeBytes { try LibrarySummary($0).manifestText }
        let note = try JSONValueParser.parse(try #require(text))
        #expect(
            note["settingsSchema"].json == #"""
                {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"unit":{"description":"of it","enum":["m","km"]},"most":{"type":"integer","minimum":1,"maximum":9,"default":7},"words":{}},"additionalProperties":false,"required":["unit"]}
                """#)
    }

    /// Errors with a path for PATH.
    private func expectError(
        _ path: String, _ text: String, location: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let before = try bytes(of: path)
        let error = #expect(throws: PluginError.self, sourceLocation: location) {
            try StampedPlugin(file: path)
        }
        #expect(
            error?.description == "cannot load plugin '\(path)' at stage \(text)",
            sourceLocation: location)
        #expect(try bytes(of: path) == before, sourceLocation: location)
    }

    @Test func manifestOfTheImageIsNotReplaced() throws {
        let note = NoteSource("{}".utf8).with { $0.flags = "a" }
        try expectError(
            try workshop.compile(pluginSource() + "\n" + note.source),
            "manifest: found a manifest that was linked into the library, expected none, or one of "
                + "'ruleshell plugin stamp'; leave it as it is, or remove it from the plugin's "
                + "sources")
    }

    @Test func pluginThatCannotBeLoadedIsNotStamped() throws {
        try expectError(
            try workshop.compile(pluginSource("#define ENTRY 0")),
            "entry: found NULL from assay_plugin_entry_v1, expected the plugin's table; "
                + "use a plugin that supports version 0.1.0 of this host")
        try expectError(
            try workshop.write(Array(repeating: 0x20, count: 100), to: "text.so"),
            "format: found a file that does not begin as ELF, expected an ELF library; "
                + "build the plugin again as a shared library for this machine")
    }

    @Test func tableThatIsTooLargeIsNotStamped() throws {
        let names = "abcdefghijklmnop"
        let codes = names.map { name in
            """
            static const assay_code \(name) = {.struct_size = sizeof \(name),
                .id = STR("even.word\(name)"), .message = {text, sizeof text}};
            """
        }
        let list = names.map { "&\($0)" }.joined(separator: ", ")
        try expectError(
            try workshop.compile(
                pluginSource(
                    """
                    static const uint8_t text[65536] = {[0 ... 65535] = 'x'};
                    \(codes.joined(separator: "\n"))
                    static const assay_code *const wordiest[] = {\(list)};
                    #define RULE .code_count = 16, .codes = wordiest
                    """)),
            "table: found a table whose manifest has 1050162 bytes, expected at most 1048576; "
                + "shorten the texts of the plugin")
    }
}

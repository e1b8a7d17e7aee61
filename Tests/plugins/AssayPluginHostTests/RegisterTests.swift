// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Testing

@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct RegisterTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    @Test func sameFileIsLoadedOnce() throws {
        let host = PluginHost()
        let path = try workshop.compile(pluginSource())
        let copy = try workshop.write(try bytes(of: path), to: "copy.so")
        try host.load(path: path, into: .init())
        let error = #expect(throws: PluginError.self) { try host.load(path: copy, into: .init()) }
        #expect(
            error?.description
                == "cannot load plugin '\(copy)' at stage copy: found the bytes of plugin "
                + "'hostile' (\(path)), expected a library that is not loaded already; "
                + "load each plugin once")
    }

    @Test func secondPluginWithTheSameIdIsRejected() throws {
        let host = PluginHost()
        let first = try workshop.compile(pluginSource(), to: "first.so")
        let second = try workshop.compile(
            pluginSource("#define PLUGIN .version = STR(\"2.0.0\")"), to: "second.so")
        let registry = RuleRegistry()
        let loaded = try host.load(path: first, into: registry)
        let error = #expect(throws: PluginError.self) {
            try host.load(path: second, into: registry)
        }
        let failed = try #require(error)
        #expect(
            failed.description
                == "cannot load plugin '\(second)' at stage register: found the id 'hostile' of "
                + "plugin 1.0.0 (\(first)), expected an id that no loaded plugin has; "
                + "load one of the two, or give the plugin another id")
        #expect(host.plugins == [.success(loaded), .failure(failed)])
        #expect(registry.allDefinitions.map(\.id) == ["hostile.even"])
    }

    @Test func ruleThatIsDefinedAlreadyIsRejected() throws {
        let first = try workshop.compile(pluginSource(), to: "first.so")
        let second = try workshop.compile(
            pluginSource("#define PLUGIN .version = STR(\"2.0.0\")"), to: "second.so")
        let registry = RuleRegistry()
        try PluginHost().load(path: first, into: registry)
        let error = #expect(throws: PluginError.self) {
            try PluginHost().load(path: second, into: registry)
        }
        #expect(
            error?.description
                == "cannot load plugin '\(second)' at stage register: found rule 'hostile.even', "
                + "which is defined by plugin hostile 1.0.0 (\(first)) already, "
                + "expected ids that are free; give the plugin or its rule another id")
    }

    @Test func lastErrorOfAPathIsKeptUntilItLoads() throws {
        let host = PluginHost()
        let path = workshop.path("plugin.so")
        for _ in 0..<3 {
            #expect(throws: PluginError.self) { try host.load(path: path, into: .init()) }
        }
        #expect(host.plugins.count == 1)
        _ = try workshop.compile(pluginSource())
        let plugin = try host.load(path: path, into: .init())
        #expect(host.plugins == [.success(plugin)])
    }

    /// A library that failed to load gives its descriptor's number to the next one.
    @Test func libraryThatFailedToLoadIsNotTakenForTheNextOne() throws {
        let bad = try workshop.compile(
            pluginSource("#define EVALUATE nowhere();\nvoid nowhere(void);"), to: "bad.so")
        let good = try workshop.compile(pluginSource(), to: "good.so")
        let host = PluginHost()
        for _ in 0..<5 {
            #expect(throws: PluginError.self) { try host.load(path: bad, into: .init()) }
        }
        let registry = RuleRegistry()
        try host.load(path: good, into: registry)
        #expect(
            try failures(of: RuleExpression("hostile.even"), in: registry, [1]) == [
                ["hostile.even.odd"]
            ])
    }
}

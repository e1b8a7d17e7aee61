// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import PluginWorkshop
import Testing

/// A plugin's file is another one than when it was loaded.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct ReloadTests {
    @Test func newFileTakesThePlaceOfTheOldOne() throws {
        let plugin = try VersionedPlugin()
        #expect(plugin.versions == plugin.one)
        try plugin.place("two.so")
        let reloaded = try plugin.host.reload("versioned")
        #expect(reloaded.version == "1.0.0-two" && reloaded.versionsHeld == 2)
        #expect(reloaded.ruleIds == ["versioned.left", "versioned.right"])
        #expect(plugin.host.plugins == [.success(reloaded)])
        #expect(plugin.versions == plugin.two)
        #expect(
            plugin.registry.definition(for: "versioned.left")?.source
                == .plugin(id: "versioned", version: "1.0.0-two", path: plugin.path))
    }

    @Test func bytesThatAreHeldAreTakenAgain() throws {
        let plugin = try VersionedPlugin()
        for (name, versions) in [("two", plugin.two), ("one", plugin.one), ("two", plugin.two)] {
            try plugin.place("\(name).so")
            #expect(try plugin.host.reload(plugin.path).versionsHeld == 2)
            #expect(plugin.versions == versions)
        }
        #expect(try plugin.host.reload("versioned").versionsHeld == 2)
        #expect(plugin.versions == plugin.two)
    }

    @Test func brokenFileKeepsTheOldVersion() throws {
        let plugin = try VersionedPlugin()
        let before = plugin.host.plugins
        try plugin.workshop.write(Array(try bytes(of: plugin.path).prefix(1000)), to: "broken.so")
        try plugin.place("broken.so")
        let error = #expect(throws: PluginError.self) { try plugin.host.reload("versioned") }
        let failed = try #require(error)
        #expect(failed.stage == .format && failed.path == plugin.path)
        #expect(plugin.host.plugins == before + [.failure(failed)])
        #expect(plugin.versions == plugin.one)
        try plugin.place("one.so")
        try plugin.host.reload("versioned")
        #expect(plugin.host.plugins == before)
    }

    @Test func fileWithoutARuleInUseIsRejected() throws {
        let plugin = try VersionedPlugin()
        try plugin.place(source: versionedSource("two", rules: ["left"]))
        let error = #expect(throws: PluginError.self) { try plugin.host.reload("versioned") }
        let unknown = "there is no rule 'versioned.right'; did you mean 'versioned.left'?"
        #expect(
            error?.description
                == "cannot load plugin '\(plugin.path)' at stage register: found rules that do "
                + "not fit validators in use (error[rule.unknown] a: \(unknown), "
                + "error[rule.unknown] b: \(unknown)), expected every rule and argument that is in "
                + "use; put them back, or change the validators first")
        #expect(plugin.versions == plugin.one)
        #expect(plugin.registry.allDefinitions.count == 2)
        // It is initialized, and taken as it is once the rule is not used any more.
        guard case .success(let loaded) = plugin.host.plugins[0] else { throw Unexpected() }
        #expect(loaded.version == "1.0.0-one" && loaded.versionsHeld == 2)
        try plugin.manager.replaceValidators(
            with: RuleSet(Field("a", RuleExpression("versioned.left"))))
        #expect(try plugin.host.reload("versioned").versionsHeld == 2)
        #expect(plugin.versions == plugin.two)
    }

    private struct Unexpected: Error {}

    @Test func fileOfAnotherPluginIsRejected() throws {
        let plugin = try VersionedPlugin()
        try plugin.place(source: pluginSource())
        let error = #expect(throws: PluginError.self) { try plugin.host.reload("versioned") }
        #expect(
            error?.description
                == "cannot load plugin '\(plugin.path)' at stage register: found the id 'hostile', "
                + "expected the id 'versioned' of the plugin that is reloaded; "
                + "load it as a plugin of its own")
        #expect(plugin.versions == plugin.one)
    }

    @Test func pluginThatIsNotLoadedCannotBeReloaded() throws {
        let plugin = try VersionedPlugin()
        let error = #expect(throws: PluginError.self) { try plugin.host.reload("other") }
        #expect(
            error?.description
                == "cannot load plugin 'other' at stage open: found no loaded plugin with this id "
                + "or path, expected one of 'versioned'; load the plugin first")
        #expect(throws: PluginError.self) { try PluginHost().reload("other") }
    }

    @Test func managersOfTheRegistrySwitchWithIt() throws {
        let plugin = try VersionedPlugin()
        let other = try VersionedPlugin.manager(plugin.registry)
        try plugin.place("two.so")
        try plugin.host.reload("versioned")
        let versions = VersionedPlugin.versions(of: other.validate(["a": 1, "b": 2]))
        #expect(versions.count == 4 && Set(versions) == plugin.two)
        #expect(plugin.versions == plugin.two)
    }

    @Test func sameBytesWithOtherSettingsAreAnotherVersion() throws {
        let workshop = try Workshop()
        let path = try workshop.compile(
            pluginSource(
                """
                static const assay_parameter bonus = {.struct_size = sizeof bonus,
                    .type = ASSAY_PARAM_INTEGER, .name = STR("bonus"), .summary = STR("added")};
                static const assay_parameter *const settings[] = {&bonus};
                static long long added;
                static assay_rc start(const assay_host *host, const assay_call *call,
                                      const assay_value *config, void **state) {
                    added = config->as.members[0].value.as.i64;
                    return ASSAY_OK;
                }
                #define PLUGIN .init = start, .configuration_count = 1, .configuration = settings
                #define EVALUATE out[0].status = \\
                    (batch->columns[0][0].as.i64 + added) % 2 ? ASSAY_FAIL : ASSAY_PASS;
                """))
        let host = PluginHost(configurations: ["hostile": ["bonus": 1], "other": ["bonus": 2]])
        let registry = RuleRegistry()
        try host.load(path: path, into: registry)
        let rule = RuleExpression("hostile.even")
        #expect(try failures(of: rule, in: registry, [1]) == [[]])
        #expect(try host.reload("hostile", configuration: ["bonus": 2]).versionsHeld == 2)
        #expect(try failures(of: rule, in: registry, [1]) == [["hostile.even.odd"]])
        #expect(try host.reload("hostile").versionsHeld == 3)
        #expect(try host.reload("hostile", configuration: ["bonus": 1]).versionsHeld == 4)
        #expect(try failures(of: rule, in: registry, [1]) == [[]])
        #expect(throws: PluginError.self) {
            try host.reload("hostile", configuration: ["bonsu": 2])
        }
    }
}

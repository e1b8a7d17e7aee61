// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayPluginKit
import Testing

/// Plugins on `AssayPluginKit`.
@Suite struct SwiftKitTests {
    @Test func rulesDoWhatTheirLanguageHasToDo() throws {
        let registry = RuleRegistry()
        let table = try #require(KitPlugin.table())
        try registry.register(
            table, from: .plugin(id: "kit", version: "1.0.0", path: "libkit.so"))
        try KitExpectations.expectToHold(registry)
    }

    @Test func missingHostGetsNoTable() {
        #expect(KitPlugin.kit.table(for: nil) == nil)
    }

    @Test func exampleWithAnUnknownCodeIsRejected() throws {
        let error = #expect(throws: PluginTableError.self) {
            try RuleRegistry().register(
                try #require(KitPlugin.misspelled()),
                from: .plugin(id: "kit", version: "1.0.0", path: "libkit.so"))
        }
        #expect(
            error?.description
                == "rule 0 'odd', example 0: found code 4294967295, expected one of 1 codes")
    }

    private func limits() throws -> UnsafePointer<assay_plugin> {
        try #require(KitPlugin.table(of: KitPlugin.limits))
    }

    @Test func settingsThatCannotBeUsedAreRejected() throws {
        for (note, text) in [
            (assay_value(), "above 1000 bytes"), (.text(": 1200"), "above 1000 bytes: 1200"),
        ] {
            let problem = #expect(throws: Workshop.Problem.self) {
                try DirectPlugin(
                    table: try limits(), settings: [.integer(100), .integer(1), note])
            }
            #expect(problem?.description == text)
        }
    }

    @Test func rulesSeeTheSettings() throws {
        for (unit, spare, statuses) in [
            (0, 0, [ASSAY_PASS, ASSAY_PASS, ASSAY_FAIL]),
            (0, 1, [ASSAY_PASS, ASSAY_FAIL, ASSAY_FAIL]),
            (1, 0, [ASSAY_PASS, ASSAY_PASS, ASSAY_PASS]),
        ] as [(Int64, Int64, [UInt32])] {
            let plugin = try DirectPlugin(
                table: try limits(), settings: [.integer(2), .integer(unit), assay_value()])
            let outcome = try plugin.evaluate(
                rule: 0, [.integer(spare)], [.text("a"), .text("ab"), .text("abc")])
            #expect(outcome == .init(rc: ASSAY_OK, statuses: statuses, message: ""))
            plugin.stop()
        }
    }

    @Test func settingsAndTranslationsAreDeclared() throws {
        let table = try limits().pointee
        let names = (0..<Int(table.configuration_count)).compactMap { index in
            (table.configuration?[index]?.pointee.name).map { name in
                String(
                    decoding: UnsafeBufferPointer(start: name.ptr, count: Int(name.len)),
                    as: UTF8.self)
            }
        }
        #expect(names == ["bytes", "unit", "note"])
        let registry = RuleRegistry()
        try registry.register(
            try limits(), from: .plugin(id: "limits", version: "1.0.0", path: "liblimits.so"))
        #expect(
            registry.definition(for: "limits.small")?.codes.map(\.translations)
                == [["de": "kürzer", "fr": "plus court"]])
    }

    @Test func pluginBeyondTheLastFunctionForSettingsCannotBeUsed() throws {
        // What the tests of this library need takes its functions before there is none left.
        for plugin in [KitPlugin.limits, KitPlugin.calls] { _ = KitPlugin.table(of: plugin) }
        var problems: Set<String> = []
        for _ in 0..<5 {
            let plugin = Plugin(id: "limits", version: "1.0.0", settings: Limits.self, rules: [])
            let table = try #require(KitPlugin.table(of: plugin))
            do {
                _ = try DirectPlugin(table: table, settings: [.integer(1), .integer(0), .text("")])
            } catch let problem as Workshop.Problem { problems.insert(problem.description) }
        }
        #expect(
            problems
                == ["AssayPluginKit makes at most 4 plugins with settings in one library"])
    }

    @Test func pluginWithTooManyRulesCannotBeUsed() {
        #expect(
            KitPlugin.errorForTooManyRules()
                == "-4: AssayPluginKit makes at most 64 rules in one library; use several")
    }
}

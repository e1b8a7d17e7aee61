// SPDX-License-Identifier: Apache-2.0
import AssayCore
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

    @Test func exampleWithAnUnknownCodeIsRefused() throws {
        let error = #expect(throws: PluginTableError.self) {
            try RuleRegistry().register(
                try #require(KitPlugin.misspelled()),
                from: .plugin(id: "kit", version: "1.0.0", path: "libkit.so"))
        }
        #expect(
            error?.description
                == "rule 0 'odd', example 0: found code 4294967295, expected one of 1 codes")
    }

    @Test func pluginWithTooManyRulesRefusesToBeUsed() {
        #expect(
            KitPlugin.refusalOfTooManyRules()
                == "-4: AssayPluginKit makes at most 64 rules in one library; use several")
    }
}

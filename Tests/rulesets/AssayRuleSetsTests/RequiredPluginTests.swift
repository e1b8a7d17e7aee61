// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRuleSets
import Testing

/// What a rule set says of the plugins that it needs, against those that are loaded.
@Suite struct RequiredPluginTests {
    private static func registry(version: String) throws -> RuleRegistry {
        let registry = RuleRegistry()
        let rule = RuleDefinition(
            id: "fleet.vin", summary: "", parameters: [], kinds: .string, codes: [], examples: []
        ) { (_: Arguments) throws(RuleError) in throw RuleError("rule.unknown", "not made") }
        try registry.register(
            [rule], from: .plugin(id: "fleet", version: version, path: "plugins/fleet.so"))
        return registry
    }

    private static func issues(_ text: String, _ version: String) throws -> String? {
        let registry = try registry(version: version)
        do throws(RuleSetError) {
            let whole =
                text.hasSuffix("}")
                ? String(text.dropLast()) + #", "fields": {}}"# : text + "\nfields: {}"
            _ = try RuleSetLoader.load(whole, file: "f", registry: registry)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("fleet", "1.0.0-rc.1"), ("\"fleet >= 1.2, < 2\"", "1.10.0"), ("fleet ^1.2", "1.2.0+7"),
        ("'fleet >= 1.3.0-beta'", "1.3.0-rc.1"),
    ])
    func versionThatWillDoIsNoIssue(entry: String, version: String) throws {
        #expect(try Self.issues("assay: 1\nplugins: [\(entry)]", version) == nil)
        #expect(try Self.issues("assay: 1\nplugins:\n  - \(entry)", version) == nil)
    }

    @Test(arguments: [
        (
            "assay: 1\nplugins:\n  - fleet >= 1.2, < 2", "2.1.0",
            "f:3:5: error[plugin.version] the rule set needs the plugin 'fleet' >= 1.2, < 2, and 2.1.0 "
                + "is loaded (plugins/fleet.so); load another version of its library, or change the "
                + "requirement"
        ),
        (
            "assay: 1\nplugins: [\"fleet >= 1.2\"]", "1.3.0-rc.1",
            "f:2:11: error[plugin.version] the rule set needs the plugin 'fleet' >= 1.2, and 1.3.0-rc.1 "
                + "is loaded (plugins/fleet.so); load a release, or name the pre-release: "
                + "'fleet >= 1.3.0-rc.1'"
        ),
        (
            "{\"assay\": 1, \"plugins\": [\"fleeet ~1\"]}", "1.0.0",
            "f:1:26: error[plugin.missing] the rule set needs the plugin 'fleeet' ~1, which is not "
                + "loaded; load its library; the loaded plugins are fleet"
        ),
        (
            "assay: 1\nplugins: [fleet, fleet > 1]", "1.0.0",
            "f:2:18: error[plugin.version] the rule set needs the plugin 'fleet' > 1, and 1.0.0 is "
                + "loaded (plugins/fleet.so); load another version of its library, or change the "
                + "requirement"
        ),
    ])
    func anotherVersionIsAnIssueAtItsPlace(text: String, version: String, message: String) throws {
        #expect(try Self.issues(text, version) == message)
    }

    @Test(arguments: [
        (
            "assay: 1\nplugins: [fleet >= 1.2, < 2]",
            "f:2:25: error[plugin.requirement] expected the id of a plugin, found '<'; inside [ ], a "
                + "comma separates elements; put the whole requirement in quotes"
        ),
        (
            "assay: 1\nplugins:\n  - \"fl\\u0065et >= x\"",
            "f:3:20: error[plugin.requirement] 'x' is not a version; write it as MAJOR, MAJOR.MINOR or "
                + "MAJOR.MINOR.PATCH, such as 1.2.3 or 1.2.3-rc.1"
        ),
        (
            "{\"assay\": 1, \"plugins\": [\"fleet 1.2\"]}",
            "f:1:33: error[plugin.requirement] expected one of >=, >, <, <=, =, ^ and ~, found '1'; "
                + "write '^' before the version for what is compatible with it, '=' for it alone"
        ),
        (
            "assay: 1\nplugins: ['fleet >= 2, < 1', fleet@1]",
            "f:2:18: error[plugin.requirement] no version is '>= 2, < 1'; correct one of the "
                + "comparisons\nf:2:35: error[plugin.requirement] expected the end of the id or a space, "
                + "found '@'; write an id of letters, digits and '-'"
        ),
    ])
    func wrongRequirementIsAnIssueAtItsCharacter(text: String, message: String) throws {
        #expect(try Self.issues(text, "1.5.0") == message)
    }

    @Test func swiftCodeRequiresVersionsToo() throws {
        let error = #expect(throws: RuleSetError.self) {
            try ValidationPlan(
                RuleSet([], plugins: ["fleet > 1", "fleet", "fleet ="]),
                registry: Self.registry(version: "1.0.0"))
        }
        #expect(
            error?.description == """
                error[plugin.version] the rule set needs the plugin 'fleet' > 1, and 1.0.0 is loaded \
                (plugins/fleet.so); load another version of its library, or change the requirement
                error[plugin.requirement] the plugin 'fleet =': expected a version, found the end; such \
                as 1.2 or 1.2.3
                """)
    }
}

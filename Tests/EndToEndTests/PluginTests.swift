// SPDX-License-Identifier: Apache-2.0
import Testing

/// Rules from the plugins that the package builds.
@Suite struct PluginTests {
    @Test func ruleSetUsesRulesOfPlugins() throws {
        let workshop = try Workshop()
        try workshop.write(
            """
            assay: 1
            plugins: [booking, taxId, template]
            fields:
              reference: booking.reference
              leaves: booking.stay(from=arrives, maxNights=3)
              tax: taxId.de
              rooms: template.even

            """, to: "r.yaml")
        let result = try RuleShellTool.run(
            [
                "validate", "-r", "r.yaml", "-f", "concise", "--plugin",
                try RuleShellTool.product("libAssayBookingPlugin.so"), "--plugin",
                try RuleShellTool.product("libAssayTaxIdPlugin.so"), "--plugin",
                try RuleShellTool.product("libAssayTemplatePlugin.so"),
            ], in: workshop,
            input: """
                {"reference":"AB-1234567-B","arrives":"2030-07-01","leaves":"2030-07-03","rooms":2}
                {"reference":"AB-1234567-C","arrives":"2030-07-01","leaves":"2030-07-09","rooms":3,"tax":"1"}

                """)
        #expect(
            result.output == """
                -:2:14: error[booking.reference.check] /reference must end with the right check letter: "AB-1234567-C"
                -:2:61: error[booking.stay.tooLong] /leaves must be at most 3 nights after the arrival, not 8: "2030-07-09"
                -:2:90: error[taxId.de.format] /tax must be 11 digits that do not start with 0: "1"
                -:2:82: error[template.even.odd] /rooms must be even: 3

                """)
        #expect(result.status == 1)
    }

    @Test func pluginIsTheSourceOfItsRules() throws {
        let path = try RuleShellTool.product("libAssayTemplatePlugin.so")
        let result = try RuleShellTool.run(["rules", "template.*", "--plugin", path])
        #expect(result.output.hasPrefix("template.even\n  An even integer\n"))
        #expect(result.output.hasSuffix("  source: plugin template 1.0.0 (\(path))\n"))
    }

    @Test func pluginRuleCanBeTried() throws {
        let path = try RuleShellTool.product("libAssayTemplatePlugin.so")
        let result = try RuleShellTool.run(["try", "--plugin", path, "template.even", "2", "3"])
        #expect(
            result.output == "valid 2\ninvalid 3\n  error[template.even.odd] must be even\n")
        #expect(result.status == 1)
    }

    @Test func missingPluginFailsToLoadAtItsStage() throws {
        let result = try RuleShellTool.run(["rules", "--plugin", "missing.so"], in: try Workshop())
        #expect(result.status == 2)
        #expect(
            result.errors.hasPrefix(
                "ruleshell: error[plugin.open] cannot load plugin 'missing.so': found "))
    }
}

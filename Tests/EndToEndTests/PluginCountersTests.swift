// SPDX-License-Identifier: Apache-2.0
import Testing

/// What plugins count, in the statistics of `validate`.
@Suite struct PluginCountersTests {
    private func validate(_ options: String...) throws -> ProcessResult {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nplugins: [taxId]\nfields:\n  a: taxId.fr\n  b: taxId.fr\n", to: "r.yaml")
        return try RuleShellTool.run(
            [
                "validate", "-r", "r.yaml", "-f", "concise", "--summary", "-", "--plugin",
                try RuleShellTool.product("libAssayTaxIdPlugin.so"),
            ] + options, in: workshop,
            input: """
                {"a":"3023217600053","b":"3023217600053"}
                {"a":"1"}

                """)
    }

    @Test(arguments: ["1", "2"])
    func countersFollowTheStatistics(jobs: String) throws {
        let result = try validate("--stats", "-j", jobs)
        #expect(
            result.errors.hasSuffix("counters of plugins\n  3  taxId  fr.checked\n"),
            "\(result.errors)")
        #expect(
            result.output.contains(
                #"],"counters":[{"plugin":"taxId","name":"fr.checked","value":3}]}"#),
            "\(result.output)")
    }

    @Test func countersAreOffWithoutTheOption() throws {
        let result = try validate()
        #expect(!result.output.contains("counters"))
        #expect(!result.errors.contains("counters"))
    }
}

// SPDX-License-Identifier: Apache-2.0
import Testing

/// The options of `ruleshell plugin check` with which an author follows a finding.
@Suite(.enabled(if: Toolchain.has("cc"), "no cc"))
struct PluginCheckOptionTests {
    private let author: AuthorFolder

    /// One of two rules crashes on the number 256.
    private static let source = """
        #include "assay_plugin_c.h"
        static assay_verdict good(const assay_value *value) {
            return assay_pass_if(value->as.i64 % 2 == 0, 0);
        }
        static assay_verdict bad(const assay_value *value) {
            if (value->as.i64 == 256) *(volatile int *)0 = 1;
            return assay_pass_if(value->as.i64 % 2 == 0, 0);
        }
        ASSAY_RULE(good, "Even", ASSAY_KIND_BIT(ASSAY_I64), good,
                   ASSAY_CODES(ASSAY_CODE("good.odd", "must be even")),
                   ASSAY_EXAMPLES(ASSAY_VALID("2", "good"), ASSAY_INVALID(0, "1", "good")));
        ASSAY_RULE(bad, "Even", ASSAY_KIND_BIT(ASSAY_I64), bad,
                   ASSAY_CODES(ASSAY_CODE("bad.odd", "must be even")),
                   ASSAY_EXAMPLES(ASSAY_VALID("2", "bad"), ASSAY_INVALID(0, "1", "bad")));
        ASSAY_PLUGIN("acme", "1.2.0", ASSAY_RULES(&assay_rule_good, &assay_rule_bad));
        """

    init() throws {
        author = try AuthorFolder()
        try author.build(Self.source)
    }

    private func check(_ arguments: String...) throws -> ProcessResult {
        try author.run(
            ["plugin", "check", "--seed", "1", "--quick", "--only", "kinds", "acme.so"] + arguments)
    }

    @Test(arguments: ["bad", "acme.bad"])
    func onlyTheRuleOfTheFilterIsChecked(rule: String) throws {
        let found = try check("--filter", rule)
        #expect(found.output.contains("  rule        acme.bad\n"))
        #expect(found.output.contains("--quick --filter acme.bad --only kinds\n"))
        #expect(found.status == 1)
    }

    @Test(arguments: [[], ["--in-process"]])
    func otherRuleIsNotChecked(options: [String]) throws {
        let passed = try author.run(
            ["plugin", "check", "--seed", "1", "--quick", "--filter", "good", "acme.so"] + options)
        #expect(passed.output.hasSuffix("\npassed: 23 checks\n"), "\(passed.output)")
        #expect(passed.status == 0)
    }

    @Test func filterOfNoRuleIsAnError() throws {
        let result = try check("--filter", "goood")
        #expect(
            result.errors == """
                ruleshell: error[usage] the plugin has no rule 'goood'
                help: did you mean 'acme.good'?

                """)
        #expect(result.status == 2)
    }

    @Test func crashInTheProcessEndsIt() throws {
        let result = try check("--filter", "bad", "--in-process")
        #expect(result.status == 128 + 11 || result.status == -11, "\(result.status)")
        #expect(result.output == "")
    }
}

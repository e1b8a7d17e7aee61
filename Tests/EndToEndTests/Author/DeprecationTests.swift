// SPDX-License-Identifier: Apache-2.0
import Testing

/// What a plugin says of itself and calls deprecated: where people meet it.
@Suite(.enabled(if: Toolchain.has("cc"), "no cc"))
struct DeprecationTests {
    private let author: AuthorFolder

    private static let source = #"""
        #include "assay_plugin_c.h"
        static assay_verdict check(const assay_value *value) {
            return assay_pass_if(value->as.i64 % 2 == 0, 0);
        }
        ASSAY_RULE(even, "An even integer", ASSAY_KIND_BIT(ASSAY_I64), check,
                   ASSAY_CODES(ASSAY_CODE_WITH("even.odd", "must be even",
                                               .deprecation = ASSAY_STR_LITERAL("even.uneven"))),
                   ASSAY_EXAMPLES(ASSAY_VALID("2", "even"), ASSAY_INVALID(0, "-3", "even")),
                   .deprecation = ASSAY_STR_LITERAL("multipleOf(2)"));
        ASSAY_PLUGIN("acme", "1.2.0", ASSAY_RULES(&assay_rule_even), ASSAY_VENDOR("A & B"),
                     ASSAY_URL("https://acme.example/a"), ASSAY_LICENSE("Apache-2.0"),
                     .minimum_host = ASSAY_STR_LITERAL("0.1.0"));
        """#

    init() throws {
        author = try AuthorFolder()
        try author.build(Self.source)
        try author.folder.write("assay: 1\nfields: { a: acme.even }\n", to: "r.yaml")
    }

    private func run(_ arguments: String...) throws -> ProcessResult {
        try author.folder.run(RuleShellTool.product("ruleshell"), arguments)
    }

    @Test func checkWarnsOfADeprecatedRule() throws {
        let result = try run("check", "--plugin", "acme.so", "r.yaml")
        #expect(result.status == 1)
        #expect(
            result.output.contains(
                "r.yaml:2:14: warning[lint.deprecated] a: acme.even is deprecated\n"))
        #expect(result.output.contains("help: use multipleOf(2)\n"))
    }

    @Test func deprecatedRuleStillValidates() throws {
        let result = try run("try", "--plugin", "acme.so", "acme.even", "3")
        #expect(result.status == 1)
        #expect(result.output.contains("error[acme.even.odd] must be even"))
    }

    @Test func rulesAndInspectSayIt() throws {
        try #require(try author.plugin("stamp", "acme.so").status == 0)
        let inspected = try author.plugin("inspect", "acme.so").output
        let listed = try run("rules", "acme.even", "--plugin", "acme.so").output
        for text in [inspected, listed] {
            #expect(text.contains("\n  deprecated: use multipleOf(2)\n"))
            #expect(text.contains("acme.even.odd: must be even (deprecated: use even.uneven)\n"))
        }
        #expect(
            inspected.contains(
                """
                  vendor: A & B
                  url: https://acme.example/a
                  license: Apache-2.0
                  needs a host of: 0.1.0

                """))
    }

    @Test func listSaysWhereThePluginComesFrom() throws {
        #expect(
            try author.plugin("list", "acme.so")
                == ProcessResult(
                    status: 0,
                    output: """
                        acme 1.2.0: acme.so
                          vendor: A & B
                          url: https://acme.example/a
                          license: Apache-2.0
                          rules: acme.even
                          versions held: 1

                        """, errors: ""))
        let origin = #""vendor":"A & B","url":"https://acme.example/a","license":"Apache-2.0""#
        #expect(
            try author.plugin("list", "--json", "acme.so").output
                == #"{"plugins":[{"status":"loaded","path":"acme.so","id":"acme","version":"1.2.0","#
                + origin + #","rules":["acme.even"],"versionsHeld":1}]}"# + "\n")
    }
}

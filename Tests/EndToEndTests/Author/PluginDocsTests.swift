// SPDX-License-Identifier: Apache-2.0
import Testing

/// `ruleshell plugin docs`: a page from the manifest, in which no text of the plugin is markup.
@Suite(.enabled(if: Toolchain.has("cc"), "no cc"))
struct PluginDocsTests {
    private let author: AuthorFolder

    private static func source(summary: String, message: String = "must be `even` | <b>") -> String
    {
        #"""
        #include "assay_plugin_c.h"
        static assay_verdict check(const assay_value *value) {
            return assay_pass_if(value->as.i64 % 2 == 0, 0);
        }
        ASSAY_RULE(even, "\#(summary)", ASSAY_KIND_BIT(ASSAY_I64), check,
                   ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_STRING, "unit", "a *unit* of [it](x)",
                                                    ASSAY_DEFAULT_TEXT("a|`b"))),
                   ASSAY_CODES(ASSAY_CODE_WITH("even.odd", "\#(message)", ASSAY_TRANSLATIONS(
                       {ASSAY_STR_LITERAL("de"), ASSAY_STR_LITERAL("1. @user #1 https://x.example")}))),
                   ASSAY_EXAMPLES(ASSAY_VALID("2", "even"), ASSAY_INVALID(0, "-3", "even(\"x|y\")")),
                   .deprecation = ASSAY_STR_LITERAL("even2 | *more*"));
        ASSAY_PLUGIN("acme", "1.0.0", ASSAY_RULES(&assay_rule_even), .vendor = ASSAY_STR_LITERAL("A & B"),
                     .url = ASSAY_STR_LITERAL("https://acme.example/a"),
                     .license = ASSAY_STR_LITERAL("Apache-2.0"),
                     .minimum_host = ASSAY_STR_LITERAL("0.1.0"));
        """#
    }

    init() throws {
        author = try AuthorFolder()
    }

    private func build(_ summary: String) throws {
        try author.build(Self.source(summary: summary))
        try #require(try author.plugin("stamp", "acme.so").status == 0)
    }

    @Test func pageEscapesWhatIsMarkup() throws {
        try build("- An _even_ <img src=x> & more")
        let result = try author.plugin("docs", "acme.so")
        #expect(
            result
                == ProcessResult(
                    status: 0,
                    output: #"""
                        # acme 1.0.0

                        <!-- Written by 'ruleshell plugin docs' from the plugin's manifest; changes are lost. -->

                        - Vendor: A &#38; B
                        - License: Apache-2.0
                        - Web: <https://acme.example/a>
                        - Contract: 1.2
                        - Host: 0.1.0 or later

                        ## Rules

                        ### `acme.even`

                        **Deprecated**; use instead: even2 &#124; &#42;more&#42;

                        &#45; An &#95;even&#95; &#60;img src=x&#62; &#38; more

                        <code>acme.even(unit:&#32;string&#32;=&#32;"a&#124;&#96;b")</code>

                        Values: a number.

                        | parameter | takes | default | meaning |
                        | --- | --- | --- | --- |
                        | `unit` | a string | <code>"a&#124;&#96;b"</code> | a &#42;unit&#42; of &#91;it&#93;(x) |

                        | code | language | message |
                        | --- | --- | --- |
                        | `acme.even.odd` | en | must be &#96;even&#96; &#124; &#60;b&#62; |
                        |  | de | 1&#46; &#64;user &#35;1 https:&#47;/x.example |

                        | example | value | result |
                        | --- | --- | --- |
                        | `acme.even` | `2` | passes |
                        | <code>acme.even("x&#124;y")</code> | `-3` | fails: `acme.even.odd` |

                        """#, errors: ""))
    }

    @Test func pageThatIsNotCurrentEndsWithOne() throws {
        try build("An even integer")
        let check = { try author.plugin("docs", "acme.so", "--output", "RULES.md", "--check") }
        #expect(
            try check()
                == ProcessResult(
                    status: 1, output: "",
                    errors: """
                        ruleshell: error[docs.stale] there is no 'RULES.md'
                        help: write it: ruleshell plugin docs acme.so --output RULES.md

                        """))
        let quiet = ProcessResult(status: 0, output: "", errors: "")
        #expect(try author.plugin("docs", "acme.so", "--output", "RULES.md") == quiet)
        #expect(try check() == quiet)

        try build("An even number")
        #expect(
            try check()
                == ProcessResult(
                    status: 1, output: "",
                    errors: """
                        ruleshell: error[docs.stale] 'RULES.md' differs from the manifest of 'acme.so' from line 17
                        help: write it: ruleshell plugin docs acme.so --output RULES.md

                        """))
    }

    @Test func libraryWithoutManifestIsAnError() throws {
        try author.build(Self.source(summary: "An even integer"))
        #expect(
            try author.plugin("docs", "acme.so")
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[docs.manifest] 'acme.so' has no manifest
                        help: 'ruleshell plugin stamp' writes one

                        """))
    }

    @Test func wrongUseIsAnError() throws {
        try build("An even integer")
        let unnamed = try author.plugin("docs", "acme.so", "--check")
        #expect(
            unnamed.errors == """
                ruleshell: error[usage] --check needs the file to compare with
                help: name it with --output

                """)
        let lost = try author.plugin("docs", "acme.so", "--output", "acme.so")
        #expect(
            lost.errors == """
                ruleshell: error[output.collision] --output 'acme.so' would overwrite the library 'acme.so'
                help: name another file

                """)
        #expect([unnamed.status, lost.status] == [2, 2])
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayPluginChecker
import PluginWorkshop
import Testing

/// Examples that hold with other fields, or under settings of their own.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct ExampleCircumstanceTests {
    /// A rule about a value, the field `most` and the setting `bonus`.
    private static func source(examples: String) -> String {
        """
        #include "assay_plugin_c.h"
        #include <stdlib.h>

        static assay_rc start(const assay_host *host, const assay_call *call,
                              const assay_value *config, void **state) {
            int64_t *bonus = malloc(sizeof *bonus);
            *bonus = config->as.members[0].value.as.i64;
            if (*bonus == 99)
                abort();
            *state = bonus;
            return ASSAY_OK;
        }

        static assay_rc create(void *state, const assay_call *call, const assay_value *params,
                               void **inst) {
            *inst = state;
            return ASSAY_OK;
        }

        static assay_verdict check(const assay_value *value, const assay_row *row) {
            const assay_value *most = assay_field(row, 1);
            if (!most || most->kind != ASSAY_I64)
                return assay_skip();
            return assay_pass_if(value->as.i64 <= most->as.i64 + *(const int64_t *)row->inst, 0);
        }

        #define FIELDS(json) .fields = ASSAY_STR_LITERAL(json)
        #define SETTINGS(json) .settings = ASSAY_STR_LITERAL(json)
        #define EXAMPLE(status_, value_, ...) &(const assay_example) { \\
            .struct_size = sizeof(assay_example), .status = status_, \\
            .value = ASSAY_STR_LITERAL(value_), .expression = ASSAY_STR_LITERAL("amount(a.most)"), \\
            __VA_ARGS__ }
        ASSAY_ROW_RULE(amount, "An amount", ASSAY_KIND_BIT(ASSAY_I64), check, .create = create,
            ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_FIELD, "most", "", ASSAY_REQUIRED)),
            ASSAY_CODES(ASSAY_CODE("amount.large", "is too large")),
            ASSAY_EXAMPLES(\(examples)));
        ASSAY_PLUGIN("circumstances", "1.0.0", ASSAY_RULES(&assay_rule_amount), .init = start,
            .shutdown = free,
            ASSAY_CONFIGURATION(ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "bonus", "",
                                                ASSAY_DEFAULT_INTEGER(0))));
        """
    }

    private func findings(of examples: String) throws -> [String] {
        let workshop = try Workshop()
        let path = try workshop.compile(Self.source(examples: examples), to: "circumstances.so")
        let result = try #require(try check(path, only: ["examples"]).results.first)
        #expect(result.warnings.isEmpty)
        return result.findings.map { finding in
            "\(finding.place.settings ?? "-") \(finding.place.value ?? "-") "
                + "\(finding.found), not \(finding.expected)"
        }
    }

    @Test func examplesThatHoldPass() throws {
        #expect(
            try findings(
                of: #"""
                    EXAMPLE(ASSAY_PASS, "3", FIELDS("{\"a\": {\"most\": 3}}")),
                    EXAMPLE(ASSAY_FAIL, "4", FIELDS("{\"a\": {\"most\": 3}}")),
                    EXAMPLE(ASSAY_PASS, "4", FIELDS("{\"a\": {\"most\": 3}}"),
                            SETTINGS("{\"bonus\": 1}")),
                    EXAMPLE(ASSAY_FAIL, "9", FIELDS("{\"a\": {\"most\": 3}}"),
                            SETTINGS("{\"bonus\": 5}"))
                    """#) == [])
    }

    @Test func examplesThatDoNotHoldAreFoundWithTheirSettings() throws {
        let valid = #"EXAMPLE(ASSAY_PASS, "1", .status = ASSAY_PASS), "#
        #expect(
            try findings(
                of: valid + #"EXAMPLE(ASSAY_FAIL, "3", FIELDS("{\"a\": {\"most\": 3}}"))"#)
                == ["- 3 PASS, not FAIL (circumstances.amount.large)"])
        #expect(
            try findings(
                of: valid
                    + #"EXAMPLE(ASSAY_FAIL, "3", FIELDS("{\"a\": {\"most\": 2}}"), "#
                    + #"SETTINGS("{\"bonus\": 1}"))"#)
                == ["{\"bonus\":1} 3 PASS, not FAIL (circumstances.amount.large)"])
        // The plugin is started with these settings, in a process of its own.
        let crash = try findings(
            of: valid
                + #"EXAMPLE(ASSAY_FAIL, "3", FIELDS("{\"a\": {\"most\": 2}}"), "#
                + #"SETTINGS("{\"bonus\": 99}"))"#)
        #expect(
            crash == [
                "{\"bonus\":99} - SIGABRT while the plugin was started, "
                    + "not a function that returns"
            ])
    }
}

// SPDX-License-Identifier: Apache-2.0
import Testing

/// `ruleshell plugin test`: examples and files of cases through the contract, with coverage by code.
@Suite(.enabled(if: Toolchain.has("cc"), "no cc"))
struct PluginTestTests {
    private let author: AuthorFolder

    /// Has two rules, one of which crashes on 13, hangs on 14 and exits on 15; the other compares with a
    /// field.
    ///
    /// The setting `most` is the largest number that is small.
    private static let source = """
        #include "assay_plugin_c.h"
        #include <stdlib.h>
        enum { LARGE, NEGATIVE };
        static int64_t most;
        static assay_rc init(const assay_host *host, const assay_call *call, const assay_value *settings,
                             void **state) {
            (void)host;
            *state = 0;
            most = ((const assay_member *)settings->as.ptr)[0].value.as.i64;
            return most == 99 ? assay_reject(call, ASSAY_E_CONFIG, ASSAY_TEXT("99 is too many")) : ASSAY_OK;
        }
        static assay_verdict check(const assay_value *value) {
            if (value->as.i64 == 13) *(volatile int *)0 = 1;
            while (value->as.i64 == 14) {}
            if (value->as.i64 == 15) exit(0);
            if (value->as.i64 < 0) return assay_fail(NEGATIVE);
            return assay_pass_if(value->as.i64 <= most, LARGE);
        }
        ASSAY_RULE(small, "A small integer", ASSAY_KIND_BIT(ASSAY_I64), check,
                   ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_STRING, "unit", "of it", ASSAY_OPTIONAL)),
                   ASSAY_CODES(ASSAY_CODE("small.large", "must be small"),
                               ASSAY_CODE("small.negative", "must not be negative")),
                   ASSAY_EXAMPLES(ASSAY_VALID("2", "small"), ASSAY_INVALID(LARGE, "20", "small")));
        static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
            (void)state, (void)call;
            *inst = (void *)(uintptr_t)params[0].as.i64;
            return ASSAY_OK;
        }
        static assay_verdict compare(const assay_value *value, const assay_row *row) {
            const assay_value *other = assay_field(row, (int64_t)(uintptr_t)row->inst);
            return assay_pass_if(other && other->kind == value->kind && other->as.i64 == value->as.i64, 0);
        }
        ASSAY_ROW_RULE(same, "The integer of another field", ASSAY_KIND_BIT(ASSAY_I64), compare,
                   ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_FIELD, "field", "the other", ASSAY_REQUIRED)),
                   ASSAY_CODES(ASSAY_CODE("same.other", "must be {field}")), .create = create);
        ASSAY_PLUGIN("acme", "1.2.0", ASSAY_RULES(&assay_rule_small, &assay_rule_same), .init = init,
                     ASSAY_CONFIGURATION(ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "most", "that is small",
                                                         ASSAY_DEFAULT_INTEGER(10))));
        """

    init() throws {
        author = try AuthorFolder()
        try author.build(Self.source)
    }

    @Test func examplesAreCasesAndCoverageSaysWhatIsMissing() throws {
        let result = try author.plugin("test", "acme.so")
        #expect(
            result
                == ProcessResult(
                    status: 0,
                    output: """
                        acme 1.2.0 (acme.so)
                        examples 2/2
                        acme.small: 2 cases; 1 of 2 codes, 0 of 1 parameter, 0 of 4 wrong kinds
                          codes that no case produces: acme.small.negative
                          parameters that no case gives: unit
                          kinds that no case shows to be rejected: boolean, string, array, object
                        acme.same: 0 cases; 0 of 1 code, 0 of 1 parameter, 0 of 4 wrong kinds
                          codes that no case produces: acme.same.other
                          parameters that no case gives: field
                          kinds that no case shows to be rejected: boolean, string, array, object
                        passed: 2 cases

                        """, errors: ""))
    }

    private static let cases = """
        rule: acme.small
        cases:
          - {value: -1, args: {unit: m}, expect: .negative}
          - {value: "2", expect: .kind}
          - {value: true, expect: .kind}
          - {value: 0.5, expect: .kind}
          - {value: [1], expect: .kind}
          - {value: {a: 1}, expect: acme.small.kind /value}
          - {name: another setting, value: 20, settings: {most: 30}, valid: true}
          - {name: the other field, expression: acme.same(start), value: 3, fields: {start: 3}, valid: true}
          - {expression: acme.same(start), value: 3, fields: {start: 4}, expect: acme.same.other}
          - {rule: acme.same, args: {field: start}, value: 3, valid: false}
        """

    @Test func casesHaveArgumentsFieldsAndSettings() throws {
        try author.folder.write(Self.cases, to: "cases.yaml")
        let result = try author.plugin("test", "--require-coverage", "acme.so", "cases.yaml")
        #expect(
            result
                == ProcessResult(
                    status: 0,
                    output: """
                        acme 1.2.0 (acme.so)
                        examples 2/2
                        cases.yaml 10/10
                        acme.small: 9 cases; 2 of 2 codes, 1 of 1 parameter, 4 of 4 wrong kinds
                        acme.same: 3 cases; 1 of 1 code, 1 of 1 parameter, 0 of 4 wrong kinds
                          kinds that no case shows to be rejected: boolean, string, array, object
                        passed: 12 cases

                        """, errors: ""))
    }

    /// Since 1.1 of the contract.
    @Test func examplesHaveFieldsAndSettings() throws {
        try author.build(
            Self.source.replacing(
                #".create = create);"#,
                with: #"""
                    .create = create,
                               ASSAY_EXAMPLES(&(const assay_example){
                                   .struct_size = sizeof(assay_example), .status = ASSAY_PASS,
                                   .value = ASSAY_STR_LITERAL("3"), .expression = ASSAY_STR_LITERAL("same(b)"),
                                   .fields = ASSAY_STR_LITERAL("{\"b\": 3}")}));
                    """#
            ).replacing(
                #"ASSAY_INVALID(LARGE, "20", "small")"#,
                with: #"""
                    &(const assay_example){
                        .struct_size = sizeof(assay_example), .status = ASSAY_PASS,
                        .value = ASSAY_STR_LITERAL("20"), .expression = ASSAY_STR_LITERAL("small"),
                        .settings = ASSAY_STR_LITERAL("{\"most\": 20}")}
                    """#))
        let result = try author.plugin("test", "acme.so")
        #expect(result.output.contains("\nexamples 3/3\n"), "\(result.output) \(result.errors)")
        #expect(result.status == 0)
    }

    @Test func codeWithoutCaseEndsWithOneIfCoverageIsRequired() throws {
        let result = try author.plugin("test", "--require-coverage", "acme.so")
        #expect(
            result.errors == """
                ruleshell: error[plugin.coverage] no case produces all codes of acme.small, acme.same
                help: add a case for each code that is listed, such as {rule: acme.small, value: VALUE, \
                expect: acme.small.negative}

                """)
        #expect(result.status == 1)
    }

    /// As after a second rule was added to the plugin of a template.
    @Test func casesThatDoNotSayForWhichRuleAreNamedOnce() throws {
        try author.folder.write(
            "cases:\n  - {value: 1, valid: true}\n  - {value: 20, expect: .large}\n"
                + "  - {rule: acme.small, value: 2, valid: true}\n", to: "c.yaml")
        let result = try author.plugin("test", "acme.so", "c.yaml")
        #expect(
            result.errors == """
                c.yaml:2:5: error[fixture.form] 2 cases do not say for which rule of the plugin
                help: write 'rule: acme.small' above 'cases:', or in each case; the rules are \
                acme.small, acme.same

                """)
        #expect(result.output.contains("\nc.yaml 1/1\n"))
        #expect(result.status == 2)
    }

    @Test func crashesAndDisagreementsAreCases() throws {
        try author.folder.write(
            """
            {"name":"wrong","rule":"acme.small","value":1,"expect":".negative"}
            {"rule":"acme.small","value":13,"valid":true}
            {"rule":"acme.small","value":14,"valid":true}
            {"rule":"acme.small","value":15,"valid":true}
            {"rule":"acme.small","value":3,"settings":{"most":99},"valid":true}
            {"expression":"acme.smal","value":3,"valid":true}
            {"id":7,"rule":"acme.small","value":3,"valid":true}

            """, to: "cases.jsonl")
        let result = try author.plugin("test", "acme.so", "cases.jsonl")
        let lines = result.output.split(separator: "\n").prefix(9).joined(separator: "\n")
        #expect(
            lines == """
                acme 1.2.0 (acme.so)
                examples 2/2
                cases.jsonl 1/7
                  cases.jsonl:1:1: wrong: missing acme.small.negative
                  cases.jsonl:2:1: the plugin ended its process: SIGSEGV
                  cases.jsonl:3:1: the plugin ended its process: no return within 2000 ms
                  cases.jsonl:4:1: the plugin ended its process: an exit with status 0
                  cases.jsonl:5:1: plugin.initialize: found ASSAY_E_CONFIG (99 is too many), expected ASSAY_OK \
                from the plugin's init
                  cases.jsonl:6:1: rule.unknown: there is no rule 'acme.smal'
                """)
        #expect(result.output.hasSuffix("\nfailed: 6 of 9 cases\n"))
        #expect(result.errors == "")
        #expect(result.status == 1)
    }

    @Test func resultsAreJSON() throws {
        try author.folder.write(
            "cases:\n  - {expression: acme.small, value: 1, valid: false}", to: "c.yaml")
        let result = try author.plugin("test", "--json", "acme.so", "c.yaml")
        #expect(
            result.output == """
                {"plugin":{"id":"acme","version":"1.2.0","path":"acme.so"},"passed":false,"cases":[\
                {"of":"examples","passed":2,"total":2,"disagreements":[]},\
                {"of":"c.yaml","passed":0,"total":1,"disagreements":[{"case":"c.yaml:2:5",\
                "missing":["a violation"],"unexpected":[],"error":null}]}],\
                "coverage":{"complete":false,"rules":[\
                {"rule":"acme.small","cases":3,"codes":{"produced":["acme.small.large"],\
                "never":["acme.small.negative"]},"parameters":{"given":[],"never":["unit"]},\
                "kinds":{"rejected":[],"never":["boolean","string","array","object"]}},\
                {"rule":"acme.same","cases":0,"codes":{"produced":[],"never":["acme.same.other"]},\
                "parameters":{"given":[],"never":["field"]},\
                "kinds":{"rejected":[],"never":["boolean","string","array","object"]}}]}}

                """)
        #expect(result.status == 1)
    }

    @Test(arguments: [
        (
            "cases:\n  - {valid: true}", 5, "a case must have either 'record' or 'expression'"
        ),
        (
            "cases:\n  - {rule: a, expression: b, valid: true}", 5,
            "a case with 'expression' has no 'rule'"
        ),
        (
            "cases:\n  - {record: {}, args: {}, valid: true}", 5,
            "a case with 'record' has no 'args'"
        ),
        (
            "cases:\n  - {rule: a, fields: {value: 1}, valid: true}", 23,
            "'fields' has 'value', which is the value itself"
        ),
        ("cases:\n  - {expression: a, expect: .b}", 29, "'.b' is not a code of any rule"),
        ("cases:\n  - {rule: a, settings: 1, valid: true}", 25, "'settings' is not an object"),
    ])
    func otherFormsAreIssues(text: String, column: Int, message: String) throws {
        try author.folder.write(text, to: "c.yaml")
        let result = try author.plugin("test", "acme.so", "c.yaml")
        #expect(
            result.errors == """
                c.yaml:2:\(column): error[fixture.form] \(message)
                help: 'ruleshell help test' shows the form of fixtures

                """)
        #expect(result.status == 2)
    }

    @Test func fileThatIsMissingIsAnError() throws {
        let result = try author.plugin("test", "acme.so", "none.yaml")
        #expect(result.errors.contains("error[input.unreadable]"), "\(result.errors)")
        #expect(result.output.hasSuffix("passed: 2 cases\n"))
        #expect(result.status == 3)
    }

    @Test(arguments: ["1", "{"])
    func settingsThatAreNoObjectAreAnError(text: String) throws {
        let result = try author.plugin("test", "acme.so", "--configuration", text)
        #expect(result.errors.hasPrefix("ruleshell: error[usage] the configuration is not "))
        #expect(result.errors.hasSuffix("help: give an object such as '{\"name\": 1}'\n"))
        #expect(result.status == 2)
    }

    @Test func settingsOfTheCommandAreThoseOfCasesWithoutAny() throws {
        let result = try author.plugin("test", "acme.so", "--configuration", "{\"most\": 1}")
        #expect(result.output.contains("  acme.small of 2: found acme.small.large /value\n"))
        #expect(result.status == 1)
    }

    /// The same files work with `ruleshell test`, but for settings.
    @Test func casesAreThoseOfTest() throws {
        try author.folder.write(Self.cases, to: "cases.yaml")
        let result = try author.folder.run(
            try RuleShellTool.product("ruleshell"),
            ["test", "--plugin", "acme.so", "cases.yaml"])
        #expect(
            result.output == """
                cases.yaml 9/10
                  cases.yaml:9:5: another setting: settings: cases with 'settings' are for \
                'ruleshell plugin test'

                """)
        #expect(result.status == 1)
    }
}

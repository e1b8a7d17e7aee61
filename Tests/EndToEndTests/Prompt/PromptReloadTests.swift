// SPDX-License-Identifier: Apache-2.0
import PluginWorkshop
import Testing

/// `:reload` at the prompt, and what it says.
@Suite(.enabled(if: !Compiler.c.isEmpty, "SKIPPED: no C compiler on PATH"))
struct PromptReloadTests {
    private let workshop: Workshop

    /// A folder with a plugin whose rule `least.value` takes numbers from the setting `number` on.
    init() throws {
        workshop = try Workshop()
        let file = try workshop.write(
            """
            #include "assay_plugin_c.h"
            static int64_t least;
            static assay_verdict check(const assay_value *value) {
                return assay_pass_if(value->as.i64 >= least, 0);
            }
            static assay_rc start(const assay_host *host, const assay_call *call,
                                  const assay_value *config, void **state) {
                (void)host, (void)call, (void)state;
                least = config->as.members[0].value.as.i64;
                return ASSAY_OK;
            }
            ASSAY_RULE(value, "A number", ASSAY_KIND_BIT(ASSAY_I64), check,
                       ASSAY_CODES(ASSAY_CODE("value.small", "must be larger")),
                       ASSAY_EXAMPLES(ASSAY_VALID("2", "value")));
            ASSAY_PLUGIN("least", "1.0.0", ASSAY_RULES(&assay_rule_value),
                         ASSAY_CONFIGURATION(ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "number",
                                                             "the least number", ASSAY_REQUIRED)),
                         .init = start);
            """, to: "least.c")
        try #require(Compiler.c.first).build([file], to: workshop.path + "/least.so")
        try workshop.write("least: { number: 1 }\n", to: "settings.yaml")
    }

    private func start() throws -> ChildProcess {
        try RuleShellTool.start(
            [
                "repl", "--plugin", "least.so", "--plugin-config", "settings.yaml", "--keep-going",
            ], in: workshop)
    }

    /// Types lines and takes as many lines of the answer as are expected.
    private func expect(
        _ lines: [String], _ answer: [String], of process: ChildProcess,
        location: SourceLocation = #_sourceLocation
    ) throws {
        try process.write(lines.map { $0 + "\n" }.joined())
        for line in answer {
            #expect(try process.readLine() == line + "\n", sourceLocation: location)
        }
    }

    @Test func settingsAreReadAgain() throws {
        let process = try start()
        try expect(["least.value 2"], ["valid 2"], of: process)
        try workshop.write("least: { number: 5 }\n", to: "settings.yaml")
        try expect(
            [":reload least", "least.value 2"],
            [
                "reloaded least 1.0.0: least.value", "invalid 2",
                "  error[least.value.small] must be larger",
            ], of: process)
        try workshop.write("least: { number: 2 }\n", to: "settings.yaml")
        try expect(
            [":reload", "least.value 2"], ["reloaded least 1.0.0: least.value", "valid 2"],
            of: process)
        #expect(try process.finish() == ProcessResult(status: 0, output: "", errors: ""))
    }

    @Test func settingsThatAreMissingOrOfNoPluginAreErrors() throws {
        let process = try start()
        try expect(["least.value 2"], ["valid 2"], of: process)
        try workshop.write("{}\n", to: "settings.yaml")
        try expect([":reload", "least.value 2"], ["valid 2"], of: process)
        try workshop.write("lest: { number: 1 }\n", to: "settings.yaml")
        try expect([":reload", "least.value 2"], ["valid 2"], of: process)
        let errors = try process.finish().errors
        #expect(
            errors.contains(
                "-:2:1: error[plugin.configure] cannot load plugin 'least.so': "
                    + "found no 'number'"))
        #expect(
            errors.contains(
                "error[plugin.configuration] there are settings for the plugin 'lest', which is not"
            ))
    }
}

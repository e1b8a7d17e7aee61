// SPDX-License-Identifier: Apache-2.0
import PluginWorkshop
import Testing

/// A plugin cannot end a run as if all had been valid.
@Suite struct PluginExitTests {
    /// A plugin with the rule `leaver.even`, which does something before it checks a number.
    private static func source(_ action: String) -> String {
        """
        #include "assay_plugin_c.h"
        #include <stdlib.h>
        #include <unistd.h>
        static void leave(void) { _exit(0); }
        static assay_verdict check(const assay_value *value) {
            (void)leave;
            \(action);
            return assay_pass_if(value->as.i64 % 2 == 0, 0);
        }
        ASSAY_RULE(even, "An even integer", ASSAY_KIND_BIT(ASSAY_I64), check,
                   ASSAY_CODES(ASSAY_CODE("even.odd", "must be even")),
                   ASSAY_EXAMPLES(ASSAY_VALID("2", "even"), ASSAY_INVALID(0, "-3", "even")));
        ASSAY_PLUGIN("leaver", "1.0.0", ASSAY_RULES(&assay_rule_even));
        """
    }

    private static func run(_ action: String, threads: Int = 1) throws -> ProcessResult {
        let workshop = try Workshop()
        let file = try workshop.write(source(action), to: "leaver.c")
        let compiler = try #require(Compiler.c.first)
        try compiler.build([file], to: workshop.path + "/leaver.so", ["-D_GNU_SOURCE"])
        try workshop.write("assay: 1\nfields: { a: leaver.even }\n", to: "r.yaml")
        let records = (0..<4_000).map { "{\"a\":\($0 == 3_999 ? 1 : 2)}\n" }.joined()
        return try RuleShellTool.run(
            [
                "validate", "-r", "r.yaml", "-f", "concise", "-j", "\(threads)", "--plugin",
                "leaver.so",
            ], in: workshop, input: records)
    }

    @Test(
        .enabled(if: !Compiler.c.isEmpty, "no C compiler"),
        arguments: ["exit", "_exit", "_Exit", "quick_exit"])
    func exitOfARuleIsAnError(function: String) throws {
        let result = try Self.run("\(function)(0)")
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[plugin.exit] plugin 'leaver.so' ended the program: it called \(function)
                        help: the results are incomplete; run again without the plugin until it is fixed

                        """))
    }

    @Test(.enabled(if: !Compiler.c.isEmpty, "no C compiler"))
    func exitInOneOfSeveralThreadsIsOneError() throws {
        let result = try Self.run("exit(0)", threads: 4)
        #expect(result.status == 2)
        #expect(result.errors.split(separator: "\n").count == 2)
    }

    /// What a plugin registers for the exit never runs.
    @Test(.enabled(if: !Compiler.c.isEmpty, "no C compiler"))
    func exitHandlerDoesNotChangeTheStatus() throws {
        let result = try Self.run("static int calls; if (calls++ == 0) atexit(leave)")
        #expect(
            result
                == ProcessResult(
                    status: 1, output: "-:4000:6: error[leaver.even.odd] /a must be even: 1\n",
                    errors: "ruleshell: 4000 records: 3999 valid, 1 invalid; 1 violation\n"))
    }
}

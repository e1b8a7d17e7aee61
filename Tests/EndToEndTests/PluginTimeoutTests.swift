// SPDX-License-Identifier: Apache-2.0
import PluginWorkshop
import Testing

/// `--plugin-timeout` ends a run that a plugin does not let go on.
@Suite(.enabled(if: !Compiler.c.isEmpty, "no C compiler"))
struct PluginTimeoutTests {
    /// A plugin with the rule `sleeper.even`, which does something with 3 before it checks a number.
    private static func workshop(_ action: String, create: String = "") throws -> Workshop {
        let workshop = try Workshop()
        let source = """
            #include "assay_plugin_c.h"
            #include <unistd.h>
            static assay_verdict check(const assay_value *value) {
                if (value->as.i64 == 3) { \(action); }
                return assay_pass_if(value->as.i64 % 2 == 0, 0);
            }
            static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
                (void)state, (void)call, (void)params, (void)inst;
                \(create);
                return ASSAY_OK;
            }
            ASSAY_RULE(even, "An even integer", ASSAY_KIND_BIT(ASSAY_I64), check,
                       ASSAY_CODES(ASSAY_CODE("even.odd", "must be even")),
                       ASSAY_EXAMPLES(ASSAY_VALID("2", "even"), ASSAY_INVALID(0, "-5", "even")),
                       .create = create);
            ASSAY_PLUGIN("sleeper", "2.1.0", ASSAY_RULES(&assay_rule_even));
            """
        let file = try workshop.write(source, to: "sleeper.c")
        let compiler = try #require(Compiler.c.first)
        try compiler.build([file], to: workshop.path + "/sleeper.so", ["-D_GNU_SOURCE"])
        try workshop.write("assay: 1\nfields: { a: sleeper.even }\n", to: "r.yaml")
        return workshop
    }

    private static let help = """
        help: the results are incomplete; 'ruleshell plugin check' looks for the value, and --plugin-timeout allows more time

        """

    private static func run(
        _ workshop: Workshop, _ options: [String], values: [Int], threads: Int = 1
    ) throws -> ProcessResult {
        try RuleShellTool.run(
            [
                "validate", "-r", "r.yaml", "-f", "concise", "-j", "\(threads)", "--plugin",
                "sleeper.so",
            ] + options,
            in: workshop, input: values.map { "{\"a\":\($0)}\n" }.joined())
    }

    @Test(arguments: [
        "5", "", "s", "0s", "-1s", "1.5s", "1h", "99999999999999999999s", "1441m", "1 s", "５s",
    ])
    func otherTimesAreRejected(time: String) throws {
        let result = try RuleShellTool.run([
            "try", "--plugin-timeout=\(time)", "length(1...2)", "\"a\"",
        ])
        #expect(result.status == 2)
        #expect(
            result.errors.contains(
                "a time must be a number with ms, s or m, such as 500ms or 2s, and at most 1440m"))
    }

    @Test(arguments: ["for (volatile int i = 0;; i++) {}", "for (;;) pause()"], [1, 4])
    func callThatDoesNotReturnEndsTheRun(action: String, threads: Int) throws {
        let result = try Self.run(
            Self.workshop(action), ["--plugin-timeout", "300ms"], values: [2, 3, 4],
            threads: threads)
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors:
                        "ruleshell: error[plugin.timeout] the rule 'sleeper.even' of plugin sleeper 2.1.0 "
                        + "did not return within 300 ms in records 1 to 3\n" + Self.help))
    }

    @Test func instanceThatIsNotMadeEndsTheRun() throws {
        let result = try Self.run(
            Self.workshop("", create: "for (;;) pause()"), ["--plugin-timeout", "1s"], values: [2])
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors:
                        "ruleshell: error[plugin.timeout] the rule 'sleeper.even' of plugin sleeper 2.1.0 "
                        + "did not return within 1 s\n" + Self.help))
    }

    /// A call that takes a while returns before the timeout.
    @Test(arguments: [1, 4])
    func shortCallsAreNotEnded(threads: Int) throws {
        let result = try Self.run(
            Self.workshop("usleep(20000)"), ["--plugin-timeout", "60s"],
            values: Array(repeating: 3, count: 10), threads: threads)
        #expect(result.status == 1)
        #expect(result.errors == "ruleshell: 10 records: 0 valid, 10 invalid; 10 violations\n")
    }
}

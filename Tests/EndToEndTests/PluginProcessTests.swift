// SPDX-License-Identifier: Apache-2.0
import PluginWorkshop
import Testing

/// What a plugin changes in the process during a run is said at its end.
@Suite(.enabled(if: !Compiler.c.isEmpty, "no C compiler"))
struct PluginProcessTests {
    /// Runs a plugin that does something at its first call.
    private static func run(_ action: String, records: Int = 20_000) throws
        -> ProcessResult
    {
        let workshop = try Workshop()
        let source = """
            #include "assay_plugin_c.h"
            #include <fcntl.h>
            #include <fenv.h>
            #include <locale.h>
            #include <pthread.h>
            #include <signal.h>
            #include <stdlib.h>
            #include <sys/stat.h>
            #include <unistd.h>
            static void *hold(void *unused) { (void)unused; for (;;) pause(); return 0; }
            static assay_verdict check(const assay_value *value) {
                static int calls;
                (void)hold, (void)value;
                if (calls++ == 0) { \(action); }
                return assay_pass();
            }
            ASSAY_RULE(even, "A number", ASSAY_KINDS_NUMBER, check,
                       ASSAY_CODES(ASSAY_CODE("even.odd", "must be even")),
                       ASSAY_EXAMPLES(ASSAY_VALID("2", "even")));
            ASSAY_PLUGIN("changer", "1.0.0", ASSAY_RULES(&assay_rule_even));
            """
        let file = try workshop.write(source, to: "changer.c")
        let compiler = try #require(Compiler.c.first)
        try compiler.build([file], to: workshop.path + "/changer.so", ["-D_GNU_SOURCE"])
        try workshop.write("assay: 1\nfields: { a: changer.even }\n", to: "r.yaml")
        try workshop.write((0..<records).map { "{\"a\":\($0 % 7).5}\n" }.joined(), to: "in.ndjson")
        return try RuleShellTool.run(
            [
                "validate", "-r", "r.yaml", "-f", "concise", "-j", "1", "--plugin", "changer.so",
                "in.ndjson",
            ],
            in: workshop)
    }

    private static let help =
        "help: find the plugin with 'ruleshell plugin check', and run again without it\n"

    @Test(arguments: [
        ("chdir(\"/\")", "another working directory (/)"), ("umask(0)", "another umask (0)"),
        ("signal(SIGUSR1, SIG_IGN)", "another handler of SIGUSR1"),
        ("setenv(\"CHANGER\", \"1\", 1)", "another value of the environment variable CHANGER"),
        (
            "pthread_t thread; pthread_create(&thread, 0, hold, 0)", "a thread that is left"
        ),
        (
            "fesetround(FE_UPWARD)",
            "another mode of floating-point numbers (set by the rule 'changer.even' of plugin changer 1.0.0, and "
                + "restored after its calls)"
        ),
    ])
    func changeIsAWarning(action: String, change: String) throws {
        let result = try Self.run(action)
        #expect(result.status == 0)
        #expect(
            result.errors.contains(
                "ruleshell: warning[plugin.process] plugin changer 1.0.0 changed the process during the run: \(change); "
                    + "the outputs cannot be trusted\n" + Self.help), "\(result.errors)")
    }

    /// Less of the input or the output is there than there seems to be.
    @Test(arguments: [
        ("dup2(open(\"/dev/null\", O_RDONLY), 0)", "descriptor 0 replaced"),
        ("close(0)", "descriptor 0 closed"),
        ("dup2(open(\"/dev/null\", O_WRONLY), 1)", "descriptor 1 replaced"),
    ])
    func changedDescriptorIsAnError(action: String, change: String) throws {
        let result = try Self.run(action)
        #expect(result.status == 3)
        #expect(
            result.errors.contains(
                "ruleshell: error[plugin.process] plugin changer 1.0.0 changed the process during the run: \(change); "
                    + "a part of the input or of the outputs may be missing\n" + Self.help),
            "\(result.errors)")
    }

    /// The rounding mode that the first call leaves is there in that call, and in none after it.
    @Test func roundingModeIsRestored() throws {
        let result = try Self.run(
            "fesetround(FE_UPWARD); } if (fegetround() != FE_TONEAREST) { return assay_fail(0)")
        #expect(result.output.contains("in.ndjson:2:"))
        #expect(!result.output.contains("in.ndjson:20000:"))
    }

    @Test func runThatChangesNothingHasNoWarning() throws {
        let result = try Self.run("")
        #expect(result.status == 0)
        #expect(result.errors == "ruleshell: 20000 records: 20000 valid, 0 invalid; 0 violations\n")
    }

    /// Records that are passed over are not valid.
    @Test func inputWhosePositionIsMovedIsAnError() throws {
        let result = try Self.run(
            "for (int file = 3; file < 64; file++) if (lseek(file, 0, SEEK_CUR) > 0) lseek(file, 0, SEEK_END)",
            records: 400_000)
        #expect(result.status == 3)
        #expect(
            result.errors.contains("something moved the position in the file while it was read"),
            "\(result.errors)")
    }
}

// SPDX-License-Identifier: Apache-2.0
import PluginWorkshop
import Testing

/// A plugin cannot end a run as if all had been valid.
@Suite struct PluginExitTests {
    /// A plugin with the rule `leaver.even`, which does something before it checks a number.
    private static func source(_ action: String) -> String {
        """
        #include "assay_plugin_c.h"
        #include <err.h>
        #include <error.h>
        #include <pthread.h>
        #include <stdlib.h>
        #include <sys/wait.h>
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

    /// The result, with one range of records for each.
    private static func run(_ action: String, threads: Int = 1) throws -> ProcessResult {
        let workshop = try Workshop()
        let file = try workshop.write(source(action), to: "leaver.c")
        let compiler = try #require(Compiler.c.first)
        try compiler.build([file], to: workshop.path + "/leaver.so", ["-D_GNU_SOURCE"])
        try workshop.write("assay: 1\nfields: { a: leaver.even }\n", to: "r.yaml")
        let records = (0..<4_000).map { "{\"a\":\($0 == 3_999 ? 1 : 2)}\n" }.joined()
        var result = try RuleShellTool.run(
            [
                "validate", "-r", "r.yaml", "-f", "concise", "-j", "\(threads)", "--plugin",
                "leaver.so",
            ], in: workshop, input: records)
        result.errors.replace(/in records \d+ to \d+/, with: "in records N")
        return result
    }

    private static func rejection(_ reason: String) -> ProcessResult {
        ProcessResult(
            status: 2, output: "",
            errors: """
                ruleshell: error[plugin.exit] the rule 'leaver.even' of plugin leaver 1.0.0 ended the program in records N: \(reason)
                help: the results are incomplete; run again without the plugin until it is fixed

                """)
    }

    @Test(
        .enabled(if: !Compiler.c.isEmpty, "no C compiler"),
        arguments: ["exit", "_exit", "_Exit", "quick_exit"])
    func exitOfARuleIsAnError(function: String) throws {
        #expect(try Self.run("\(function)(0)") == Self.rejection("it called \(function)"))
    }

    /// The parent of a daemon exits, and a replaced program is another one.
    @Test(
        .enabled(if: !Compiler.c.isEmpty, "no C compiler"),
        arguments: [
            ("daemon", "daemon(0, 1)"),
            ("execl", "execl(\"/bin/true\", \"true\", (char *)0)"),
            ("execlp", "execlp(\"true\", \"true\", (char *)0)"),
            ("execle", "execle(\"/bin/true\", \"true\", (char *)0, environ)"),
            ("execv", "char *words[] = {\"true\", 0}; execv(\"/bin/true\", words)"),
            ("execvp", "char *words[] = {\"true\", 0}; execvp(\"true\", words)"),
            ("execvpe", "char *words[] = {\"true\", 0}; execvpe(\"true\", words, environ)"),
            ("execve", "char *words[] = {\"true\", 0}; execve(\"/bin/true\", words, environ)"),
            ("fexecve", "char *words[] = {\"true\", 0}; fexecve(0, words, environ)"),
        ])
    func replacedProgramIsAnError(function: String, action: String) throws {
        #expect(try Self.run(action) == Self.rejection("it called \(function)"))
    }

    /// The C library calls its own exit, which runs handlers.
    @Test(
        .enabled(if: !Compiler.c.isEmpty, "no C compiler"),
        arguments: [
            "errx(0, \"no words\")", "err(0, \"no words\")", "error(0 + 1, 0, \"no words\")",
        ])
    func exitOfTheCLibraryIsAnError(action: String) throws {
        let result = try Self.run(action)
        let rejection = Self.rejection("it called a function that exits")
        #expect(result.status == rejection.status)
        #expect(result.output == "")
        #expect(result.errors.hasSuffix(rejection.errors))
    }

    @Test(.enabled(if: !Compiler.c.isEmpty, "no C compiler"), arguments: [1, 4])
    func endOfAThreadIsAnError(threads: Int) throws {
        #expect(
            try Self.run("pthread_exit(0)", threads: threads)
                == Self.rejection("it ended a thread of the program"))
    }

    /// What a child does is not the end of the program.
    @Test(
        .enabled(if: !Compiler.c.isEmpty, "no C compiler"),
        arguments: [
            "_exit(0)", "exit(0)", "errx(0, \"no words\")",
            "execl(\"/bin/true\", \"true\", (char *)0)",
            "char *words[] = {\"true\", 0}; execvp(\"true\", words)",
        ])
    func childMayExit(action: String) throws {
        let result = try Self.run(
            "static int calls; if (calls++ == 0) { pid_t child = fork(); "
                + "if (child == 0) { \(action); abort(); } "
                + "int status; waitpid(child, &status, 0); if (status != 0) abort(); }")
        #expect(result.status == 1)
        #expect(result.output == "-:4000:6: error[leaver.even.odd] /a must be even: 1\n")
        #expect(
            result.errors.hasSuffix("ruleshell: 4000 records: 3999 valid, 1 invalid; 1 violation\n")
        )
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

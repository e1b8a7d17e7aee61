// SPDX-License-Identifier: Apache-2.0
import AssayPluginChecker
import PluginWorkshop
import Testing

/// Plugins that end or stop the process.
@Suite struct CrashTests {
    private static let verdict = "a verdict for every row"
    private static let debug = "run the replay in a debugger or with a sanitizer"
    private static let end = "return an error instead of ending the host"
    private static let smallest = "-9223372036854775808"

    private static func onSmallest(_ broken: inout Broken) {
        broken.value = smallest
        broken.also = nil
    }

    @Test(arguments: [
        Broken(
            "crashes on one value", eachRow("if (v == INT64_MIN) *(volatile int *)0 = 1;"),
            found: "SIGSEGV in evaluate", expected: verdict, remedy: debug, onSmallest),
        Broken(
            "aborts", "#include <stdlib.h>\n" + eachRow("if (v == INT64_MIN) abort();"),
            found: "SIGABRT in evaluate", expected: verdict, remedy: end, onSmallest),
        Broken(
            "exits", "#include <stdlib.h>\n" + eachRow("if (v == INT64_MIN) exit(0);"),
            found: "an exit with status 0 in evaluate", expected: verdict, remedy: end, onSmallest),
        Broken(
            "stops itself",
            "#include <signal.h>\n" + eachRow("if (v == INT64_MIN) raise(SIGSTOP);"),
            found: "a process that stopped itself (SIGSTOP) in evaluate", expected: verdict,
            remedy: "return an error instead of stopping the host"
        ) {
            onSmallest(&$0)
            $0.endless = "stops the process"
        },
        Broken(
            "ends by an alarm of its own",
            "#include <signal.h>\n" + eachRow("if (v == INT64_MIN) raise(SIGALRM);"),
            found: "SIGALRM in evaluate", expected: verdict, remedy: debug, onSmallest),
        Broken(
            "overflows the stack",
            """
            static int deep(volatile int *p) { volatile int here[64]; here[0] = *p; return deep(here) + here[0]; }
            """ + "\n"
                + eachRow(
                    "if (v == INT64_MIN) { volatile int one = 1; out[row].code = deep(&one); }"),
            found: "a stack overflow in evaluate", expected: verdict,
            remedy: "recurse less deeply, and keep large arrays off the stack", onSmallest),
        Broken(
            "hangs", eachRow("while (*(volatile int64_t *)&v == INT64_MIN) {}"),
            found: "no return within 1000 ms in evaluate", expected: verdict,
            remedy: "end every loop, and look at call->cancelled in long ones"
        ) {
            onSmallest(&$0)
            $0.callLimit = .milliseconds(1000)
        },
    ])
    func valueThatEndsTheProcessIsNamed(broken: Broken) throws {
        try broken.expectFound(by: "kinds")
    }

    @Test func stringThatEndsTheProcessIsNamed() throws {
        let broken = Broken(
            "formats its value",
            """
            #include <string.h>
            #define RULE .kinds = ASSAY_KIND_BIT(ASSAY_STR)
            #define EXAMPLE .value = STR("\\"a\\"")
            #define EVALUATE for (uint32_t row = 0; row < batch->count; row++) { \\
                const assay_value *v = &batch->columns[0][row]; \\
                if (v->len == 4 && memcmp(v->as.ptr, "%s%n", 4) == 0) __builtin_trap(); \\
                out[row].status = ASSAY_PASS; }
            """,
            found: "SIGILL in evaluate", expected: Self.verdict, remedy: Self.debug
        ) {
            $0.value = "\"%s%n\""
            $0.also = ["inputBounds"]
        }
        try broken.expectFound(by: "strings")
    }

    /// Also where every call ends the process.
    @Test func pluginIsNamedInTheReport() throws {
        let workshop = try Workshop()
        let source = "#include <stdlib.h>\n" + pluginSource(eachCall("exit(0);"))
        let report = try check(try workshop.compile(source), only: ["kinds"])
        #expect(report.id == "hostile")
        #expect(report.version == "1.0.0")
        #expect(!report.passed)
    }

    /// The call of several rows is repeated with half of them until one is left.
    @Test func rowOfBatchThatEndsTheProcessIsFound() throws {
        let broken = Broken(
            "crashes on one value in a batch",
            eachRow("if (v == INT64_MIN) *(volatile int *)0 = 1;"),
            found: "SIGSEGV in evaluate", expected: Self.verdict, remedy: Self.debug
        ) {
            Self.onSmallest(&$0)
            $0.isRow = true
        }
        try broken.expectFound(by: "verdicts")
    }
}

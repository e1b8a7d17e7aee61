// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Plugins that take more of the host than they may.
@Suite struct HostTests {
    private static let verdict = "a verdict for every row"

    @Test func callThatIgnoresItsCancellationIsFound() throws {
        let broken = Broken(
            "waits while it is cancelled",
            eachCall("while (*(volatile uint32_t *)call->cancelled) {}"),
            found: "no return within 1000 ms in evaluate", expected: Self.verdict,
            remedy: "end every loop, and look at call->cancelled in long ones"
        ) {
            $0.value = "2"
            $0.isRow = true
            $0.callLimit = .milliseconds(1000)
            $0.also = nil
        }
        try broken.expectFound(by: "cancellation")
    }

    @Test(arguments: [
        ("#include <sys/stat.h>\n", "umask(077);", "another umask (77)"),
        ("#include <unistd.h>\n", "chdir(\"/usr\");", "another working directory (/usr)"),
        (
            "#include <stdlib.h>\n", "setenv(\"HOSTILE\", \"1\", 1);",
            "another value of the environment variable HOSTILE"
        ),
        ("#include <locale.h>\n", "setlocale(LC_ALL, \"C.UTF-8\");", "another locale (C.UTF-8)"),
        ("#include <fenv.h>\n", "fesetround(FE_UPWARD);", "another mode of floating-point numbers"),
        ("#include <signal.h>\n", "signal(SIGUSR1, SIG_IGN);", "another handler of SIGUSR1"),
        ("#include <stdio.h>\n", "puts(\"hello\");", "text on standard output"),
        ("#include <unistd.h>\n", "close(3);", "descriptor 3 closed"),
        ("#include <unistd.h>\n", "alarm(1000);", "timer ITIMER_REAL set"),
        (
            "#include <sys/time.h>\n",
            "struct itimerval t = {{0, 0}, {1000, 0}}; setitimer(ITIMER_PROF, &t, 0);",
            "timer ITIMER_PROF set"
        ),
        (
            "#include <signal.h>\n",
            "sigset_t s; sigemptyset(&s); sigaddset(&s, SIGUSR1); sigprocmask(SIG_BLOCK, &s, 0);",
            "SIGUSR1 blocked"
        ),
        (
            "#include <sys/resource.h>\n",
            "struct rlimit l = {64, 256}; setrlimit(RLIMIT_NOFILE, &l);",
            "another RLIMIT_NOFILE (64, was 256)"
        ),
        (
            "#include <locale.h>\nstatic locale_t other;\n",
            "if (!other) other = newlocale(LC_ALL_MASK, \"C.UTF-8\", 0); uselocale(other);",
            "another locale of the thread (uselocale)"
        ),
    ])
    func changedProcessIsFound(header: String, statement: String, found: String) throws {
        let broken = Broken(
            found, header + eachCall(statement), found: found,
            expected: "the process as it was before the calls",
            remedy: "do not do this in the functions of the rule")
        try broken.expectFound(by: "processState")
    }

    @Test(
        .enabled(
            if: access("/proc/self/timers", R_OK) == 0, "only where the kernel lists timers"))
    func timerThatIsLeftIsFound() throws {
        let broken = Broken(
            "leaves a timer",
            "#include <time.h>\n" + eachCall("timer_t t; timer_create(CLOCK_MONOTONIC, 0, &t);"),
            found: "a timer of timer_create left",
            expected: "the process as it was before the calls",
            remedy: "do not do this in the functions of the rule"
        ) { $0.also = nil }
        try broken.expectFound(by: "processState")
    }

    @Test func processThatIsStartedIsFound() throws {
        let broken = Broken(
            "starts processes",
            "#include <unistd.h>\n" + eachCall("if (fork() == 0) for (;;) fork();"),
            found: "an attempt to start a process in evaluate", expected: Self.verdict,
            remedy: "let the rule do its work in the process"
        ) {
            $0.value = "2"
            $0.isRow = true
            $0.endless = "starts processes until there can be no more"
        }
        try broken.expectFound(by: "processes")
    }

    @Test func largeStackFrameIsFound() throws {
        let broken = Broken(
            "keeps 600 KiB on the stack",
            eachCall(
                "volatile char large[600 << 10]; volatile int last = 500 << 10; large[last] = large[0] = 1;"
            ),
            found: "a stack overflow in evaluate", expected: Self.verdict,
            remedy: "recurse less deeply, and keep large arrays off the stack"
        ) {
            $0.value = "2"
            $0.isRow = true
        }
        try broken.expectFound(by: "stack")
    }

    @Test func memoryThatIsNotFreedIsFound() throws {
        let broken = Broken(
            "frees nothing",
            "#include <stdlib.h>\nstatic void *volatile kept;\n" + eachCall("kept = malloc(1000);"),
            found: "1008 bytes more in use after each round",
            expected: "as much memory in use as before",
            remedy: "free in destroy what create allocates, and in evaluate the rest")
        try broken.expectFound(by: "leaks")
    }

    @Test func hungerForMemoryIsFound() throws {
        let broken = Broken(
            "takes 300 MiB for a large batch",
            "#include <stdlib.h>\n#include <string.h>\n"
                + eachCall(
                    "if (batch->count == 1024) { char *p = malloc(300 << 20); if (p) { memset(p, 1, 300 << 20); out->code = p[1000]; } out->code = 0; free(p); }"
                ),
            found: "256 MiB and more in use during evaluate", expected: "less",
            remedy: "bound what a row can make the rule allocate"
        ) { $0.also = nil }
        try broken.expectFound(by: "memory")
    }

    private static let create =
        "static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst)"

    @Test(arguments: [
        Broken(
            "rejects without a message",
            "\(create) { return params[0].as.i64 < 0 ? ASSAY_E_PARAM : ASSAY_OK; }\n"
                + "#define RULE .create = create",
            found: "arguments rejected without a message",
            expected: "a message that says what is wrong with them",
            remedy: "call call->error before create returns"
        ) { $0.expression = "hostile.even(by=-9223372036854775808)" },
        Broken(
            "follows its argument",
            "\(create) { if (params[0].kind == ASSAY_I64 && params[0].as.i64 < 2) *(volatile int *)0 = 1; return ASSAY_OK; }\n"
                + "#define RULE .create = create",
            found: "SIGSEGV in create", expected: "a function that returns",
            remedy: "run the replay in a debugger or with a sanitizer"
        ) { $0.expression = "hostile.even(by=-9223372036854775808)" },
        Broken(
            "returns a number from create",
            "\(create) { return params[0].kind == ASSAY_I64; }\n#define RULE .create = create",
            found: "the result 1 from create", expected: "ASSAY_OK or an ASSAY_E_ number",
            remedy: "return ASSAY_OK"
        ) { $0.expression = "hostile.even(by=-9223372036854775808)" },
    ])
    func argumentsThatCreateCannotTakeAreFound(broken: Broken) throws {
        try broken.expectFound(by: "parameters")
    }
}

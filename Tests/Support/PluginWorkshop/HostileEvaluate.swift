// SPDX-License-Identifier: Apache-2.0

/// Plugins that load like good ones and misbehave in `evaluate`: `hostile` with its rule `even`.
package enum HostileEvaluate: String, CaseIterable, Sendable {
    case loopsForEver, ignoresCancel, crashesOnOneRow, aborts, throwsException, overflowsStack
    case fillsMemory, forks
    case leavesUnset, givesNoStatus, givesNoCode
    case writesAfterVerdicts, writesFarAfterVerdicts, writesInput
    case keepsValues, callsBackLater
    case givesWrongArguments, saysOneGibibyte
    case isNotConcurrent, isNotPure
    case exits, exitsAtOnce, registersExit, stopsTheProcess
    case exitsByTheLibrary, exitsBySystemCall, looksUpExit, becomesADaemon, replacesTheProgram,
        endsItsThread
    case blocksSignals, setsATimer, limitsFiles, changesLocale, changesUmask
    case changesDirectory, changesRounding, closesTheInput

    /// C for `Workshop.compile` with `flags`.
    package var source: String {
        pluginSource(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <err.h>
            #include <fenv.h>
            #include <locale.h>
            #include <pthread.h>
            #include <signal.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/mman.h>
            #include <sys/resource.h>
            #include <sys/stat.h>
            #include <sys/syscall.h>
            #include <sys/time.h>
            #include <unistd.h>
            #define PARITY(row) \\
                (batch->columns[0][row].as.i64 % 2 ? ASSAY_FAIL : ASSAY_PASS)
            #define EACH_ROW for (uint32_t row = 0; row < batch->count; row++)
            #define GOOD EACH_ROW out[row].status = PARITY(row);
            \(macros.isEmpty ? "" : macros + "\n")\
            #define EVALUATE \(statements.replacing("\n", with: " \\\n"))
            """)
    }

    /// For the compiler.
    package var flags: [String] {
        ["-shared", "-fPIC"] + (self == .throwsException ? ["-lstdc++"] : [])
    }

    /// The body of `evaluate`.
    private var statements: String {
        switch self {
        case .loopsForEver: "for (volatile int i = 0;; i++);"
        case .ignoresCancel: "for (int second = 0; second < 100; second++) sleep(1); GOOD"
        case .crashesOnOneRow:
            "EACH_ROW if (batch->columns[0][row].as.i64 < 0) *(volatile int *)8 = 1; GOOD"
        case .aborts: "abort();"
        case .throwsException: "__cxa_throw(__cxa_allocate_exception(4), &_ZTIi, 0);"
        case .overflowsStack: "overflow(0);"
        case .fillsMemory: "fill(); GOOD"
        case .forks: "for (int i = 0; i < 64; i++) if (fork() == 0) for (;;) pause(); GOOD"
        case .leavesUnset: "EACH_ROW if (PARITY(row) == ASSAY_PASS) out[row].status = ASSAY_PASS;"
        case .givesNoStatus: "GOOD out[batch->count - 1].status = 5;"
        case .givesNoCode:
            "GOOD out[batch->count - 1].status = ASSAY_FAIL; out[batch->count - 1].code = 1;"
        case .writesAfterVerdicts: "GOOD out[batch->count].status = ASSAY_PASS;"
        case .writesFarAfterVerdicts: "GOOD memset(out, 1, 1 << 24);"
        case .writesInput: "GOOD EACH_ROW ((assay_value *)batch->columns[0])[row].as.i64 = 0;"
        case .keepsValues:
            "GOOD static const assay_value *kept; if (!kept) kept = batch->columns[0];"
                + " if (kept->kind != ASSAY_I64) out[0].status = ASSAY_FAIL;"
        case .callsBackLater: "kept = call; GOOD"
        case .givesWrongArguments:
            "if (!rejects_all(call, batch->count)) return ASSAY_E_INTERNAL; GOOD"
        case .saysOneGibibyte: "say(call); return ASSAY_E_INTERNAL;"
        case .isNotConcurrent:
            "static volatile int busy; busy++; usleep(1000);"
                + " GOOD if (busy != 1) EACH_ROW out[row].status = ASSAY_FAIL; busy--;"
        case .exits: "exit(0);"
        case .exitsAtOnce: "_exit(0);"
        case .registersExit: "static int calls; if (calls++ == 0) atexit(leave); GOOD"
        case .exitsByTheLibrary: "errx(0, \"no words\");"
        case .exitsBySystemCall: "syscall(SYS_exit_group, 0);"
        case .looksUpExit:
            "((void (*)(int))dlsym(dlopen(\"libc.so.6\", RTLD_LAZY), \"_exit\"))(0);"
        case .becomesADaemon: "daemon(1, 1); GOOD"
        case .replacesTheProgram: "execl(\"/bin/true\", \"true\", (char *)0); GOOD"
        case .endsItsThread: "pthread_exit(0);"
        case .changesDirectory: "chdir(\"/\"); GOOD"
        case .changesRounding: "fesetround(FE_UPWARD); GOOD"
        case .closesTheInput: "close(0); GOOD"
        case .stopsTheProcess: "raise(SIGSTOP); GOOD"
        case .blocksSignals:
            "sigset_t set; sigemptyset(&set); sigaddset(&set, SIGUSR2);"
                + " pthread_sigmask(SIG_BLOCK, &set, 0); GOOD"
        case .setsATimer:
            "struct itimerval timer = {{0, 0}, {100000, 0}}; setitimer(ITIMER_PROF, &timer, 0); GOOD"
        case .limitsFiles:
            "struct rlimit limit; getrlimit(RLIMIT_NOFILE, &limit); limit.rlim_cur--;"
                + " setrlimit(RLIMIT_NOFILE, &limit); GOOD"
        case .changesLocale: "setlocale(LC_ALL, \"C.UTF-8\"); GOOD"
        case .changesUmask: "umask(0); GOOD"
        case .isNotPure: "static int calls; GOOD if (calls++ % 2) out[0].status = ASSAY_FAIL;"
        }
    }

    /// The code before `evaluate`.
    private var macros: String {
        switch self {
        case .throwsException:
            """
            void *__cxa_allocate_exception(size_t);
            void __cxa_throw(void *, void *, void (*)(void *));
            extern void *_ZTIi;
            """
        case .overflowsStack:
            """
            static void overflow(int depth) {
                volatile char frame[1 << 16];
                frame[0] = (char)depth;
                overflow(frame[0] + 1);
                frame[1] = frame[0];
            }
            """
        case .fillsMemory:
            """
            static void fill(void) {
                for (int block = 0; block < 64; block++)
                    if (mmap(0, 1 << 30, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED)
                        abort();
            }
            """
        case .callsBackLater: Self.lateCallbacks
        case .givesWrongArguments: Self.wrongArguments
        case .saysOneGibibyte:
            """
            static void say(const assay_call *call) {
                uint8_t *text = mmap(0, 1 << 30, PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
                if (text == MAP_FAILED) abort();
                memset(text, 'x', 8192);
                call->error(call, ASSAY_E_INTERNAL, (assay_str){text, 1 << 30});
            }
            """
        case .registersExit: "static void leave(void) { _exit(0); }"
        case .isNotConcurrent: "#define RULE .flags = ASSAY_RULE_CONCURRENT"
        case .isNotPure: "#define RULE .flags = ASSAY_RULE_PURE"
        default: ""
        }
    }

    /// `create` uses what an earlier `evaluate` was lent, and fails if the host does what it asks.
    private static let lateCallbacks = """
        static const assay_call *kept;
        static assay_rc create(void *state, const assay_call *call, const assay_value *params,
                               void **inst) {
            if (!kept) return ASSAY_OK;
            kept->error(kept, ASSAY_E_INTERNAL, (assay_str)STR("late"));
            kept->log(kept, 4, (assay_str)STR("late"));
            return kept->scratch(kept, 16) == 0
                    && kept->args(kept, 0, (assay_str){0, 0}, 0, 0) == ASSAY_E_PARAM
                    && kept->error_at(kept, 0, ASSAY_E_INTERNAL, (assay_str)STR("late")) == ASSAY_E_PARAM
                ? ASSAY_OK : ASSAY_E_INTERNAL;
        }
        #define RULE .create = create
        """

    /// `rejects_all` tells whether the host rejects all of them.
    private static let wrongArguments = """
        static int rejects_all(const assay_call *call, uint32_t count) {
            static const uint8_t byte = 'x';
            assay_value good = {ASSAY_I64, 0, {.i64 = 1}, 0};
            assay_value wrong[] = {
                {99, 0, {.i64 = 1}, 0},
                {ASSAY_STR, 0, {.ptr = 0}, 1},
                {ASSAY_STR, 0, {.ptr = &byte}, UINT64_MAX},
                {ASSAY_DECIMAL, 0, {.ptr = &byte}, 1u << 30},
                {ASSAY_F64, ASSAY_FLAG_SOURCE_TEXT | 1u << ASSAY_SOURCE_TEXT_SHIFT, {.f64 = 1}, 0},
                {ASSAY_DECIMAL, 0, {.ptr = (const uint8_t *)"1,5"}, 3},
                {ASSAY_ARRAY, 0, {.items = 0}, 1},
                {ASSAY_ARRAY, 0, {.items = &good}, 1ull << 60},
                {ASSAY_OBJECT, 0, {.members = 0}, 1},
                {ASSAY_ARRAY, 0, {.items = wrong + 9}, 1},
                {ASSAY_ARRAY, 0, {.items = wrong}, 1},
            };
            wrong[9].as.items = &wrong[9]; /* holds itself */
            const assay_str none = {0, 0}, field = STR("b"), escape = STR("/~2");
            for (unsigned index = 0; index < sizeof wrong / sizeof wrong[0]; index++)
                if (call->args(call, 0, none, &wrong[index], 1) != ASSAY_E_PARAM) return 0;
            return call->args(call, count, none, &good, 1) == ASSAY_E_PARAM
                && call->args(call, UINT32_MAX, none, &good, 1) == ASSAY_E_PARAM
                && call->args(call, 0, none, &good, 17) == ASSAY_E_PARAM
                && call->args(call, 0, none, 0, 1) == ASSAY_E_PARAM
                && call->args(call, 0, field, &good, 1) == ASSAY_E_PARAM
                && call->args(call, 0, escape, &good, 1) == ASSAY_E_PARAM
                && call->error_at(call, count, ASSAY_E_INTERNAL, none) == ASSAY_E_PARAM
                && call->args(call, 0, none, &good, 1) == ASSAY_OK;
        }
        """
}

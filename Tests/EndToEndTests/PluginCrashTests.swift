// SPDX-License-Identifier: Apache-2.0
import Glibc
import PluginWorkshop
import Testing

/// A crash in a rule ends the program with its signal, and a line names the rule.
@Suite struct PluginCrashTests {
    /// A plugin with the rule `faller.even`, which does something before it checks a number.
    private static func source(_ action: String) -> String {
        """
        #include "assay_plugin_c.h"
        #include <signal.h>
        #include <stdlib.h>
        #include <string.h>
        #include <pthread.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        static void *crash(void *unused) { (void)unused; abort(); }
        static int recurse(volatile char *above) {
            volatile char room[65536];
            memset((void *)room, above[0], sizeof room);
            return above[0] == 1 ? 0 : recurse(room) + room[1];
        }
        static assay_verdict check(const assay_value *value) {
            (void)recurse, (void)crash;
            if (value->as.i64 == 3) { \(action); }
            return assay_pass_if(value->as.i64 % 2 == 0, 0);
        }
        ASSAY_RULE(even, "An even integer", ASSAY_KIND_BIT(ASSAY_I64), check,
                   ASSAY_CODES(ASSAY_CODE("even.odd", "must be even")),
                   ASSAY_EXAMPLES(ASSAY_VALID("2", "even"), ASSAY_INVALID(0, "-5", "even")));
        ASSAY_PLUGIN("faller", "1.0.0", ASSAY_RULES(&assay_rule_even));
        """
    }

    private static func words(of rule: String, signal: String) -> String {
        """
        ruleshell: error[plugin.crash] the rule '\(rule)' of plugin faller 1.0.0 ended the program in records N: \(signal)
        help: the results are incomplete; 'ruleshell plugin check' looks for the value, and --plugin-debug lets a debugger see the place

        """
    }

    private static func workshop(_ action: String) throws -> Workshop {
        let workshop = try Workshop()
        let file = try workshop.write(source(action), to: "faller.c")
        let compiler = try #require(Compiler.c.first)
        try compiler.build([file], to: workshop.path + "/faller.so", ["-D_GNU_SOURCE"])
        try workshop.write("assay: 1\nfields: { a: faller.even }\n", to: "r.yaml")
        return workshop
    }

    private static let crashes: [(action: String, signal: String, number: Int32)] =
        [
            ("abort()", "SIGABRT", SIGABRT), ("*(volatile int *)0 = 1", "SIGSEGV", SIGSEGV),
            ("return assay_pass_if(recurse((volatile char *)\"\"), 0)", "SIGSEGV", SIGSEGV),
            ("raise(SIGBUS)", "SIGBUS", SIGBUS), ("raise(SIGFPE)", "SIGFPE", SIGFPE),
            ("raise(SIGILL)", "SIGILL", SIGILL), ("raise(SIGSYS)", "SIGSYS", SIGSYS),
            ("raise(SIGTRAP)", "SIGTRAP", SIGTRAP),
        ] + trap

    /// After which a program goes on if no debugger stops it.
    #if arch(x86_64)
    private static let trap = [("__asm__ volatile(\"int3\")", "SIGTRAP", SIGTRAP)]
    #else
    private static let trap: [(action: String, signal: String, number: Int32)] = []
    #endif

    /// Runs ruleshell without the backtraces of the Swift runtime.
    private static func run(
        _ arguments: [String], in workshop: Workshop? = nil, input: String = ""
    ) throws -> ProcessResult {
        let process = try ChildProcess(
            "/usr/bin/env",
            ["SWIFT_BACKTRACE=enable=no", try RuleShellTool.product("ruleshell")] + arguments,
            in: workshop?.path)
        try? process.write(input)
        return try process.finish()
    }

    @Test(.enabled(if: !Compiler.c.isEmpty, "no C compiler"), arguments: crashes, [1, 4])
    func crashNamesTheRule(
        crash: (action: String, signal: String, number: Int32), threads: Int
    ) throws {
        let workshop = try Self.workshop(crash.action)
        let records = (0..<4_000).map { "{\"a\":\($0 == 3_999 ? 3 : 2)}\n" }.joined()
        var result = try Self.run(
            ["validate", "-r", "r.yaml", "-j", "\(threads)", "--plugin", "faller.so"],
            in: workshop, input: records)
        let range = try #require(try /in records (\d+) to (\d+)/.firstMatch(in: result.errors))
        let first = try #require(Int(range.1)), last = try #require(Int(range.2))
        #expect((first...last).contains(4_000) && last - first < 1024, "\(first) to \(last)")
        result.errors.replace(/in records \d+ to \d+/, with: "in records N")
        #expect(
            result
                == ProcessResult(
                    status: 128 + crash.number, output: "",
                    errors: Self.words(of: "faller.even", signal: crash.signal)))
    }

    /// A signal that a handler of the plugin raises again with the number of a fault is not swallowed.
    @Test(.enabled(if: !Compiler.c.isEmpty, "no C compiler"))
    func signalThatIsQueuedAsAFaultEndsTheProgram() throws {
        let workshop = try Self.workshop(
            "siginfo_t info = {.si_signo = SIGSEGV, .si_code = 1}; "
                + "syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), SIGSEGV, &info)")
        let result = try Self.run(
            ["try", "--plugin", "faller.so", "faller.even", "3"], in: workshop)
        #expect(result.status == 128 + SIGSEGV)
        #expect(
            result.errors.contains(
                "the rule 'faller.even' of plugin faller 1.0.0 ended the program: SIGSEGV\n"))
    }

    /// A thread of the plugin's own is in no call; the last calls are named.
    @Test(.enabled(if: !Compiler.c.isEmpty, "no C compiler"))
    func crashOnAThreadOfThePluginNamesTheLastCalls() throws {
        let workshop = try Self.workshop(
            "pthread_t thread; pthread_create(&thread, 0, crash, 0); pthread_join(thread, 0)")
        let result = try Self.run(
            ["try", "--plugin", "faller.so", "faller.even", "3"], in: workshop)
        #expect(result.status == 128 + SIGABRT)
        #expect(
            result.errors.hasPrefix(
                "ruleshell: error[plugin.crash] SIGABRT ended the program outside the calls of plugins; "
                    + "the last call of a plugin on each thread: the rule 'faller.even' of plugin faller 1.0.0\n"
            ))
    }

    /// One value, and a crash of Swift's own.
    @Test func trapOfARuleInSwiftNamesTheRule() throws {
        let path = try BuiltPlugin.served.path()
        let crash = "the rule 'served.trap' of plugin served "
        for (value, errors) in [("2", ""), ("1000003", crash)] {
            let result = try Self.run(["try", "--plugin", path, "served.trap", value])
            #expect(errors.isEmpty ? result.errors == "" : result.errors.contains(errors))
            #expect(errors.isEmpty ? result.status == 0 : result.status > 128)
        }
    }
}

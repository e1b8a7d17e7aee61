// SPDX-License-Identifier: Apache-2.0
import AssayPluginChecker
import AssayPluginHost
import Glibc
import PluginWorkshop
import Testing

/// Plugins that behave in the probe and get away from the process in which they are checked.
@Suite struct EscapeTests {
    private static let headers = """
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <signal.h>
        #include <stdio.h>
        #include <string.h>
        #include <sys/file.h>
        #include <sys/prctl.h>
        #include <sys/wait.h>
        #include <unistd.h>
        static int is_probe(void) {
            char name[200] = {0};
            int file = open("/proc/self/cmdline", O_RDONLY);
            read(file, name, sizeof name - 1);
            close(file);
            return strstr(name, "probe") != 0;
        }

        """

    @Test(
        arguments: [
            (
                "if (fork() == 0) { if (fork() == 0) { setsid(); for (;;) pause(); } _exit(0); }",
                nil
            ),
            ("prctl(PR_SET_PDEATHSIG, 0); setpgid(0, getpgid(getppid())); setsid();", nil),
            (
                "setpgid(0, getpgid(getppid())); sigset_t all; sigfillset(&all);"
                    + "sigprocmask(SIG_BLOCK, &all, 0); for (;;) pause();",
                "no return within 10000 ms"
            ),
            (
                "kill(getppid(), SIGSTOP); for (;;) pause();",
                "an attempt to stop its parent process (kill, SIGSTOP)"
            ),
            ("raise(SIGSTOP); for (;;) pause();", "a process that stopped itself (SIGSTOP)"),
        ] as [(String, String?)])
    func noProcessOfACheckIsLeft(statements: String, found: String?) throws {
        let workshop = try Workshop()
        let marker = try workshop.write([], to: "marker")
        let source = """
            \(Self.headers)
            __attribute__((constructor)) static void construct(void) {
                if (is_probe()) return;
                flock(open("\(marker)", O_RDONLY | O_CLOEXEC), LOCK_EX);
                \(statements)
            }
            """
        var checker = PluginChecker(
            program: try builtProduct("ruleshell"),
            arguments: ["ruleshell", "plugin", "check-child"], seed: 1)
        checker.only = ["verdicts"]
        checker.checkTimeout = .seconds(found?.hasPrefix("no return") == true ? 5 : 60)
        let report = try checker.check(
            path: try workshop.compile(pluginSource(source), to: "escaping.so"))
        #expect(report.passed == (found == nil))
        #expect(
            report.results.first?.findings.first?.found
                == found.map { "\($0) while the plugin was started" })
        let descriptor = open(marker, O_RDONLY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    }

    /// Behaves in the probe; crashes where it does not succeed in the check.
    @Test(
        arguments: [
            ("unlink(MARK)", "an attempt to remove the file 'MARK' (unlink)"),
            ("open(MARK, O_WRONLY)", "an attempt to write the file 'MARK' (open)"),
            ("socket(2, 1, 0)", "SIGABRT"),
            ("kill(HOST, SIGWINCH)", "an attempt to signal the process HOST (kill, SIGWINCH)"),
        ])
    func harmOfACheckFails(attempt: String, found: String) throws {
        let workshop = try Workshop()
        let mark = try workshop.write([1, 2, 3], to: "mark")
        let source = """
            \(Self.headers)
            #include <stdlib.h>
            #include <sys/socket.h>
            #define MARK "\(mark)"
            #define HOST \(getpid())
            __attribute__((constructor)) static void construct(void) {
                if (!is_probe() && \(attempt) < 0) abort();
            }
            """
        var checker = PluginChecker(
            program: try builtProduct("ruleshell"),
            arguments: ["ruleshell", "plugin", "check-child"], seed: 1)
        checker.only = ["verdicts"]
        let report = try checker.check(
            path: try workshop.compile(pluginSource(source), to: "harmful.so"))
        #expect(
            report.results.first?.findings.first?.found.replacing(mark, with: "MARK")
                .replacing("\(getpid())", with: "HOST") == "\(found) while the plugin was started")
        #expect(access(mark, F_OK) == 0)
    }

    /// The row that makes a rule do harm is found, and the harm named.
    @Test func attemptInEvaluateIsNamed() throws {
        let workshop = try Workshop()
        let mark = try workshop.write([1, 2, 3], to: "mark")
        let source = """
            \(Self.headers)
            #define EVALUATE \\
                for (uint32_t row = 0; row < batch->count; row++) { \\
                    if (batch->columns[0][row].as.i64 == 256) unlink("\(mark)"); \\
                    out[row].status = ASSAY_PASS; \\
                }
            """
        var checker = PluginChecker(
            program: try builtProduct("ruleshell"),
            arguments: ["ruleshell", "plugin", "check-child"], seed: 1)
        checker.only = ["verdicts"]
        let path = try workshop.compile(pluginSource(source), to: "removing.so")
        let finding = try checker.check(path: path).results.first?.findings.first
        #expect(finding?.found == "an attempt to remove the file '\(mark)' (unlink) in evaluate")
        #expect(finding?.place.row != nil)
        #expect(
            finding?.remedy == "correct the plugin; if it has to make this call, allow it with "
                + "--plugin-allow-call unlink")
        checker.policy.allowedCalls = ["unlink"]
        let report = try checker.check(path: path)
        #expect(report.passed)
        #expect(report.deniedCalls == ["unlink"])
        #expect(access(mark, F_OK) == 0)
    }
}

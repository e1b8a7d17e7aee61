// SPDX-License-Identifier: Apache-2.0
import AssayPluginHost
import Glibc
import PluginWorkshop
import Testing

/// Hangs, after it has got away from the process group or tampered with who watches it.
private func escape(_ name: String, _ statements: String) -> Misdeed {
    Misdeed(
        name, statements + " for (;;) pause();", "no answer within 5.0 seconds", deadline: 5_000)
}

/// The group of the process that watches this one; of a leader, no session can be made.
private let joinParent = "setpgid(0, getpgid(getppid()));"

private let stop = "an attempt to stop its parent process (kill, SIGSTOP)"

private let escapes = [
    escape("joins the group of its parent", joinParent),
    escape("starts a session", joinParent + "setsid();"),
    escape(
        "leaves a daemon that keeps the descriptors",
        "if (fork() == 0) { if (fork() == 0) { setsid(); for (;;) pause(); } _exit(0); } wait(0);"),
    escape(
        "ignores and blocks every signal",
        """
        for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
        sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, 0);
        """),
    // Seen before the deadline.
    Misdeed(
        "stops itself", "raise(SIGSTOP); for (;;) pause();",
        "a process that stopped itself (SIGSTOP)"),
    Misdeed("stops who watches it", "kill(getppid(), SIGSTOP); for (;;) pause();", stop),
    Misdeed(
        "stops who watches it again and again",
        "pid_t parent = getppid(); if (fork() == 0) { setsid(); for (;;) kill(parent, SIGSTOP); }"
            + "for (;;) pause();", stop),
    escape("is not ended with who watches it", "prctl(PR_SET_PDEATHSIG, 0);"),
    escape(
        "starts processes that leave",
        "for (int i = 0; i < 200; i++) if (fork() == 0) { setsid(); for (;;) pause(); }"),
    escape(
        "moves on to another process all the time",
        "if (fork() == 0) for (;;) { if (fork() > 0) _exit(0); setsid(); }"),
]

/// Kills its parent, or tries to.
private func murder(_ name: String, _ statements: String, signal: String = "SIGKILL") -> Misdeed {
    Misdeed(
        name, statements + " for (;;) pause();",
        "an attempt to signal its parent process (kill, \(signal))")
}

/// Tries to kill who watches it, which the jail does not allow.
private let murders = [
    murder("kills who watches it", "kill(getppid(), SIGKILL);"),
    murder(
        "kills who watches it, and lives on",
        """
        \(joinParent) setsid(); prctl(PR_SET_PDEATHSIG, 0);
        for (int i = 0; i < 20; i++) if (fork() == 0) { setsid(); for (;;) pause(); }
        kill(getppid(), SIGKILL);
        """),
    escape(
        "kills the group of who watches it",
        """
        if (fork() == 0) { setsid(); for (;;) pause(); }
        \(joinParent) if (getpgid(getppid()) > 0) kill(-getpgid(getppid()), SIGKILL);
        """),
    murder("ends who watches it", "kill(getppid(), SIGTERM);", signal: "SIGTERM"),
    Misdeed(
        "kills all that it can reach", "kill(-1, SIGKILL);",
        "an attempt to signal all processes (kill, SIGKILL)"),
]

/// Plugins that get away from the process in which they are tried.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct EscapeTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    /// Each process holds a lock: it can be taken when none of them is left.
    @Test(arguments: escapes + murders)
    func pluginDoesNotGetAwayFromTheProbe(misdeed: Misdeed) throws {
        let marker = try workshop.write([], to: "marker")
        let lock = "flock(open(\"\(marker)\", O_RDONLY), LOCK_EX);"
        let source = pluginSource(Place.constructor.macros(lock + misdeed.statements))
        try expectProbeError(
            of: try workshop.compile(source), "\(misdeed.found) \(Place.constructor.rawValue)",
            deadline: misdeed.deadline, as: HostileCase(.escape, misdeed.name))
        let descriptor = open(marker, O_RDONLY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    }
}

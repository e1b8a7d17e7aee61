// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Glibc
import PluginWorkshop
import Testing

private let changes: [Misdeed] = [
    .init("locale", "setlocale(LC_ALL, \"C.UTF-8\");", "another locale (C.UTF-8)"),
    .init("umask", "umask(0);", "another umask (0)"),
    .init("directory", "chdir(\"/\"); chdir(\"/proc\");", "another working directory (/proc)"),
    .init(
        "signal handlers", "signal(SIGUSR1, SIG_IGN); signal(SIGPIPE, (void (*)(int))misdeed);",
        "another handler of SIGUSR1, another handler of SIGPIPE"),
    .init(
        "rounding mode", "fesetround(FE_UPWARD);", "another mode of floating-point numbers"),
    .init(
        "closes descriptors", "for (int number = 0; number < 256; number++) close(number);",
        "descriptor 0 closed, descriptor 1 closed, descriptor 2 closed, descriptor 3 closed"),
    .init(
        "replaces a descriptor", "dup2(1, 2);", "descriptor 2 replaced"),
    .init(
        "prints", "printf(\"hello\");", "text on standard output"),
    .init(
        "leaves a process that is no child of its own",
        """
        if (fork() == 0) { if (fork() == 0) { setsid(); for (;;) pause(); } _exit(0); }
        wait(0);
        """, "a process that is left"),
    .init(
        "leaves a thread",
        "pthread_t thread; pthread_create(&thread, 0, (void *(*)(void *))pause, 0);",
        "a thread that is left"),
    .init(
        "edits the environment", "setenv(\"TZ\", \"UTC\", 1); setenv(\"LANG\", \"de\", 1);",
        "another value of the environment variable LANG, "
            + "another value of the environment variable TZ"),
    .init(
        "several", "umask(0); clearenv(); setenv(\"A\", \"\", 1);",
        (["another umask (0)"]
            + ["A", "ASSAY_PROBE_MARK", probeLibraryPath, "SWIFT_BACKTRACE"].compactMap { $0 }
            .map { "another value of the environment variable \($0)" }).joined(separator: ", ")),
]

/// What a thread has of its own, and a process of its kernel.
private let furtherChanges: [Misdeed] = [
    .init(
        "interval timers",
        """
        struct itimerval timer = {{0, 0}, {1000, 0}};
        setitimer(ITIMER_PROF, &timer, 0); setitimer(ITIMER_VIRTUAL, &timer, 0);
        """, "timer ITIMER_VIRTUAL set, timer ITIMER_PROF set"),
    .init("pending alarm", "alarm(1000);", "timer ITIMER_REAL set"),
    .init(
        "blocked signals",
        """
        sigset_t set; sigemptyset(&set); sigaddset(&set, SIGTERM); sigaddset(&set, SIGUSR1);
        sigprocmask(SIG_BLOCK, &set, 0);
        """, "SIGUSR1 blocked, SIGTERM blocked"),
    .init(
        "all signals blocked",
        """
        sigset_t set; sigemptyset(&set); for (int i = 1; i <= 16; i++) sigaddset(&set, i);
        sigprocmask(SIG_BLOCK, &set, 0);
        """, "15 signals blocked"),
    .init(
        "locale of the thread", "uselocale(newlocale(LC_ALL_MASK, \"C.UTF-8\", 0));",
        "another locale of the thread (uselocale)"),
    .init(
        "soft limit",
        """
        struct rlimit limit; getrlimit(RLIMIT_NOFILE, &limit);
        limit.rlim_cur = 64; setrlimit(RLIMIT_NOFILE, &limit);
        """, "another RLIMIT_NOFILE (64, was 256)"),
    .init(
        "soft and hard limit",
        "struct rlimit limit = {1 << 20, 2 << 20}; setrlimit(RLIMIT_FSIZE, &limit);",
        "another RLIMIT_FSIZE (1048576, was 16777216), "
            + "another hard RLIMIT_FSIZE (2097152, was 16777216)"),
]

/// These the kernel lists only if it is built to.
private let timers: [Misdeed] = [
    .init(
        "timer", "timer_t timer; timer_create(CLOCK_MONOTONIC, 0, &timer);",
        "a timer of timer_create left"),
    .init(
        "two timers",
        "timer_t timer; for (int i = 0; i < 2; i++) timer_create(CLOCK_REALTIME, 0, &timer);",
        "2 timers of timer_create left"),
]

/// For a user who may; others end so.
private let identities: [Misdeed] = [
    .init(
        "groups",
        "int setresgid(gid_t, gid_t, gid_t); if (setresgid(1, 2, 3) != 0) _exit(42);",
        "another real group (1, was 0), another effective group (2, was 0), "
            + "another saved group (3, was 0)"),
    .init(
        "saved user",
        "int setresuid(uid_t, uid_t, uid_t); if (setresuid(-1, -1, 1) != 0) _exit(42);",
        "another saved user (1, was 0)"),
]

/// The variable that the probe has from this process, if this process has it.
private let probeLibraryPath = getenv("LD_LIBRARY_PATH").map { _ in "LD_LIBRARY_PATH" }

private let innocent: [Misdeed] = [
    .init("restores", "mode_t old = umask(0); umask(old);", ""),
    .init("writes to standard error", "fprintf(stderr, \"hello\");", ""),
    .init("opens a descriptor", "open(\"/dev/null\", O_RDONLY);", ""),
    .init("cancels its alarm", "alarm(1000); alarm(0);", ""),
    .init(
        "deletes its timer",
        "timer_t timer; if (timer_create(CLOCK_MONOTONIC, 0, &timer) == 0) timer_delete(timer);",
        ""),
    .init(
        "unblocks its signal",
        """
        sigset_t set, old; sigemptyset(&set); sigaddset(&set, SIGUSR1);
        sigprocmask(SIG_BLOCK, &set, &old); sigprocmask(SIG_SETMASK, &old, 0);
        """, ""),
    .init("works in a child", "system(\"exit 3\");", ""),
    .init("uses numbers", "volatile double zero = 0; zero = 1 / zero;", ""),
    .init(
        "joins its thread",
        """
        pthread_t thread;
        pthread_create(&thread, 0, (void *(*)(void *))getpid, 0);
        pthread_join(thread, 0);
        """, ""),
]

/// What a plugin shares with everybody else in the process.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct ProcessStateTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private func plugin(_ misdeed: Misdeed, _ place: Place) throws -> String {
        try workshop.compile(
            pluginSource(place.macros(misdeed.statements)), to: "plugin.so",
            ["-shared", "-fPIC", "-lm"])
    }

    @Test(arguments: changes + furtherChanges, [Place.constructor, .initialisation])
    func pluginThatChangesTheProcessIsRejected(change: Misdeed, place: Place) throws {
        // What "several" finds depends on the environment of the tests.
        let hostile = HostileCase(.process, "\(change.name), \(place.rawValue)")
        try expectError(
            of: try plugin(change, place), at: .probe, changedProcess(change.found),
            as: change.name == "several" ? nil : hostile)
    }

    @Test(
        .enabled(
            if: access("/proc/self/timers", R_OK) == 0, "only where the kernel lists timers"),
        arguments: timers)
    func pluginThatLeavesATimerIsRejected(change: Misdeed) throws {
        try expectError(
            of: try plugin(change, .initialisation), at: .probe, changedProcess(change.found))
    }

    @Test(.enabled(if: geteuid() == 0 && getegid() == 0, "only for root"), arguments: identities)
    func pluginThatActsAsAnotherUserIsRejected(change: Misdeed) throws {
        let error = #expect(throws: PluginError.self) {
            try PluginHost().load(path: try plugin(change, .initialisation), into: .init())
        }
        guard error?.found != "an exit with status 42 in init" else {
            try leaveOut("only with the right to be another user")
        }
        #expect(error?.description.contains(changedProcess(change.found)) == true)
    }

    /// The table is the host's, and all plugins have the same one.
    @Test(arguments: [
        "((assay_host *)host)->reserved = 1", "*(uint8_t *)host->name.ptr = 'x'",
        "*(uint8_t *)host->version.ptr = 'x'",
    ])
    func pluginThatWritesTheTableOfTheHostIsRejected(statement: String) throws {
        let source = pluginSource("#define ENTRY (\(statement), &plugin)")
        try expectProbeError(
            of: try workshop.compile(source), "SIGSEGV in assay_plugin_entry_v1",
            as: HostileCase(.process, "writes the table of the host: \(statement)"))
    }

    @Test(arguments: innocent)
    func pluginThatLeavesTheProcessAsItWasIsLoaded(deed: Misdeed) throws {
        let loaded = try PluginHost().load(path: try plugin(deed, .initialisation), into: .init())
        #expect(loaded.id == "hostile")
    }
}

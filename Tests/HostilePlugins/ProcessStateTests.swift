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

/// The variable that the probe has from this process, if this process has it.
private let probeLibraryPath = getenv("LD_LIBRARY_PATH").map { _ in "LD_LIBRARY_PATH" }

private let innocent: [Misdeed] = [
    .init("restores", "mode_t old = umask(0); umask(old);", ""),
    .init("writes to standard error", "fprintf(stderr, \"hello\");", ""),
    .init("opens a descriptor", "open(\"/dev/null\", O_RDONLY);", ""),
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

    @Test(arguments: changes, [Place.constructor, .initialisation])
    func pluginThatChangesTheProcessIsRejected(change: Misdeed, place: Place) throws {
        try expectError(of: try plugin(change, place), at: .probe, changedProcess(change.found))
    }

    @Test(arguments: innocent)
    func pluginThatLeavesTheProcessAsItWasIsLoaded(deed: Misdeed) throws {
        let loaded = try PluginHost().load(path: try plugin(deed, .initialisation), into: .init())
        #expect(loaded.id == "hostile")
    }
}

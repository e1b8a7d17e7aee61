// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Glibc
import PluginWorkshop
import Testing

private let ends: [Misdeed] = [
    .init("crashes", "*(volatile int *)8 = 1;", "SIGSEGV"),
    .init("aborts", "abort();", "SIGABRT"),
    .init("exits well", "exit(0);", "an exit with status 0"),
    .init("exits at once", "_exit(3);", "an exit with status 3"),
    .init("stops itself", "raise(SIGSTOP);", "a process that stopped itself (SIGSTOP)"),
    .init("hangs", "for (;;) pause();", "no answer within 5.0 seconds", deadline: 5_000),
]

private let furtherEnds: [Misdeed] = [
    .init(
        "loops", "for (volatile int i = 0;; i++);", "no answer within 5.0 seconds", deadline: 5_000),
    .init(
        "overflows the stack",
        "volatile char frame[1 << 16]; frame[0] = 1; misdeed(); frame[1] = frame[0];", "SIGSEGV"),
    .init(
        "kills its group", "kill(0, SIGKILL);",
        "an attempt to signal all processes of its group (kill, SIGKILL)"),
    .init(
        "writes a file without an end",
        "static char block[1 << 20]; for (;;) write(1, block, sizeof block);", "SIGXFSZ"),
]

@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct StartTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private func expectError(
        of misdeed: Misdeed, at place: Place, location: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let source = pluginSource(place.macros(misdeed.statements))
        try expectProbeError(
            of: try workshop.compile(source), "\(misdeed.found) \(place.rawValue)",
            deadline: misdeed.deadline,
            as: HostileCase(.start, "\(misdeed.name) \(place.rawValue)"), location: location)
    }

    @Test(arguments: ends, Place.allCases)
    func pluginThatDoesNotComeBackIsRejected(misdeed: Misdeed, place: Place) throws {
        try expectError(of: misdeed, at: place)
    }

    @Test(arguments: furtherEnds)
    func initThatDoesNotComeBackIsRejected(misdeed: Misdeed) throws {
        try expectError(of: misdeed, at: .initialisation)
    }

    /// In this process another library can be there; in the probe there is nothing, so that damaged
    /// code comes to the same end each time.
    @Test(arguments: [24, 28, 30], [Place.constructor, .entry, .initialisation])
    func codeThatReachesPastItsLibraryIsRejected(distance: Int, place: Place) throws {
        let statements = """
            extern char _end[] __attribute__((visibility("hidden")));
            (void)*(volatile char *)(_end + (1l << \(distance)));
            """
        try expectError(
            of: Misdeed("reaches 2^\(distance) bytes past its library", statements, "SIGSEGV"),
            at: place)
    }

    /// A sanitizer needs more addresses than a plugin may have.
    @Test(
        .enabled(
            if: dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil,
            "only without a sanitizer"))
    func memoryIsLimited() throws {
        let statements = """
            for (int block = 0; block < 64; block++)
                if (mmap(0, 1 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS
                             | MAP_NORESERVE, -1, 0) == MAP_FAILED) abort();
            """
        try expectError(
            of: Misdeed("takes all memory", statements, "SIGABRT"), at: .initialisation)
    }

    /// Each process holds a lock: it can be taken when none of them is left.
    @Test(arguments: [true, false])
    func noProcessOfAPluginIsLeft(waits: Bool) throws {
        let marker = try workshop.write([], to: "marker")
        let statements = """
            flock(open("\(marker)", O_RDONLY), LOCK_EX);
            for (int child = 0; child < 20; child++)
                if (fork() == 0) for (;;) pause();
            \(waits ? "for (;;) pause();" : "")
            """
        let source = pluginSource(Place.initialisation.macros(statements))
        let path = try workshop.compile(source)
        if waits {
            try expectProbeError(
                of: path, "no answer within 5.0 seconds in init", deadline: 5_000,
                as: HostileCase(.escape, "starts processes and hangs in init"))
        } else {
            try PluginWorkshop.expectError(
                of: path, at: .probe, changedProcess("a process that is left"),
                as: HostileCase(.escape, "leaves twenty processes in init"))
        }
        let descriptor = open(marker, O_RDONLY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
    }

    /// Which is no misdeed: both are good plugins.
    @Test func pluginThatLoadsAPluginIsLoaded() throws {
        let inner = try workshop.compile(
            pluginSource("#define PLUGIN .id = STR(\"inner\")"), to: "inner.so")
        let statements = """
            void *dlopen(const char *, int);
            void *dlsym(void *, const char *);
            const assay_plugin *(*enter)(const assay_host *) =
                (void *)dlsym(dlopen("\(inner)", 2), "assay_plugin_entry_v1");
            if (enter(0)->id.len != 5) abort();
            """
        let outer = try workshop.compile(
            pluginSource(Place.initialisation.macros(statements)), to: "outer.so")
        let host = PluginHost()
        let registry = RuleRegistry()
        try host.load(path: outer, into: registry)
        try host.load(path: inner, into: registry)
        #expect(registry.allDefinitions.map(\.id) == ["hostile.even", "inner.even"])
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Glibc
import PluginWorkshop
import Testing

private let changes: [Misdeed] = [
    .init(
        "blocks a signal",
        """
        sigset_t set; sigemptyset(&set); sigaddset(&set, SIGUSR2);
        pthread_sigmask(SIG_BLOCK, &set, 0);
        """, "SIGUSR2 blocked"),
    .init(
        "unblocks a signal",
        """
        sigset_t set; sigemptyset(&set); sigaddset(&set, SIGWINCH);
        pthread_sigmask(SIG_UNBLOCK, &set, 0);
        """, "SIGWINCH no longer blocked"),
    .init("rounding mode", "fesetround(FE_DOWNWARD);", "another mode of floating-point numbers"),
    .init(
        "locale of the thread", "uselocale(newlocale(LC_ALL_MASK, \"C.UTF-8\", 0));",
        "another locale of the thread (uselocale)"),
]

/// What the thread that loads a plugin has of its own, where no probe has tried the plugin.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct ThreadStateTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private static var policy: PluginPolicy {
        var policy = PluginPolicy.standard
        policy.probe = .off
        return policy
    }

    /// Blocks SIGWINCH and not SIGUSR2, whatever else the thread of the test blocks.
    private static func withMask(_ body: () throws -> Void) rethrows {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        var changed = mask
        sigdelset(&changed, SIGUSR2)
        sigaddset(&changed, SIGWINCH)
        pthread_sigmask(SIG_SETMASK, &changed, nil)
        defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
        try body()
    }

    /// Signals that are blocked, the rounding mode and the locale.
    private static var thread: (signals: [Int32], rounding: Int32, locale: locale_t?) {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        let signals = (1..<65 as Range<Int32>).filter { sigismember(&mask, $0) == 1 }
        return (signals, fegetround(), uselocale(nil))
    }

    @Test(arguments: changes, [Place.constructor, .initialisation])
    func threadOfTheHostStaysAsItWas(change: Misdeed, place: Place) throws {
        let path = try workshop.compile(
            pluginSource(place.macros(change.statements)), to: "plugin.so",
            ["-shared", "-fPIC", "-lm"])
        try Self.withMask {
            let before = Self.thread
            try expectError(
                of: path, at: .initialize,
                "found a changed thread: \(change.found), expected the thread as it was before "
                    + "the plugin; do not do this in constructors, assay_plugin_entry_v1 or init of "
                    + "the plugin", policy: Self.policy,
                as: HostileCase(.process, "\(change.name), without a probe, \(place.rawValue)"))
            #expect(Self.thread == before)
        }
    }

    /// Also where the plugin fails by itself.
    @Test func threadOfTheHostStaysAsItWasAfterAnError() throws {
        let source = pluginSource(
            Place.constructor.macros(changes[0].statements) + "\n#define ENTRY 0")
        let path = try workshop.compile(source)
        Self.withMask {
            let before = Self.thread
            #expect(throws: PluginError.self) {
                try PluginHost(policy: Self.policy).load(path: path, into: .init())
            }
            #expect(Self.thread == before)
        }
    }

    @Test func pluginThatIsRejectedIsShutDown() throws {
        let marker = workshop.path("marker")
        let source = """
            \(Place.constructor.macros(changes[0].statements))
            static void stop(void *state) { close(open("\(marker)", O_CREAT | O_WRONLY, 0600)); }
            #define PLUGIN .rule_count = 1, .shutdown = stop
            """
        let path = try workshop.compile(pluginSource(source))
        Self.withMask {
            #expect(throws: PluginError.self) {
                try PluginHost(policy: Self.policy).load(path: path, into: .init())
            }
        }
        #expect(exists(marker))
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Dispatch
import Foundation
import Glibc
import PluginWorkshop
import Testing

/// A plugin whose `init` reads a word of a file, and which writes every call in this process to
/// another file.
private struct LoggingPlugin {
    let workshop: Workshop
    var host: PluginHost?
    var registry: RuleRegistry? = RuleRegistry()
    var manager: ValidatorsManager?

    static let rule = RuleExpression("hostile.even")
    var path: String { workshop.path("plugin.so") }

    /// Loads it with the word `one`, and uses its rule once.
    init(policy: PluginPolicy = .standard) throws {
        workshop = try Workshop()
        _ = try workshop.compile(Self.source(in: workshop))
        try setWord("one")
        let host = PluginHost(policy: policy)
        let registry = RuleRegistry()
        try host.load(path: workshop.path("plugin.so"), into: registry)
        manager = try ValidatorsManager(RuleSet(Field("a", Self.rule)), registry: registry)
        self.host = host
        self.registry = registry
    }

    /// The value 7 waits in `evaluate` until the FIFO is closed.
    static func source(in workshop: Workshop, rules: String = "&rule") -> String {
        pluginSource(
            """
            #define _GNU_SOURCE
            #include <fcntl.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <unistd.h>
            typedef struct { char word[16]; } memory;
            static void note(const char *call, const memory *memory) {
                if (getenv("ASSAY_PROBE_MARK")) return; /* the probe is another process */
                char line[64];
                int length = snprintf(line, sizeof line, "%s %s\\n", call, memory->word);
                int file = open("\(workshop.path("log"))", O_WRONLY | O_CREAT | O_APPEND, 0600);
                write(file, line, length);
                close(file);
            }
            static assay_rc start(const assay_host *host, const assay_call *call,
                                  const assay_value *config, void **state) {
                memory *new = calloc(1, sizeof *new);
                int file = open("\(workshop.path("word"))", O_RDONLY);
                read(file, new->word, sizeof new->word - 1);
                close(file);
                note("init", new);
                *state = new;
                return new->word[0] == '!' ? ASSAY_E_CONFIG : ASSAY_OK;
            }
            static void stop(void *state) {
                note("shutdown", state);
                free(state);
            }
            static assay_rc create(void *state, const assay_call *call, const assay_value *params,
                                   void **inst) {
                note("create", state);
                *inst = calloc(1, sizeof(memory));
                *(memory *)*inst = *(const memory *)state;
                return ASSAY_OK;
            }
            static void destroy(void *inst) {
                note("destroy", inst);
                free(inst);
            }
            #define PLUGIN .init = start, .shutdown = stop
            #define RULE .create = create, .destroy = destroy
            #define RULES \(rules)
            #define EVALUATE \\
                if (batch->columns[0][0].as.i64 == 7) { \\
                    char byte; \\
                    int fifo = open("\(workshop.path("fifo"))", O_RDONLY); \\
                    read(fifo, &byte, 1); \\
                    close(fifo); \\
                } \\
                out[0].status = ((const memory *)inst)->word[0] == 'o' ? ASSAY_PASS : ASSAY_FAIL;
            """)
    }

    func setWord(_ word: String) throws {
        try workshop.write(Array(word.utf8), to: "word")
    }

    /// The calls so far, in their order.
    func calls() throws -> [String] { try Self.calls(in: workshop) }

    private static func calls(in workshop: Workshop) throws -> [String] {
        let text = try String(contentsOfFile: workshop.path("log"), encoding: .utf8)
        return text.split(separator: "\n").map(String.init)
    }

    /// Expects calls, for the last of which others may be waited for: one plugin is started or shut
    /// down at a time.
    static func expectCalls(
        _ expected: [String], in workshop: Workshop, of word: String = "",
        location: SourceLocation = #_sourceLocation
    ) throws {
        var calls: [String] = []
        for _ in 0..<6000 {
            calls = try self.calls(in: workshop).filter { $0.hasSuffix(word) }
            if calls.count >= expected.count { break }
            usleep(10_000)
        }
        #expect(calls == expected, sourceLocation: location)
    }

    /// Whether a record fails, which it does not with the word `one`.
    var fails: Bool { manager?.validate(["a": 2]).violations.isEmpty == false }

    func reload() throws -> PluginReload? {
        try host?.reload("hostile", evenIfUnchanged: true)
    }
}

/// Which functions of a plugin the host calls, how often and in which order.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct LifecycleTests {
    private static let first = ["init one", "create one"]
    private static let second = ["init two", "create two", "destroy one", "shutdown one"]

    @Test func unchangedLibraryIsStartedAnewAndReadsItsDataAgain() throws {
        let plugin = try LoggingPlugin()
        #expect(!plugin.fails)
        try plugin.setWord("two")
        #expect(!plugin.fails)
        guard case .reloaded(let reloaded) = try plugin.reload() else {
            Issue.record("the plugin was not started anew")
            return
        }
        #expect(reloaded.versionsHeld == 2)
        #expect(plugin.host?.plugins == [.success(reloaded)])
        #expect(try plugin.calls() == Self.first + Self.second)
        #expect(plugin.fails)
    }

    @Test func publicReloadStartsAnew() throws {
        let plugin = try LoggingPlugin()
        try plugin.setWord("two")
        #expect(try plugin.host?.reload("hostile").versionsHeld == 2)
        #expect(plugin.fails)
    }

    @Test(arguments: [PluginProbe.off, .required])
    func initIsCalledOnceForALoad(probe: PluginProbe) throws {
        var policy = PluginPolicy.standard
        policy.probe = probe
        let plugin = try LoggingPlugin(policy: policy)
        #expect(try plugin.calls() == Self.first)
        try plugin.setWord("two")
        _ = try plugin.reload()
        #expect(try plugin.calls() == Self.first + Self.second)
    }

    /// The old plugin lasts as long as a call is in it, and no longer.
    @Test func callThatRunsKeepsTheOldPlugin() throws {
        let plugin = try LoggingPlugin()
        try #require(mkfifo(plugin.workshop.path("fifo"), 0o600) == 0)
        let ended = DispatchSemaphore(value: 0)
        let manager = try #require(plugin.manager)
        Thread.detachNewThread {
            #expect(manager.validate(["a": 7]).isValid)
            ended.signal()
        }
        // Returns when the plugin has opened the other end.
        let fifo = open(plugin.workshop.path("fifo"), O_WRONLY)
        try #require(fifo >= 0)
        try plugin.setWord("two")
        _ = try plugin.reload()
        #expect(try plugin.calls() == Self.first + ["init two", "create two"])
        #expect(plugin.fails)
        close(fifo)
        ended.wait()
        try LoggingPlugin.expectCalls(Self.first + Self.second, in: plugin.workshop)
    }

    @Test func pluginOutlivesItsHostAndEndsWithTheLastRule() throws {
        var plugin = try LoggingPlugin()
        plugin.host = nil
        plugin.registry = nil
        #expect(!plugin.fails)
        #expect(try plugin.calls() == Self.first)
        plugin.manager = nil
        try LoggingPlugin.expectCalls(
            Self.first + ["destroy one", "shutdown one"], in: plugin.workshop)
    }

    @Test func reloadThatFailsInInitLeavesThePluginAsItWas() throws {
        for probe in [PluginProbe.off, .required] {
            var policy = PluginPolicy.standard
            policy.probe = probe
            let plugin = try LoggingPlugin(policy: policy)
            try plugin.setWord("!")
            let error = #expect(throws: PluginError.self) { try plugin.reload() }
            #expect(error?.stage == .initialize)
            #expect(!plugin.fails)
            #expect(try plugin.calls() == Self.first + (probe == .off ? ["init !"] : []))
        }
    }

    /// The new plugin is initialized when its rules prove not to fit, and ends at once.
    @Test func pluginWhoseRulesDoNotFitIsShutDown() throws {
        let plugin = try LoggingPlugin()
        let other = LoggingPlugin.source(in: plugin.workshop)
            .replacing("STR(\"even\")", with: "STR(\"odd\")")
            .replacing("STR(\"even.odd\")", with: "STR(\"odd.even\")")
        _ = try plugin.workshop.compile(other, to: "new.so")
        try #require(rename(plugin.workshop.path("new.so"), plugin.path) == 0)
        try plugin.setWord("two")
        let error = #expect(throws: PluginError.self) { try plugin.reload() }
        #expect(error?.stage == .register)
        #expect(try plugin.calls() == Self.first + ["init two", "shutdown two"])
        #expect(!plugin.fails)
    }

    @Test func everyInstanceAndEveryPluginEndsOnceWhileThreadsValidate() throws {
        let workshop = try validateAndReload()
        for word in ["one", "o0", "o1", "o2", "o3", "o4"] {
            try LoggingPlugin.expectCalls(
                ["init", "create", "destroy", "shutdown"].map { "\($0) \(word)" }, in: workshop,
                of: " \(word)")
        }
    }

    /// The plugin ends with this function.
    private func validateAndReload() throws -> Workshop {
        let plugin = try LoggingPlugin()
        let manager = try #require(plugin.manager)
        DispatchQueue.concurrentPerform(iterations: 4) { index in
            for _ in 0..<50 where index > 0 { _ = manager.validate(["a": 2]) }
            for round in 0..<5 where index == 0 {
                #expect(throws: Never.self) {
                    try plugin.setWord("o\(round)")
                    _ = try plugin.reload()
                }
            }
        }
        return plugin.workshop
    }

    @Test func watchLoadsNothingAnewForAFileThatIsWrittenAgain() throws {
        let plugin = try LoggingPlugin()
        let reported = DispatchSemaphore(value: 0)
        let watch = try #require(plugin.host).watch { _ in reported.signal() }
        try plugin.setWord("two")
        try plugin.workshop.write(try bytes(of: plugin.path), to: "new.so")
        try #require(rename(plugin.workshop.path("new.so"), plugin.path) == 0)
        reported.wait()
        watch.cancel()
        #expect(try plugin.calls() == Self.first)
        #expect(!plugin.fails)
        guard case .success(let loaded)? = plugin.host?.plugins.first else {
            Issue.record("the plugin is not loaded")
            return
        }
        #expect(loaded.versionsHeld == 1)
    }

    /// It has nothing to read again.
    @Test func pluginWithoutInitIsUnchanged() throws {
        let host = PluginHost()
        let loaded = try host.load(path: try BuiltPlugin.template.path(), into: RuleRegistry())
        #expect(try host.reload("template", evenIfUnchanged: true) == .unchanged(loaded))
    }
}

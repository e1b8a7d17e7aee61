// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Testing

private let tail =
    "expected ASSAY_OK from the plugin's init; "
    + "correct the plugin's configuration or its environment"

@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct InitializeTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    /// A plugin with this body of `init`, and its `state` handed to `create`.
    private func plugin(_ body: String, _ more: String = "") throws -> String {
        try workshop.compile(
            pluginSource(
                """
                static assay_rc start(const assay_host *host, const assay_call *call,
                                      const assay_value *config, void **state) { \(body) }
                \(more)
                #define PLUGIN .init = start
                """))
    }

    /// `init` returns the directory as an error.
    private static let tellsDirectory = """
        call->error(call, ASSAY_E_CONFIG, host->directory);
        return host->struct_size >= sizeof *host ? ASSAY_E_CONFIG : ASSAY_OK;
        """

    @Test func initIsToldTheDirectoryOfTheFile() throws {
        let path = try plugin(Self.tellsDirectory)
        let directory = String(path.dropLast("/plugin.so".count))
        for probe in [PluginProbe.off, .required] {
            var policy = PluginPolicy.standard
            policy.probe = probe
            let error = #expect(throws: PluginError.self) {
                try PluginHost(policy: policy).load(path: path, into: RuleRegistry())
            }
            #expect(error?.found == "ASSAY_E_CONFIG (\(directory))")
        }
    }

    @Test func initIsToldTheDataOfAPackage() throws {
        let path = try plugin(Self.tellsDirectory)
        let data = String(path.dropLast(".so".count)) + "/data"
        try Program.run("/bin/mkdir", ["-p", data])
        let error = #expect(throws: PluginError.self) {
            try PluginHost().load(path: path, into: RuleRegistry())
        }
        #expect(error?.found == "ASSAY_E_CONFIG (\(data))")
    }

    @Test(arguments: [
        ("return ASSAY_E_CONFIG;", "ASSAY_E_CONFIG without a message"),
        ("return -77;", "error -77 without a message"),
        (
            "call->error(call, ASSAY_E_INTERNAL, (assay_str)STR(\"no\\nlicense\")); "
                + "return ASSAY_E_INTERNAL;", "ASSAY_E_INTERNAL (no license)"
        ),
        (
            "call->error(call, 0, (assay_str){0, 7}); return ASSAY_E_PARAM;",
            "ASSAY_E_PARAM without a message"
        ),
        (
            "return call->scratch(call, 100ull << 20) || call->args(call, 0, (assay_str){0, 0}, 0, 0)"
                + " != ASSAY_E_PARAM ? 0 : ASSAY_E_CANCELLED;",
            "ASSAY_E_CANCELLED without a message"
        ),
    ])
    func failingInitIsRejected(body: String, found: String) throws {
        try expectError(of: try plugin(body), at: .initialize, "found \(found), \(tail)")
    }

    @Test func lackOfMemoryNamesTheLimitOfTheProbe() throws {
        try expectError(
            of: try plugin("return ASSAY_E_NOMEM;"), at: .initialize,
            "found ASSAY_E_NOMEM without a message, \(tail); the probe limits a plugin to 2 GiB of "
                + "addresses: give it more with --plugin-memory MIB (probeMemory of the policy)")
    }

    @Test(arguments: [
        ("return 1;", "the positive number 1"),
        ("return 2147483647;", "the positive number 2147483647"),
        (
            "call->error(call, 1, (assay_str)STR(\"almost\\x1b[2J\\xc2\\x9b\\n done\")); return 3;",
            "the positive number 3 (almost [2J   done)"
        ),
    ])
    func initThatReturnsAPositiveNumberIsRejected(body: String, found: String) throws {
        try expectError(
            of: try plugin(body), at: .initialize,
            "found \(found), expected ASSAY_OK or a negative number from the plugin's init; "
                + "return ASSAY_OK or one of the numbers ASSAY_E_* from init")
    }

    @Test func hostOffersWhatInitNeeds() throws {
        let body = """
            char *memory = call->scratch(call, 100);
            memory[99] = 1;
            return config->kind == ASSAY_OBJECT && config->len == 0 && host->magic == ASSAY_MAGIC
                && host->name.len == 5 ? ASSAY_OK : ASSAY_E_INTERNAL;
            """
        let loaded = try PluginHost().load(path: try plugin(body), into: RuleRegistry())
        #expect(loaded.id == "hostile")
    }

    @Test func stateReachesTheRules() throws {
        let more = """
            static assay_rc create(void *state, const assay_call *call, const assay_value *params,
                                   void **inst) {
                *inst = state;
                return ASSAY_OK;
            }
            #define RULE .create = create
            #define EVALUATE out[0].status = *(const int *)inst == 7 ? ASSAY_PASS : ASSAY_FAIL;
            """
        let path = try plugin("static int kept = 7; *state = &kept; return ASSAY_OK;", more)
        let registry = RuleRegistry()
        try PluginHost().load(path: path, into: registry)
        #expect(try failures(of: RuleExpression("hostile.even"), in: registry, [1]) == [[]])
    }

    /// `shutdown` says so by creating a file.
    @Test func pluginWhoseRulesAreNotRegisteredIsShutDown() throws {
        let marker = workshop.path("marker")
        let path = try workshop.compile(
            pluginSource(
                """
                #include <fcntl.h>
                static void stop(void *state) { creat("\(marker)", 0600); }
                #define PLUGIN .shutdown = stop
                """))
        let registry = RuleRegistry()
        var policy = PluginPolicy.standard
        policy.probe = .off
        try PluginHost(policy: policy).load(path: path, into: registry)
        #expect(!exists(marker))
        #expect(throws: PluginError.self) {
            try PluginHost(policy: policy).load(path: path, into: registry)
        }
        #expect(exists(marker))
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import PluginWorkshop
import Testing

/// What a plugin does while it is loaded and started, and what is said about it.
struct Misdeed: CustomTestStringConvertible, Sendable {
    let name: String
    /// C statements.
    let statements: String
    /// What comes before the place.
    let found: String
    /// In milliseconds: short where nothing but the deadline ends it.
    let deadline: Int

    init(_ name: String, _ statements: String, _ found: String, deadline: Int = 60_000) {
        self.name = name
        self.statements = statements
        self.found = found
        self.deadline = deadline
    }

    var testDescription: String { name }
}

/// Where in a plugin it does that, as macros of `pluginSource`, and in the words of an error.
enum Place: String, CaseIterable {
    case constructor = "while the library was loaded"
    case entry = "in assay_plugin_entry_v1"
    case initialisation = "in init"
    case shutdown = "in shutdown"
    case destructor = "when the process exits"

    func macros(_ statements: String) -> String {
        let hook =
            switch self {
            case .constructor:
                "__attribute__((constructor)) static void construct(void) { misdeed(); }"
            case .entry: "#define ENTRY (misdeed(), &plugin)"
            case .initialisation:
                """
                static assay_rc start(const assay_host *host, const assay_call *call,
                                      const assay_value *config, void **state) {
                    misdeed();
                    return ASSAY_OK;
                }
                #define PLUGIN .init = start
                """
            case .destructor:
                "__attribute__((destructor)) static void destruct(void) { misdeed(); }"
            case .shutdown:
                """
                static void stop(void *state) { misdeed(); }
                #define PLUGIN .shutdown = stop
                """
            }
        return """
            #define _GNU_SOURCE
            #include <fcntl.h>
            #include <fenv.h>
            #include <grp.h>
            #include <locale.h>
            #include <pthread.h>
            #include <signal.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <sys/file.h>
            #include <sys/mman.h>
            #include <sys/prctl.h>
            #include <sys/resource.h>
            #include <sys/stat.h>
            #include <sys/time.h>
            #include <sys/wait.h>
            #include <time.h>
            #include <unistd.h>
            static void misdeed(void) { \(statements) }
            \(hook)
            """
    }
}

/// Loads a library that does not come back from the probe, and a good plugin after it, for which
/// there is no hurry.
///
/// `hostile` is its row on the page of hostile libraries.
func expectProbeError(
    of path: String, _ found: String, deadline: Int = 60_000, as hostile: HostileCase? = nil,
    location: Testing.SourceLocation = #_sourceLocation
) throws {
    let call = found.hasPrefix("an attempt ") ? "kill" : nil
    var policy = PluginPolicy.standard
    policy.probe = .required
    policy.probeTimeout = .milliseconds(deadline)
    let registry = RuleRegistry()
    let error = #expect(throws: PluginError.self, sourceLocation: location) {
        try PluginHost(policy: policy).load(path: path, into: registry)
    }
    #expect(
        error?.description
            == "cannot load plugin '\(path)' at stage probe: found \(found), "
            + (call.map { "expected \(ProbedAttempt.expected); " + attemptRemedy($0) }
                ?? "expected a plugin that can be loaded and started; "
                + "correct the plugin; if its file may be damaged, build it again"),
        sourceLocation: location)
    if let hostile, let error {
        HostileOutcomes.record(hostile, error, of: path, location: location)
    }
    try PluginHost().load(path: try BuiltPlugin.template.path(), into: registry)
    let codes = try failures(of: RuleExpression("template.even"), in: registry, [2, 3])
    #expect(codes == [[], ["template.even.odd"]], sourceLocation: location)
}

/// What to do about a plugin that attempts a call.
func attemptRemedy(_ call: String) -> String {
    "correct the plugin; if it has to make this call, allow it with --plugin-allow-call \(call) "
        + "(allowedCalls of the policy): the call still fails in the probe"
}

/// The words about a plugin that changes what it shares with others.
func changedProcess(_ changes: String) -> String {
    "found a changed process: \(changes), expected the process as it was before the plugin; "
        + "do not do this in constructors, assay_plugin_entry_v1 or init of the plugin"
}

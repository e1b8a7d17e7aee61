// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Foundation
import Testing

@testable import AssayPluginHost

/// What the policy says about the probe, and probes that do not do their work.
@Suite struct ProbeTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private func policy(_ probe: PluginProbe) -> PluginPolicy {
        var policy = PluginPolicy.standard
        policy.probe = probe
        return policy
    }

    /// Tries a good plugin with a probe that does not do its work.
    private func expectError(by probe: String, _ text: String, in deadline: Duration) throws {
        var policy = policy(.executable(probe))
        policy.probeTimeout = deadline
        let host = PluginHost(policy: policy)
        let path = try BuiltPlugin.template.path()
        let error = #expect(throws: PluginError.self) { try host.load(path: path, into: .init()) }
        #expect(
            error?.description == "cannot load plugin '\(path)' at stage probe: found \(text)")
    }

    /// A program that stands for the probe.
    private func script(_ lines: String) throws -> String {
        let path = workshop.path("probe")
        // Another process writes it: one that a test starts meanwhile would inherit the open file,
        // and what is open for writing cannot be run.
        try Program.run(
            "/bin/sh",
            [
                "-c", #"printf '#!/bin/sh\n%s\n' "$1" >"$2" && chmod 755 "$2""#, "sh", lines, path,
            ])
        return path
    }

    private static let install = "install assay-plugin-probe of this version"

    @Test(arguments: [PluginProbe.off, .whenAvailable, .required])
    func goodPluginIsLoaded(probe: PluginProbe) throws {
        let plugin = try PluginHost(policy: policy(probe))
            .load(path: try BuiltPlugin.template.path(), into: .init())
        #expect(plugin.id == "template")
    }

    @Test func probeIsBesideTheProgram() throws {
        let path = try #require(try PluginProbe.whenAvailable.path())
        #expect(path.hasSuffix("/assay-plugin-probe"))
        #expect(try PluginProbe.required.path() == path)
        #expect(try PluginProbe.off.path() == nil)
    }

    /// In a process of its own, for it changes its environment.
    @Test func pathInTheEnvironmentIsTaken() async {
        await #expect(processExitsWith: .success) {
            setenv("ASSAY_PLUGIN_PROBE", "/nowhere/probe", 1)
            let path = try PluginProbe.whenAvailable.path()
            precondition(path == "/nowhere/probe")
        }
    }

    @Test func missingProbeIsRejected() throws {
        try expectError(
            by: "/nowhere/probe",
            "an error (/nowhere/probe: No such file or directory), expected a probe that runs; "
                + Self.install, in: .seconds(5))
    }

    @Test(
        arguments: [
            ("exit 3", "an exit with status 3", 60_000),
            ("exit 0", "an exit with status 0", 60_000),
            ("kill -TERM $$", "SIGTERM", 60_000),
            ("exec sleep 100", "no answer within 0.25 seconds", 250),
        ])
    func probeThatFailsIsNoAcceptance(lines: String, found: String, deadline: Int) throws {
        try expectError(
            by: try script(lines),
            "\(found) before the library was loaded, expected a probe that runs; \(Self.install)",
            in: .milliseconds(deadline))
    }

    @Test(
        arguments: [
            "yes", "{}", #"{"probe":"0.0.1"}"#, #"{"probe":"0.1.0","stage":"open"}"#,
            #"{"probe":"0.1.0","stage":"load","found":"x"}"#,
        ])
    func answerThatIsNoneIsRejected(answer: String) throws {
        try expectError(
            by: try script("printf '\\000\(answer)\\n' >&5; exit \(ProbeChild.answered)"),
            "an answer that is not understood ('\(answer)'), expected an answer of assay-plugin-probe 0.1.0; "
                + "\(Self.install); the plugin must not use its descriptors", in: .seconds(60))
    }

    @Test func errorOfTheProbeIsPassedOn() throws {
        let error = StageError(.table, found: "a", expected: "b “c”", remedy: "d\\e")
        let answer = try #require(ProbeAnswer(parsing: Array(ProbeAnswer(error).json.utf8)))
        #expect(answer.error?.error(path: "p") == error.error(path: "p"))
        let accepted = try #require(ProbeAnswer(parsing: Array(ProbeAnswer(nil).json.utf8)))
        #expect(accepted.error == nil)
    }

    @Test func requestIsUnderstood() {
        let request = ProbeRequest(
            path: "a b\n",
            settings: GivenSettings(
                own: ["x": [1, 2.5, .null, "\u{1}"]], byPlugin: ["acme": ["y": 1], "other": 3]),
            parent: 7, seconds: 5)
        #expect(ProbeRequest(parsing: Array(request.json.utf8)) == request)
        let nothing = ProbeRequest(path: "", settings: GivenSettings(), parent: 1, seconds: 0)
        #expect(ProbeRequest(parsing: Array(nothing.json.utf8)) == nothing)
        let question = ProbeRequest(
            path: "", settings: GivenSettings(), parent: 1, seconds: 0, wants: .jail,
            jail: [.calls, .files])
        #expect(ProbeRequest(parsing: Array(question.json.utf8)) == question)
        for text in ["", "{}", #"{"probe":"0.0.1","path":"","parent":1,"seconds":0}"#] {
            #expect(ProbeRequest(parsing: Array(text.utf8)) == nil)
        }
    }
}

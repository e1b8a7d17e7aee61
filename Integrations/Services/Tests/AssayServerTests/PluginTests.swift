// SPDX-License-Identifier: Apache-2.0
import Foundation
import ServiceTesting
import Testing

private let compiler = ["/usr/bin/gcc", "/usr/bin/clang", "/usr/bin/cc"].first {
    FileManager.default.isExecutableFile(atPath: $0)
}

/// Plugins that die.
@Suite(.enabled(if: compiler != nil, "SKIPPED: no C compiler"))
struct PluginTests {
    private static let ruleSet = ["a.yaml": "assay: 1\nfields:\n  number: integer, even.even\n"]
    private static let path = "/v1/validate/a"

    /// Compiles a plugin with the rule `even.even`.
    ///
    /// - Parameters:
    ///   - check: What the rule does with a value.
    ///   - start: What the library does when it is loaded.
    ///   - file: Takes the library, at one moment.
    /// - Throws: What keeps it from being compiled.
    private func compile(check: String = "", start: String = "", to file: String) throws {
        let source = """
            #include <stdlib.h>
            #include "assay_plugin_c.h"
            enum { ODD };
            __attribute__((constructor)) static void start(void) { \(start) }
            static assay_verdict check(const assay_value *value) {
                \(check)
                return assay_pass_if(value->as.i64 % 2 == 0, ODD);
            }
            ASSAY_RULE(even, "An even integer", ASSAY_KIND_BIT(ASSAY_I64), check,
                       ASSAY_CODES(ASSAY_CODE("even.odd", "must be even")),
                       ASSAY_EXAMPLES(ASSAY_VALID("2", "even"), ASSAY_INVALID(ODD, "-3", "even")));
            ASSAY_PLUGIN("even", "1.0.0", ASSAY_RULES(&assay_rule_even));
            """
        try source.write(toFile: file + ".c", atomically: true, encoding: .utf8)
        let headers = URL(filePath: #filePath).appending(path: "../../../../../Plugins/ABI/include")
        let process = Process()
        process.executableURL = URL(filePath: try #require(compiler))
        process.arguments = [
            "-O1", "-fPIC", "-shared", "-I", headers.standardizedFileURL.path, file + ".c", "-o",
            file + ".new",
        ]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        try #require(rename(file + ".new", file) == 0)
    }

    @Test func aPluginThatDiesWhileItIsLoadedIsCountedAndTheOldOneStays() throws {
        let folder = try TemporaryFolder()
        let library = folder.path + "/even.so"
        try compile(to: library)
        let server = try ServerProcess(Self.ruleSet, "--plugins", library)
        #expect(try server.request("POST", Self.path, body: #"{"number":3}"#).status == 422)
        #expect(
            try server.request("GET", "/metrics").body.contains(
                #"assay_plugins_total{plugin="even",outcome="loaded"} 1"#))
        try compile(start: "abort();", to: library)
        #expect(
            try eventually {
                try server.request("GET", "/metrics").body.contains(
                    #"assay_plugins_total{plugin="even",outcome="plugin.probe"} 1"#)
            })
        #expect(try server.request("POST", Self.path, body: #"{"number":3}"#).status == 422)
        #expect(server.waitForLine(containing: "plugin rejected")?.contains("plugin.probe") == true)

        try compile(check: "if (value->as.i64 == 7) return assay_pass();", to: library)
        #expect(
            try eventually {
                try server.request("POST", Self.path, body: #"{"number":7}"#).status == 200
            })
        // Observers are told after it has taken over.
        #expect(
            try eventually {
                try server.request("GET", "/metrics").body.contains(
                    #"assay_plugins_total{plugin="even",outcome="loaded"} 2"#)
            })
    }

    @Test func theRuleThatEndsTheServerIsNamed() throws {
        let folder = try TemporaryFolder()
        let library = folder.path + "/even.so"
        try compile(check: "if (value->as.i64 == 7) abort();", to: library)
        let server = try ServerProcess(Self.ruleSet, "--plugins", library)
        #expect(try server.request("POST", Self.path, body: #"{"number":2}"#).status == 200)
        #expect(throws: ConnectionError.self) {
            try server.request("POST", Self.path, body: #"{"number":7}"#)
        }
        #expect(server.exitStatus() == -SIGABRT)
        let line = server.waitForLine(containing: "plugin.crash")
        let rest = "the rule 'even.even' of plugin even 1.0.0 ended the program: SIGABRT"
        #expect(line == "assay-server: error[plugin.crash] \(rest)")
    }

    @Test func aPluginThatIsPutIntoTheFolderIsLoaded() throws {
        let folder = try TemporaryFolder()
        let libraries = folder.path + "/plugins"
        try FileManager.default.createDirectory(
            atPath: libraries, withIntermediateDirectories: false)
        let built = folder.path + "/even.so"
        let server = try ServerProcess(
            ["b.yaml": "assay: 1\nfields:\n  number: required\n"], "--plugins", libraries)
        func place(_ name: String) throws {
            try #require(rename(built, "\(libraries)/\(name)") == 0)
        }
        try server.folder.write(try #require(Self.ruleSet["a.yaml"]), to: "a.yaml")
        #expect(server.waitForLine(containing: "rule set rejected")?.contains("even.even") == true)

        // One that fails is reported, and does not end the watch.
        try compile(start: "abort();", to: built)
        try place("even.so")
        #expect(eventually { server.log.contains("assay.code=plugin.probe") }, "\(server.log)")
        #expect(try server.request("POST", Self.path, body: #"{"number":3}"#).status == 404)

        try compile(to: built)
        try place("even.so")
        #expect(
            try eventually {
                try server.request("POST", Self.path, body: #"{"number":3}"#).status == 422
            })
        // Observers are told after it has taken over.
        let counts = [
            #"assay_plugins_total{plugin="even",outcome="loaded"} 1"#,
            #"assay_reloads_total{rule_set="a",outcome="rejected"} 1"#,
            #"assay_reloads_total{rule_set="a",outcome="loaded"} 1"#,
        ]
        #expect(
            try eventually {
                let metrics = try server.request("GET", "/metrics").body
                return counts.allSatisfy { metrics.contains($0) }
            })
        #expect(eventually { server.log.contains("assay.plugin=even") }, "\(server.log)")

        // It is followed as those that were there at the start.
        try compile(check: "if (value->as.i64 == 7) return assay_pass();", to: built)
        try place("even.so")
        #expect(
            try eventually {
                try server.request("POST", Self.path, body: #"{"number":7}"#).status == 200
            })
    }
}

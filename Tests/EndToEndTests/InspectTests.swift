// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc
import PluginWorkshop
import Testing

/// `ruleshell plugin stamp` and `ruleshell plugin inspect`.
@Suite struct InspectTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    /// The template plugin as `plugin.so`.
    private func plugin() throws -> String {
        let path = workshop.path + "/plugin.so"
        let built = try RuleShellTool.product("libAssayTemplatePlugin.so")
        let copied = try ChildProcess("/bin/cp", [built, path]).finish()
        try #require(copied.status == 0)
        chmod(path, 0o755)
        return path
    }

    private func source(_ path: String) -> String {
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/" + path
    }

    private func run(_ arguments: [String]) throws -> ProcessResult {
        try RuleShellTool.run(["plugin"] + arguments, in: workshop)
    }

    private func stamp() throws -> String {
        let path = try plugin()
        let result = try run(["stamp", "plugin.so"])
        #expect(
            result
                == ProcessResult(
                    status: 0, output: "plugin.so: template 1.0.0, 1 rule\n", errors: "")
        )
        return path
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
    }

    @Test func stampedPluginIsShownAndLoaded() throws {
        let path = try stamp()
        let inspection = try PluginInspection(file: path)
        let result = try run(["inspect", "plugin.so"])
        #expect(
            withoutTrust(result.output) == """
                plugin.so
                  plugin: template 1.0.0
                  contract: 1.2
                  size: \(inspection.size) bytes
                  machine: \(inspection.machine)
                  build id: \(inspection.buildID ?? "none")
                  needs: \(inspection.neededLibraries.joined(separator: ", "))
                  run path: \(inspection.runPath.joined(separator: ":"))

                template.even
                  An even integer
                  values: a number
                  codes:
                    template.even.odd: must be even
                    template.even.kind: must be a number
                  examples:
                    template.even of 2 passes
                    template.even of -3 fails: template.even.odd
                  flags: concurrent, pure

                """)
        #expect(result.status == 0)
        let rules = try RuleShellTool.run(["try", "--plugin", path, "template.even", "2"])
        #expect(rules.output == "valid 2\n")
    }

    @Test func stampedPluginIsShownAsJSON() throws {
        let inspection = try PluginInspection(file: try stamp())
        let result = try run(["inspect", "--json", "plugin.so"])
        let json = try JSONValueParser.parse(result.output)
        #expect(json["file"] == "plugin.so")
        #expect(json["size"] == .integer(Int64(inspection.size)))
        #expect(json["buildId"] == inspection.buildID.map { .string($0) } ?? .null)
        #expect(json["needed"] == .array(inspection.neededLibraries.map { .string($0) }))
        #expect(json["runPath"] == .array(inspection.runPath.map { .string($0) }))
        #expect(
            json["manifest"].json == #"""
                {"manifest":1,"id":"template","version":"1.0.0","abi":{"major":1,"minor":2},"configuration":[],"rules":[{"id":"template.even","summary":"An even integer","kinds":["number"],"flags":["concurrent","pure"],"parameters":[],"codes":[{"id":"template.even.odd","message":"must be even","translations":{},"arguments":[]}],"examples":[{"expression":"template.even","value":2,"status":"pass","code":null},{"expression":"template.even","value":-3,"status":"fail","code":"template.even.odd"}]}]}
                """#)
        #expect(result.status == 0)
    }

    /// Whoever runs this has a kernel with filters of system calls.
    @Test func whatTheProbeIsKeptFromIsShown() throws {
        _ = try plugin()
        let held = try #require(PluginProbe.whenAvailable.jail())
        let json = try JSONValueParser.parse(try run(["inspect", "--json", "plugin.so"]).output)
        #expect(
            json["jail"]
                == .array(
                    Jail.layers.filter { held.contains($0.layer) }.map { .string($0.name) }))
        let lines = try run(["inspect", "plugin.so"]).output.split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("  probe: ") })
        for layer in Jail.layers { #expect(line.contains(layer.words)) }
        let isWhole = held.isSuperset(of: Jail.all.subtracting(.users))
        #expect(line.contains("does not allow") == !isWhole)
    }

    @Test func missingProbeIsShown() throws {
        _ = try plugin()
        let result = try ChildProcess(
            "/usr/bin/env",
            [
                "ASSAY_PLUGIN_PROBE=/nowhere/probe", RuleShellTool.product("ruleshell"), "plugin",
                "inspect", "plugin.so",
            ], in: workshop.path
        ).finish()
        #expect(
            result.output.contains("\n  probe: none; install assay-plugin-probe beside ruleshell\n")
        )
    }

    @Test func manifestAgreesWithTheListOfRules() throws {
        let path = try stamp()
        let inspected = try JSONValueParser.parse(try run(["inspect", "--json", path]).output)
        let rules = try RuleShellTool.run(["rules", "template.even", "--json", "--plugin", path])
        let (rule, listed) = (
            inspected["manifest"]["rules"][0], try JSONValueParser.parse(rules.output)["rules"][0]
        )
        for name in ["id", "summary", "kinds", "parameters"] {
            #expect(rule[name] != .absent && rule[name] == listed[name], "\(name)")
        }
    }

    @Test func pluginWithoutAManifestIsShownAsFarAsItsFileTells() throws {
        let inspection = try PluginInspection(file: try plugin())
        let result = try run(["inspect", "plugin.so"])
        #expect(
            withoutTrust(result.output) == """
                plugin.so
                  size: \(inspection.size) bytes
                  machine: \(inspection.machine)
                  build id: \(inspection.buildID ?? "none")
                  needs: \(inspection.neededLibraries.joined(separator: ", "))
                  run path: \(inspection.runPath.joined(separator: ":"))
                  manifest: none; 'ruleshell plugin stamp' writes one

                """)
        #expect(result.status == 1)
        let json = try JSONValueParser.parse(try run(["inspect", "--json", "plugin.so"]).output)
        #expect(json["manifest"] == .null)
    }

    /// The lines about digests and signatures are there only in builds that know them, and what the
    /// probe is kept from depends on the system.
    private func withoutTrust(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("  SHA-256: ") && $0 != "  signature: none" }
            .filter { !$0.hasPrefix("  probe: in a jail of no new privileges, seccomp") }
            .joined(separator: "\n")
    }

    @Test func fileKeepsItsModeAndItsLink() throws {
        let path = try plugin()
        chmod(path, 0o775)  // of which a umask would take something
        symlink("plugin.so", workshop.path + "/link.so")
        #expect(try run(["stamp", "link.so"]).status == 0)
        #expect(mode(path) == S_IFREG | 0o775)
        #expect(mode(workshop.path + "/link.so") & S_IFMT == S_IFLNK)
        #expect(try PluginManifest.read(ofFile: path)?.id == "template")
    }

    @Test func fileThatIsNoPluginIsAnError() throws {
        try workshop.write(String(repeating: "x", count: 100), to: "text.so")
        #expect(
            try run(["inspect", "text.so"])
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[plugin.format] cannot inspect 'text.so': found a file that \
                        does not begin as ELF, expected an ELF library
                        help: build the plugin again as a shared library for this machine

                        """))
        #expect(
            try run(["stamp", "missing.so"])
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[plugin.open] cannot load plugin 'missing.so': found no such \
                        file, expected a regular file that can be read
                        help: check the path

                        """))
    }

    /// A plugin whose constructor crashes: `stamp` has it run, `inspect` does not.
    @Test func nothingOfAnInspectedPluginRuns() throws {
        guard access("/usr/bin/gcc", X_OK) == 0 else {
            try leaveOut("no gcc")
        }
        let header = source("Plugins/ABI/include")
        try workshop.write(
            """
            #include "\(source("Plugins/Template/template.c"))"
            #include <stdlib.h>
            __attribute__((constructor)) static void run(void) { abort(); }

            """, to: "plugin.c")
        let built = try ChildProcess(
            "/usr/bin/gcc",
            ["-fPIC", "-shared", "-I", header, "plugin.c", "-o", "plugin.so"], in: workshop.path
        ).finish()
        try #require(built.status == 0, "\(built.errors)")
        #expect(try run(["stamp", "plugin.so"]).errors.contains("found SIGABRT"))
        for format in [[], ["--json"]] {
            #expect(try run(["inspect", "plugin.so"] + format).status == 1)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Testing

/// Files of plugins that are read and not run.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct InspectionTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    @Test func fileTellsWithoutAManifest() throws {
        let path = try workshop.compile(
            pluginSource(), to: "plugin.so",
            [
                "-shared", "-fPIC", "-nostdlib", "-lm", "-Wl,--no-as-needed", "-lc",
                "-Wl,--build-id=0x0aff",
            ])
        let inspection = try PluginInspection(file: path)
        #expect(inspection.manifest == nil)
        #expect(try inspection.size == bytes(of: path).count)
        #expect(inspection.neededLibraries.contains("libc.so.6"))
        #expect(inspection.buildID == "0aff")
    }

    @Test func libraryWithoutABuildIDHasNone() throws {
        let path = try workshop.compile(
            pluginSource(), to: "plugin.so", ["-shared", "-fPIC", "-Wl,--build-id=none"])
        #expect(try PluginInspection(file: path).buildID == nil)
    }

    @Test func fileThatIsNoPluginIsRefused() throws {
        let path = try workshop.compile("int f(void) { return 1; }")
        let error = #expect(throws: PluginError.self) { try PluginInspection(file: path) }
        #expect(error?.stage == .format)
    }
}

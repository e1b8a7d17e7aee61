// SPDX-License-Identifier: Apache-2.0
import AssayPluginChecker
import AssayPluginHost
import PluginWorkshop
import Testing

/// Plugins that have nothing wrong.
@Suite struct GoodPluginTests {
    @Test(arguments: BuiltPlugin.allCases)
    func goodPluginPasses(plugin: BuiltPlugin) throws {
        let report = try check(try plugin.path())
        #expect(report.results.flatMap(\.findings) == [])
        #expect(report.passed)
        #expect(report.results.map(\.name) == PluginChecker.checkNames)
    }

    @Test func fileThatIsNoPluginIsRefusedByTheLoader() throws {
        let path = try Workshop().write([0], to: "no.so")
        #expect(throws: PluginError.self) { try check(path) }
    }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import PluginWorkshop
import Testing

/// `docs/rules.md`, whose tables are written from the definitions.
@Suite struct RulesPageTests {
    @Test func tablesAreCurrent() throws {
        let page = try String(
            contentsOfFile: Repository.path("docs/rules.md"), encoding: .utf8)
        let start = try #require(page.range(of: "changes in them are lost. -->\n\n"))
        let end = try #require(page.range(of: "<!-- end of the tables -->"))
        let tables = try RuleShellTool.run(["rules", "--markdown"]).output
        let isCurrent = page[start.upperBound..<end.lowerBound] == tables
        #expect(isCurrent, "run 'make rules-page'")
    }

    @Test(arguments: [["--json"], ["email"]])
    func pageIsOfAllRules(further: [String]) throws {
        let result = try RuleShellTool.run(["rules", "--markdown"] + further)
        #expect(result.status == 2)
        #expect(
            result.errors.contains("--markdown prints all built-in rules: leave the rest out"))
    }
}

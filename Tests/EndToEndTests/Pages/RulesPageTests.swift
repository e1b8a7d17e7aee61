// SPDX-License-Identifier: Apache-2.0
import Assay
import Foundation
import Testing

/// `docs/rules.md` and the page of each family in `docs/rules`, whose tables are written from the definitions.
@Suite struct RulesPageTests {
    @Test func tablesOfFamiliesAreCurrent() throws {
        let families = try Self.families()
        #expect(families.count == 10)
        for family in families {
            let isCurrent = try Self.table(of: "docs/\(family.page)") == family.table
            #expect(isCurrent, "run 'make rules-page': docs/\(family.page)")
        }
    }

    @Test func indexHasEveryRule() throws {
        let rows = try Self.families().map { family in
            let rules = family.table.matches(of: #/\n\| (?:`|<code>)(\w+)/#)
            #expect(!rules.isEmpty)
            let ids = rules.map { "`\($0.output.1)`" }.joined(separator: " ")
            return "| [\(family.name)](\(family.page)) | \(ids) |"
        }
        let index = try Self.table(of: "docs/rules.md")
        let isCurrent = index.split(separator: "\n").dropFirst(2).map(String.init) == rows
        #expect(isCurrent, "run 'make rules-page'")
    }

    /// The tests of the Python package make their rule sets of these.
    @Test func examplesForPythonAreCurrent() throws {
        let catalogue = try Value(json: RuleShellTool.run(["rules", "--json"]).output)
        guard case .array(let rules) = catalogue["rules"] else {
            Issue.record("there are no rules")
            return
        }
        let expected = rules.flatMap { rule -> [[Value]] in
            guard case .array(let examples) = rule["examples"] else { return [] }
            return examples.filter { $0["settings"] == [:] }.map { [rule["id"], $0["expression"]] }
        }
        let text = try DocumentationExample.text(of: "Integrations/Python/tests/examples.jsonl")
        let written = try text.split(separator: "\n").map { line -> [Value] in
            guard case .array(let example) = try Value(json: String(line)) else { return [] }
            return Array(example.prefix(2))
        }
        #expect(Set(expected.map { $0[0].json }).count == rules.count)
        let isCurrent = written == expected
        #expect(isCurrent, "run 'make rules-page'")
    }

    /// A family of rules: its name, its page below `docs`, and its table as `ruleshell` prints it.
    private struct Family {
        let name: String
        let page: String
        let table: String
    }

    private static func families() throws -> [Family] {
        let output = try RuleShellTool.run(["rules", "--markdown"]).output
        return ("\n" + output).components(separatedBy: "\n### ").dropFirst().map { part in
            let lines = part.split(separator: "\n")
            let name = String(lines[0])
            let file = name.lowercased().replacing(" ", with: "-")
            return Family(
                name: name, page: "rules/\(file).md",
                table: lines.dropFirst().joined(separator: "\n"))
        }
    }

    /// The table of a page that is written: from the comment before it to the next empty line.
    private static func table(of page: String) throws -> String {
        let text = try DocumentationExample.text(of: page)
        let parts = text.components(separatedBy: "changes in it are lost. -->\n\n")
        try #require(parts.count == 2, "\(page)")
        return parts[1].components(separatedBy: "\n\n")[0]
    }

    @Test(arguments: [["--json"], ["email"]])
    func pageIsOfAllRules(further: [String]) throws {
        let result = try RuleShellTool.run(["rules", "--markdown"] + further)
        #expect(result.status == 2)
        #expect(
            result.errors.contains("--markdown prints all built-in rules: leave the rest out"))
    }
}

// SPDX-License-Identifier: Apache-2.0
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
        let output = try RuleShellTool.run(["rules", "--json"]).output
        let catalogue = try JSONSerialization.jsonObject(with: Data(output.utf8))
        let rules = try #require((catalogue as? [String: Any])?["rules"] as? [[String: Any]])
        let expected = try rules.flatMap { rule in
            let id = try #require(rule["id"] as? String)
            return try #require(rule["examples"] as? [[String: Any]])
                .filter { ($0["settings"] as? [String: Any])?.isEmpty == true }
                .map { [id, try #require($0["expression"] as? String)] }
        }
        let text = try DocumentationExample.text(of: "Integrations/Python/tests/examples.jsonl")
        let written = try text.split(separator: "\n").map { line in
            let example = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any]
            return example?.prefix(2).compactMap { $0 as? String }
        }
        #expect(Set(expected.map { $0[0] }).count == rules.count)
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

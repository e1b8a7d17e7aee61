// SPDX-License-Identifier: Apache-2.0
import Testing

/// Baselines of runs that do not read everything, and of other systems.
@Suite struct BaselineFileTests {
    /// Ten records with a finding each, and their baseline.
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: id\nfields:\n  id: required\n  age: range(18...)\n", to: "r.yaml")
        try workshop.write(
            (0..<10).map { "{\"id\":\($0),\"age\":1}\n" }.joined(), to: "a.ndjson")
        let result = try validate(["--write-baseline", "b", "a.ndjson"], in: workshop)
        #expect(result.status == 0, "\(result.errors)")
        return workshop
    }

    private func validate(_ arguments: [String], in workshop: Workshop) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "json"] + arguments, in: workshop)
    }

    /// A record that was not read may still have its finding.
    @Test(arguments: [
        (["--limit", "3"], "3 known, 0 new"), (["--limit", "10"], "10 known, 0 new"),
        (["--limit", "11"], "10 known, 0 new, 0 gone"),
    ])
    func nothingIsGoneThatWasNotRead(limit: [String], counts: String) throws {
        let result = try validate(
            ["--baseline", "b", "--strict-baseline"] + limit + ["a.ndjson"], in: workshop())
        #expect(result.errors == "ruleshell: baseline: \(counts)\n")
        #expect(result.status == 0)
    }

    @Test func linesMayEndAsOnWindows() throws {
        let workshop = try workshop()
        let text = try workshop.read("b")
        #expect(!text.contains("\r"))
        try workshop.write(text.replacing("\n", with: "\r\n"), to: "b")
        let result = try validate(["--baseline", "b", "a.ndjson"], in: workshop)
        #expect(result.errors == "ruleshell: baseline: 10 known, 0 new, 0 gone\n")
        #expect(result.status == 0)
    }
}

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

    /// The head of the file is a line with a list.
    @Test(arguments: ["a,b", "a%2Cb", "a b", "größe", "\\\"x.y\\\"", "a\\nb", "a=b"])
    func identityMayHaveAnyKey(path: String) throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: [\"\(path)\", id]\nfields:\n  age: range(18...)\n", to: "r.yaml")
        let key = path.replacing("\\\"", with: "")
        try workshop.write(
            (0..<3).map { "{\"\(key)\":\($0),\"id\":1,\"age\":1}\n" }.joined(), to: "a.ndjson")
        let made = try validate(["--write-baseline", "b", "a.ndjson"], in: workshop)
        #expect(made.status == 0, "\(made.errors)")
        #expect(try workshop.read("b").split(separator: "\n").count == 4)
        let result = try validate(["--baseline", "b", "a.ndjson"], in: workshop)
        #expect(result.errors == "ruleshell: baseline: 3 known, 0 new, 0 gone\n")
        #expect(result.status == 0)
    }

    @Test func keyWithACommaIsNotTwoKeys() throws {
        let workshop = try Workshop()
        try workshop.write("{\"a\":1,\"b\":1,\"a,b\":1,\"age\":1}\n", to: "a.ndjson")
        func use(_ identity: String) throws {
            try workshop.write(
                "assay: 1\nidentity: \(identity)\nfields:\n  age: range(18...)\n", to: "r.yaml")
        }
        try use("[a, b]")
        #expect(try validate(["--write-baseline", "b", "a.ndjson"], in: workshop).status == 0)
        try use("[\"a,b\"]")
        let result = try validate(["--baseline", "b", "a.ndjson"], in: workshop)
        #expect(result.errors.contains("error[baseline.identity]"), "\(result.errors)")
        #expect(result.status == 2)
    }

    /// A file of an earlier version has keys as they are.
    @Test func keysOfAnEarlierVersionAreRead() throws {
        let workshop = try Workshop()
        try workshop.write(
            "assay: 1\nidentity: [größe, a b]\nfields:\n  age: range(18...)\n", to: "r.yaml")
        try workshop.write("{\"größe\":1,\"a b\":2,\"age\":1}\n", to: "a.ndjson")
        _ = try validate(["--write-baseline", "b", "a.ndjson"], in: workshop)
        let text = try workshop.read("b")
        let old = text.replacing("gr%C3%B6%C3%9Fe,a%20b", with: "größe,a b")
        #expect(old != text)
        try workshop.write(old, to: "b")
        let result = try validate(["--baseline", "b", "a.ndjson"], in: workshop)
        #expect(result.errors == "ruleshell: baseline: 1 known, 0 new, 0 gone\n")
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

// SPDX-License-Identifier: Apache-2.0
import TestRandomness
import Testing

/// `--baseline`, `--write-baseline`, `--accept-new`, `--strict-baseline`.
@Suite struct BaselineTests {
    private static let rules = """
        assay: 1
        identity: [id]
        fields:
          id: required
          age: integer, range(18...120)
          land: oneOf("DE", "FR")
          tags[*]: length(...5)

        """

    /// A record and whether its fields break their rules.
    private struct Row {
        var id: Int
        var age = 30
        var land = "DE"
        var longTags = 0
        var note = ""

        var json: String {
            let tags = (Array(repeating: #""toolong""#, count: longTags) + [#""a""#])
            return #"{"id":\#(id),"age":\#(age),"land":"\#(land)","tags":["#
                + tags.joined(separator: ",") + #"],"note":"\#(note)"}"# + "\n"
        }

        /// What is wrong with it: identity, field and number.
        var findings: [String] {
            (age < 18 ? ["\(id) age"] : []) + (land == "XX" ? ["\(id) land"] : [])
                + (0..<longTags).map { "\(id) tags \($0)" }
        }

        mutating func breakOne(using random: inout SeededNumbers) {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: age = 17
            case 1: land = "XX"
            default: longTags = Int.random(in: 1...3, using: &random)
            }
        }
    }

    private func workshop(_ rules: String = rules) throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write(rules, to: "r.yaml")
        return workshop
    }

    private func validate(_ arguments: String..., in workshop: Workshop) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "-f", "concise"] + arguments, in: workshop)
    }

    /// The second line of standard error.
    private func line(_ result: ProcessResult) -> String {
        let lines = result.errors.split(separator: "\n").map(String.init)
        return lines.first { $0.hasPrefix("ruleshell: baseline: ") } ?? result.errors
    }

    /// Sorted anew, with rows inserted, deleted, mended, newly broken and edited: no old finding is
    /// new, and no new one is hidden.
    @Test(arguments: ["1", "4"])
    func findingsAreKnownWhereverTheirRecordsAre(jobs: String) throws {
        var random = SeededNumbers(seed: 20)
        let workshop = try workshop()
        var rows = (0..<15_000).map { Row(id: $0) }
        for index in rows.indices where index % 6 == 0 { rows[index].breakOne(using: &random) }
        try workshop.write(rows.map(\.json).joined(), to: "day1.ndjson")
        let old = Set(rows.flatMap(\.findings))
        let first = try validate("--write-baseline", "b", "day1.ndjson", in: workshop)
        #expect(line(first) == "ruleshell: baseline: 0 known, \(old.count) new, 0 gone")
        #expect(first.status == 0)

        rows.shuffle(using: &random)
        rows.removeFirst(150)
        for index in 0..<60 { rows[index].breakOne(using: &random) }
        for index in rows.indices.filter({ !rows[$0].findings.isEmpty }).suffix(200) {
            rows[index] = Row(id: rows[index].id)
        }
        for index in 5_000..<5_800 { rows[index].note = "edited" }
        for id in 20_000..<20_300 {
            var row = Row(id: id)
            if id % 4 == 0 { row.breakOne(using: &random) }
            rows.append(row)
        }
        rows.sort { ($0.longTags, $0.age, $0.id) < ($1.longTags, $1.age, $1.id) }
        try workshop.write(rows.map(\.json).joined(), to: "day2.ndjson")
        let now = Set(rows.flatMap(\.findings))
        let second = try validate("--baseline", "b", "-j", jobs, "day2.ndjson", in: workshop)
        let new = now.subtracting(old)
        #expect(
            line(second)
                == "ruleshell: baseline: \(now.intersection(old).count) known, \(new.count) new, "
                + "\(old.subtracting(now).count) gone (remove them with --write-baseline b)")
        #expect(second.output.split(separator: "\n").count == new.count)
        #expect(second.status == 1)
    }

    @Test func twoBranchesMergeToTheUnion() throws {
        let workshop = try workshop()
        let base = (0..<40).map { Row(id: $0, age: 17) }
        let ours = base.dropFirst(5) + (100..<120).map { Row(id: $0, land: "XX") }
        let theirs = base.dropLast(5) + (110..<140).map { Row(id: $0, land: "XX", longTags: 2) }
        for (rows, name) in [(base, "base"), (Array(ours), "ours"), (Array(theirs), "theirs")] {
            try workshop.write(rows.map(\.json).joined(), to: "d.ndjson")
            if name != "base" { try workshop.write(try workshop.read("base"), to: name) }
            _ = try validate("--write-baseline", name, "--accept-new", "d.ndjson", in: workshop)
        }
        let lines = { (name: String) in
            Set(try workshop.read(name).split(separator: "\n").map(String.init))
        }
        let union = try lines("ours").union(lines("theirs")).sorted { left, right in
            (left.hasPrefix("assay") ? 0 : 1, left) < (right.hasPrefix("assay") ? 0 : 1, right)
        }
        try workshop.write(union.joined(separator: "\n") + "\n", to: "union")
        let all = base + (100..<140).map { Row(id: $0, land: "XX", longTags: $0 < 110 ? 0 : 2) }
        try workshop.write(all.map(\.json).joined(), to: "d.ndjson")
        let result = try validate("--baseline", "union", "d.ndjson", in: workshop)
        #expect(line(result) == "ruleshell: baseline: 140 known, 0 new, 0 gone")
        #expect(result.output == "")
        #expect(result.status == 0)
        let before = try workshop.read("union")
        _ = try validate("--write-baseline", "union", "d.ndjson", in: workshop)
        #expect(try workshop.read("union") == before)
    }

    @Test func baselineOnlyShrinksUnlessNewFindingsAreAccepted() throws {
        let workshop = try workshop()
        try workshop.write(Row(id: 1, age: 1).json + Row(id: 2, age: 1).json, to: "d.ndjson")
        _ = try validate("--write-baseline", "b", "d.ndjson", in: workshop)
        try workshop.write(Row(id: 2, age: 2).json + Row(id: 3, age: 1).json, to: "d.ndjson")

        let strict = try validate("--baseline", "b", "--strict-baseline", "d.ndjson", in: workshop)
        #expect(strict.status == 1)
        let pruned = try validate("--write-baseline", "b", "d.ndjson", in: workshop)
        #expect(line(pruned) == "ruleshell: baseline: 1 known, 1 new, 1 gone")
        #expect(pruned.status == 1)
        #expect(try workshop.read("b").split(separator: "\n").count == 2)
        let accepted = try validate(
            "--write-baseline", "b", "--accept-new", "d.ndjson", in: workshop)
        #expect(line(accepted) == "ruleshell: baseline: 1 known, 1 new, 0 gone")
        #expect(accepted.output.contains("/age must be at least 18"))
        #expect(accepted.status == 0)
        let last = try validate(
            "--baseline", "b", "--strict-baseline", "d.ndjson", in: workshop)
        #expect(line(last) == "ruleshell: baseline: 2 known, 0 new, 0 gone")
        #expect(last.status == 0)
        try workshop.write(Row(id: 2, age: 2).json, to: "d.ndjson")
        let gone = try validate("--baseline", "b", "--strict-baseline", "d.ndjson", in: workshop)
        #expect(gone.status == 1)
        #expect(gone.output == "")
    }

    /// A record that cannot be read, or has no identity, is never known.
    @Test func recordsWithoutIdentityAreNeverKnown() throws {
        let workshop = try workshop(
            "assay: 1\nidentity: [id]\nfields:\n  age: range(18...)\n")
        try workshop.write("{\"age\":1}\n{\"id\":null,\"age\":1}\n{\"id\":\n", to: "d.ndjson")
        for _ in 0..<2 {
            let result = try validate(
                "--write-baseline", "b", "--accept-new", "d.ndjson", in: workshop)
            #expect(
                line(result) == "ruleshell: baseline: 0 known, 3 new, 0 gone; 3 of the new cannot "
                    + "be in a baseline, as their records have no identity")
            #expect(result.status == 1)
        }
    }

    /// 1 and 1.0 are one identity, "1" is another; keys inside an object are found.
    @Test func identitiesCompareAsJSON() throws {
        let workshop = try workshop(
            "assay: 1\nidentity: [key.id]\nfields:\n  age: range(18...)\n")
        try workshop.write("{\"key\":{\"id\":1},\"age\":1}\n", to: "d.ndjson")
        _ = try validate("--write-baseline", "b", "d.ndjson", in: workshop)
        for (id, status) in [("1.0", 0), ("1e0", 0), ("\"1\"", 1), ("2", 1)] {
            try workshop.write("{\"key\":{\"id\":\(id)},\"age\":2}\n", to: "d.ndjson")
            #expect(
                try validate("--baseline", "b", "d.ndjson", in: workshop).status == Int32(status),
                "\(id)")
        }
    }

    @Test func valuesAreNotInTheFile() throws {
        let workshop = try workshop(
            "assay: 1\nidentity: card\nfields:\n  card: digits(4)\n")
        try workshop.write("{\"card\":\"secret-77\"}\n", to: "d.ndjson")
        _ = try validate("--write-baseline", "b", "d.ndjson", in: workshop)
        let text = try workshop.read("b")
        #expect(text.split(separator: "\n").count == 2)
        #expect(!text.contains("secret") && !text.contains("77\""))
        #expect(text.hasSuffix(" card digits.notDigits\n") || text.contains(" card digits."))
    }

    /// Without an identity the value takes its place.
    @Test func valuesTellFindingsApartWithoutAnIdentity() throws {
        let workshop = try workshop("assay: 1\nfields:\n  age: range(18...)\n")
        try workshop.write("{\"age\":1}\n{\"age\":2}\n{\"age\":2}\n", to: "d.ndjson")
        _ = try validate("--write-baseline", "b", "d.ndjson", in: workshop)
        try workshop.write("{\"age\":2}\n{\"age\":3}\n{\"age\":2}\n{\"age\":2}\n", to: "d.ndjson")
        let result = try validate("--baseline", "b", "d.ndjson", in: workshop)
        #expect(
            line(result) == "ruleshell: baseline: 2 known, 2 new, 1 gone (remove them with "
                + "--write-baseline b)")
    }

    @Test(arguments: [
        (
            "nothing", nil,
            "ruleshell: error[baseline.unreadable] the baseline 'nothing' cannot be read: No such "
                + "file or directory\nhelp: write it with --write-baseline nothing\n"
        ),
        (
            "f", "hello\n",
            "f:1:1: error[baseline.syntax] the first line is not the header of a baseline\n"
                + "help: write the baseline again with --write-baseline FILE\n"
        ),
        (
            "f",
            "assay-baseline 1 salt=00000000000000000000000000000000 identity=id\n<<<<<<< ours\n",
            "f:2:1: error[baseline.syntax] the line is a merge conflict marker\n"
                + "help: keep the lines of both sides; git does so with 'f merge=union' in "
                + ".gitattributes\n"
        ),
        (
            "f", "assay-baseline 1 salt=00000000000000000000000000000000\n",
            "f:1:1: error[baseline.identity] the baseline was written with no identity, but the "
                + "rule set has the identity id\nhelp: remove the file, and write it again with "
                + "--write-baseline f\n"
        ),
        (
            "f", "assay-baseline 1 salt=00000000000000000000000000000000 identity=id\nxyz\n",
            "f:2:1: error[baseline.syntax] the line does not begin with 16 hexadecimal digits and a "
                + "space\nhelp: write the baseline again with --write-baseline FILE\n"
        ),
    ])
    func otherFilesAreRejected(name: String, contents: String?, message: String) throws {
        let workshop = try workshop()
        if let contents { try workshop.write(contents, to: name) }
        try workshop.write(Row(id: 1).json, to: "d.ndjson")
        let result = try validate("--baseline", name, "d.ndjson", in: workshop)
        #expect(result.errors == message)
        #expect(result.status == 2)
    }

    @Test(arguments: [
        (["--accept-new"], "--accept-new needs --write-baseline"),
        (["--strict-baseline"], "--strict-baseline needs --baseline"),
        (["--baseline", "b", "--html", "p"], "--baseline cannot be used with --html"),
        (["--baseline", "b", "--checkpoint", "c"], "--baseline cannot be used with --checkpoint"),
        (
            ["--write-baseline", "b", "--limit", "3"],
            "--write-baseline needs the findings of all records"
        ),
    ])
    func optionsThatDoNotGoTogetherAreRejected(arguments: [String], message: String) throws {
        let workshop = try workshop()
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml"] + arguments + ["d.ndjson"], in: workshop)
        #expect(result.errors.hasPrefix("ruleshell: error[usage] \(message)\n"), "\(result.errors)")
        #expect(result.status == 2)
    }

    @Test func runThatEndsEarlyLeavesTheBaselineAsItIs() throws {
        let workshop = try workshop()
        try workshop.write(Row(id: 1, age: 1).json, to: "d.ndjson")
        _ = try validate("--write-baseline", "b", "d.ndjson", in: workshop)
        let before = try workshop.read("b")
        try workshop.write(Row(id: 8, age: 1).json + Row(id: 9, age: 1).json, to: "d.ndjson")
        let result = try validate(
            "--write-baseline", "b", "--max-errors", "1", "d.ndjson", in: workshop)
        #expect(result.errors.contains("error[baseline.incomplete] 'b' is left as it was"))
        #expect(line(result) == "ruleshell: baseline: 0 known, 2 new")
        #expect(result.status == 2)
        #expect(try workshop.read("b") == before)
    }
}

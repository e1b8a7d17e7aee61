// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// `ruleshell watch`.
@Suite struct WatchTests {
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  a: integer\n", to: "r.yaml")
        try workshop.write("{\"a\":\"x\"}\n", to: "a.ndjson")
        try workshop.write("{\"a\":\"y\"}\n", to: "b.ndjson")
        return workshop
    }

    /// The next lines of output that begin as a finding or as the end of a check.
    private func lines(_ count: Int, of process: ChildProcess) throws -> [String] {
        var lines: [String] = []
        while lines.count < count {
            let line = try process.readLine()
            guard !line.isEmpty else { throw TestFailure(description: "the output has ended") }
            let text = line.split(separator: "\n").joined()
            if text.hasPrefix("  --> ") || text.hasPrefix("1 rule set") { lines.append(text) }
        }
        return lines
    }

    @Test func whatDependsOnAFileRunsAgain() throws {
        let workshop = try workshop()
        let process = try RuleShellTool.start(
            ["watch", "-r", "r.yaml", "a.ndjson", "b.ndjson"], in: workshop)
        #expect(
            try lines(3, of: process) == [
                "1 rule set: nothing found", "  --> a.ndjson:1:6", "  --> b.ndjson:1:6",
            ])
        // An input alone.
        try workshop.write("{\"a\":1}\n{\"a\":\"z\"}\n", to: "b.ndjson")
        #expect(try lines(1, of: process) == ["  --> b.ndjson:2:6"])
        // The rule set, which everything depends on.
        try workshop.write("assay: 1\nfields:\n  a: integer, range(5...)\n", to: "r.yaml")
        #expect(
            try lines(4, of: process) == [
                "1 rule set: nothing found", "  --> a.ndjson:1:6", "  --> b.ndjson:1:6",
                "  --> b.ndjson:2:6",
            ])
        process.send(SIGTERM)
        #expect(try process.finish().status == 128 + SIGTERM)
    }

    @Test func jobsAreReadAgain() throws {
        let workshop = try workshop()
        try workshop.write(
            "[jobs.a]\nrules = \"r.yaml\"\ninputs = [\"a.*\"]\n", to: "ruleshell.toml")
        let process = try RuleShellTool.start(["watch"], in: workshop)
        #expect(try lines(2, of: process) == ["1 rule set: nothing found", "  --> a.ndjson:1:6"])
        try workshop.write(
            "[jobs.a]\nrules = \"r.yaml\"\ninputs = [\"b.*\"]\n", to: "ruleshell.toml")
        #expect(try lines(2, of: process) == ["1 rule set: nothing found", "  --> b.ndjson:1:6"])
        process.send(SIGTERM)
        _ = try process.finish()
    }

    @Test func standardInputIsRejected() throws {
        let result = try RuleShellTool.run(["watch", "-r", "r.yaml", "-"], in: workshop())
        #expect(
            result.errors == "ruleshell: error[usage] standard input cannot be watched\n"
                + "help: name a file\n")
        #expect(result.status == 2)
    }
}

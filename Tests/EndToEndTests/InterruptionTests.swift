// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc
import Testing

/// ^C in the middle of a run.
@Suite struct InterruptionTests {
    /// More than the reader needs before it validates anything.
    ///
    /// Few records are invalid: their violations fit into the pipe that no one reads while the
    /// input is written.
    private var records: String {
        (0..<20_000).map { index in
            index % 1000 == 0
                ? "{\"name\":\"Bo\",\"age\":\(index)}\n"
                : "{\"name\":\"Anna\",\"age\":33,\"n\":\(index)}\n"
        }.joined()
    }

    @Test(arguments: ["1", "2"])
    func outputIsWholeLinesAndTheSummarySaysSo(jobs: String) throws {
        let workshop = try Workshop.people()
        let process = try RuleShellTool.start(
            [
                "validate", "-r", "people.yaml", "-f", "ndjson", "-j", jobs, "--summary", "s.json",
                "--stats",
            ], in: workshop)
        try process.write(records)
        let first = try process.readLine()
        process.send(SIGINT)
        let result = try process.finish(leavingInputOpen: true)
        #expect(result.status == 130)
        #expect(result.errors.hasPrefix("rules, slowest first\n"))
        #expect(first.hasPrefix("{\"record\":1,"))
        #expect(result.output.hasSuffix("}\n"))
        let lines = (first + result.output).split(separator: "\n").map(String.init)
        for line in lines { _ = try JSONValueParser.parse(line) }
        let summary = try JSONValueParser.parse(try workshop.read("s.json"))
        #expect(summary["interrupted"] == true)
        #expect(summary["violations"] == .integer(Int64(lines.count)))
        #expect(summary["rules"][1]["failed"] == summary["rules"][1]["findings"])
    }

    @Test func waitingForTheFirstByteCanBeInterrupted() throws {
        let workshop = try Workshop.people()
        let process = try RuleShellTool.start(
            ["validate", "-r", "people.yaml", "-f", "json"], in: workshop)
        // The head comes when the run has begun.
        let head = try process.read(count: 15)
        process.send(SIGINT)
        let result = try process.finish(leavingInputOpen: true)
        #expect(result.status == 130)
        let report = try JSONValueParser.parse(head + result.output)
        #expect(report["violations"] == [])
        #expect(report["summary"]["interrupted"] == true)
    }
}

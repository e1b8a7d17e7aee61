// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// A run with rules about the data set that was killed continues and ends with the report of an uninterrupted one.
@Suite struct RecordsCheckpointTests {
    private static let lines = (0..<30_000).map {
        "{\"id\":\($0 * 7919 % 25_000),\"n\":\($0 % 1000),\"parent\":\($0 % 700)}\n"
    }

    private static func workshop() throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write(
            """
            assay: 1
            sources:
              parents: { file: parents.csv, key: [id] }
            fields:
              n: [{ rule: range(5...), tolerance: 1 % }]
              parent: integer
            records:
              - unique(id)
              - references(parent, parents)
              - sum(n, ...1)
              - sorted(n)

            """, to: "r.yaml")
        try workshop.write("id\n" + (0..<690).map { "\($0)\n" }.joined(), to: "parents.csv")
        try workshop.write(lines.joined(), to: "a.ndjson")
        try workshop.write(lines.prefix(10_000).joined(), to: "b.ndjson")
        return workshop
    }

    private static func arguments(_ prefix: String) -> [String] {
        [
            "validate", "-r", "r.yaml", "-f", "ndjson", "-j", "2", "-o", prefix + "report",
            "--valid", prefix + "valid", "--invalid", prefix + "invalid",
            "--checkpoint", prefix + "checkpoint", "--scratch-memory", "1M", "a.ndjson", "b.ndjson",
        ]
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func killedRunEndsAsIfNothingHadHappened(seed: UInt64) throws {
        let workshop = try Self.workshop()
        let whole = try RuleShellTool.run(Self.arguments("whole."), in: workshop)
        #expect(whole.status == 1)
        var random = seed
        var resume: [String] = []
        var last: ProcessResult?
        for attempt in 0..<20 {
            let process = try RuleShellTool.start(Self.arguments("cut.") + resume, in: workshop)
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            if attempt < 6 {
                usleep(UInt32(random >> 33) % 400_000)
                process.send(SIGKILL)
            }
            last = try process.finish()
            resume = ["--resume"]
            if attempt >= 6 { break }
        }
        #expect(last?.status == 1, "\(last?.errors ?? "")")
        for name in ["report", "valid", "invalid"] {
            #expect(
                try workshop.readBytes("cut." + name) == workshop.readBytes("whole." + name),
                "\(name)")
        }
    }

    @Test func onlyTheOwnerCanReadTheFiles() throws {
        let workshop = try Self.workshop()
        let process = try RuleShellTool.start(Self.arguments("a."), in: workshop)
        defer { _ = try? process.finish() }
        var state = stat()
        while stat(workshop.path + "/a.checkpoint", &state) != 0 { usleep(1_000) }
        #expect(state.st_mode & 0o777 == 0o600)
        _ = try process.finish()
        // The scratch files are removed with the run.
        #expect(access(workshop.path + "/a.checkpoint.scratch", F_OK) != 0)
        let again = try RuleShellTool.run(Self.arguments("a.") + ["--resume"], in: workshop)
        #expect(again.errors.contains("checkpoint.finished"))
    }
}

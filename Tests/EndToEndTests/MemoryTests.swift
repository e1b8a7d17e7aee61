// SPDX-License-Identifier: Apache-2.0
import Testing

/// `validate` needs the same memory for few records and for many.
@Suite struct MemoryTests {
    @Test(arguments: ["1", "4"])
    func memoryDoesNotGrowWithTheInput(jobs: String) throws {
        let workshop = try Workshop.people()
        let small = try peak(20_000, jobs, workshop)
        let large = try peak(200_000, jobs, workshop)
        #expect(large < small + 12 << 10, "\(small) KiB, then \(large) KiB")
        #expect(large < 64 << 10, "\(large) KiB")
    }

    private func peak(_ records: Int, _ jobs: String, _ workshop: Workshop) throws -> Int {
        let block = GeneratedPeople(count: 20_000).ndjson
        try workshop.write(String(repeating: block, count: records / 20_000), to: "a.ndjson")
        let result = try RuleShellTool.start(
            ["validate", "-r", "people.yaml", "-f", "concise", "-j", jobs, "a.ndjson"],
            in: workshop, output: .file("/dev/null")
        ).finish()
        #expect(result.status == 1)
        return result.peakKiB
    }
}

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

    /// The peak when all but the last piece of the input is judged.
    private func peak(_ records: Int, _ jobs: String, _ workshop: Workshop) throws -> Int {
        let block = GeneratedPeople(count: 20_000).ndjson
        let process = try RuleShellTool.start(
            ["validate", "-r", workshop.path + "/people.yaml", "-f", "concise", "-j", jobs],
            output: .file("/dev/null"))
        for _ in 0..<records / 20_000 { try process.write(block) }
        let peak = try process.peakKiB()
        #expect(try process.finish().status == 1)
        return peak
    }
}

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

    /// Several gzip members, decompressed on a separate thread.
    @Test func memoryDoesNotGrowWithAPackedInput() throws {
        let workshop = try Workshop.people()
        try workshop.write(GeneratedPeople(count: 20_000).ndjson, to: "a")
        let packed = try workshop.readBytes(workshop.packed("a")[0])
        let peaks = try [2, 12].map { count in
            let process = try RuleShellTool.start(
                [
                    "validate", "-r", "people.yaml", "-f", "concise", "-j", "2", "--input-format",
                    "ndjson", "--valid", "v", "--invalid", "i",
                ], in: workshop, output: .file("/dev/null"))
            for _ in 0..<count { try process.write(packed) }
            let peak = try process.peakKiB()
            #expect(try process.finish().status == 1)
            return peak
        }
        #expect(peaks[1] < peaks[0] + 12 << 10, "\(peaks) KiB")
        #expect(peaks[1] < 64 << 10, "\(peaks) KiB")
    }

    @Test(arguments: ["sarif", "junit", "github", "summary"])
    func memoryOfReportsDoesNotGrowWithTheFindings(format: String) throws {
        let workshop = try Workshop.people()
        let more = ["-f", format, "--stats", "--html", workshop.path + "/page.html"]
        let small = try peak(20_000, "2", workshop, more)
        let large = try peak(200_000, "2", workshop, more)
        #expect(large < small + 12 << 10, "\(small) KiB, then \(large) KiB")
    }

    /// The peak when all but the last chunk of the input is validated.
    private func peak(
        _ records: Int, _ jobs: String, _ workshop: Workshop, _ more: [String] = ["-f", "concise"]
    ) throws -> Int {
        let block = GeneratedPeople(count: 20_000).ndjson
        let process = try RuleShellTool.start(
            ["validate", "-r", workshop.path + "/people.yaml", "-j", jobs] + more,
            output: .file("/dev/null"))
        for _ in 0..<records / 20_000 { try process.write(block) }
        let peak = try process.peakKiB()
        #expect(try process.finish().status == 1)
        return peak
    }
}

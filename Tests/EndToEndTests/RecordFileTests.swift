// SPDX-License-Identifier: Apache-2.0
import Testing

/// `--valid` and `--invalid`: every record is in one of the files, unchanged.
@Suite struct RecordFileTests {
    private static let many = GeneratedPeople(count: 9_000)

    private func validate(
        _ arguments: [String], in workshop: Workshop, output: ChildProcess.Output = .pipe
    ) throws -> ProcessResult {
        try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "concise"] + arguments, in: workshop,
            output: output)
    }

    @Test func recordsAreInOneOfTheFilesUnchanged() throws {
        let workshop = try Workshop.people()
        try workshop.write("\u{FEFF}" + people + "\r\n\n  {\"name\":\"Eve\",\"age\":20} ", to: "a")
        let result = try validate(["--valid", "v", "--invalid", "i", "a"], in: workshop)
        #expect(result.status == 1)
        let lines = people.split(separator: "\n").map(String.init)
        let mark = "\u{FEFF}"
        #expect(try workshop.read("v") == mark + lines[0] + "\n{\"name\":\"Eve\",\"age\":20}\n")
        #expect(try workshop.read("i") == mark + lines[1...].map { $0 + "\n" }.joined())
    }

    @Test(arguments: ["ndjson", "csv"], ["1", "2", "4"])
    func filesTogetherAreTheInput(format: String, jobs: String) throws {
        let workshop = try Workshop.people()
        let text = format == "csv" ? Self.many.csv : Self.many.ndjson
        try workshop.write(text, to: "a.\(format)")
        let files = ["--valid", "v.\(format)", "--invalid", "i.\(format)"]
        let result = try validate(files + ["-j", jobs, "a.\(format)"], in: workshop)
        let header = format == "csv" ? "name,age,nick,code\r\n" : ""
        let bodies = try ["v", "i"].map { name in
            let file = try workshop.read("\(name).\(format)")
            #expect(file.hasPrefix(header))
            return Self.records(file.dropFirst(header.count), format)
        }
        var rest = bodies.map { $0[...] }
        for record in Self.records(text.dropFirst(header.count), format) {
            guard let place = rest.firstIndex(where: { $0.first == record }) else {
                Issue.record("\(record) is in no file at its place")
                return
            }
            rest[place].removeFirst()
        }
        #expect(rest.map(\.count) == [0, 0])
        let again = try validate(["v.\(format)"], in: workshop)
        #expect(again.status == 0)
        let counts = "\(bodies[0].count) valid, \(bodies[1].count) invalid;"
        #expect(result.errors.contains(counts))
    }

    /// Records of the generated files end at a CR LF or LF that no quoted cell holds.
    private static func records(_ text: Substring, _ format: String) -> [Substring] {
        format == "csv" ? text.split(separator: "\r\n") : text.split(separator: "\n")
    }

    @Test func elementsOfAnArrayAreWrittenInArrays() throws {
        let workshop = try Workshop.people()
        let good = #"{"name":"Anna", "age":33}"#
        try workshop.write("[\(good),\n {\"name\":\"Bo\"},17 ,\n\(good) ]", to: "a.json")
        try workshop.write("[ ]", to: "b.json")
        _ = try validate(["--valid", "v", "--invalid", "i", "a.json"], in: workshop)
        #expect(try workshop.read("v") == "[\n\(good),\n\(good)\n]\n")
        #expect(try workshop.read("i") == "[\n{\"name\":\"Bo\"},\n17\n]\n")
        _ = try validate(["--valid", "v", "--invalid", "i", "b.json"], in: workshop)
        #expect(try workshop.read("v") == "[]\n")
    }

    @Test func runThatEndsAtAnErrorLeavesTheRecordsUpToIt() throws {
        let workshop = try Workshop.people()
        let result = try validate(
            ["--valid", "v", "--invalid", "i", "--max-errors", "1", "people.ndjson"], in: workshop)
        #expect(result.errors.hasPrefix("ruleshell: 2 records: 1 valid, 1 invalid;"))
        let lines = people.split(separator: "\n")
        #expect(try workshop.read("v") == "\(lines[0])\n")
        #expect(try workshop.read("i") == "\(lines[1])\n")
    }

    @Test func inputsOfOtherFormsAreRejected() throws {
        let workshop = try Workshop.people()
        for (name, text) in [
            ("a.csv", "name,age,code,nick\nAnna,33,,\n"),
            ("b.csv", "age,name,code,nick\n33,Anna,,\n"),
        ] {
            try workshop.write(text, to: name)
        }
        let result = try validate(
            ["--valid", "v", "a.csv", "b.csv", "people.ndjson", "a.csv"], in: workshop)
        #expect(result.status == 3)
        #expect(result.output == "")
        #expect(try workshop.read("v") == "name,age,code,nick\nAnna,33,,\nAnna,33,,\n")
        let mixed = { (name: String) in
            """
            ruleshell: error[input.mixed] the format or header of '\(name)' differs from that of the \
            records written before
            help: validate inputs of another format or with another header in separate runs

            """
        }
        #expect(
            result.errors == mixed("b.csv") + mixed("people.ndjson")
                + "ruleshell: 2 records: 2 valid, 0 invalid; 0 violations\n")
    }

    @Test func recordThatIsTooLongToBeHeldIsWarnedOf() throws {
        let workshop = try Workshop.people()
        let long = String(repeating: "x", count: 17 << 20)
        try workshop.write("{\"name\":\"Bo\"}\n\"\(long)\"\n{\"name\":\"Al\"}\n", to: "a.ndjson")
        let result = try validate(["--invalid", "i", "a.ndjson"], in: workshop)
        #expect(try workshop.read("i") == "{\"name\":\"Bo\"}\n{\"name\":\"Al\"}\n")
        #expect(
            result.errors.hasPrefix(
                """
                ruleshell: warning[record.tooLong] record 2 of 17825795 bytes is too long for --invalid
                help: it begins at byte 14 of the input

                """))
    }

    @Test func closedOutputLeavesTheFilesWhole() throws {
        let workshop = try Workshop.people()
        try workshop.write(Self.many.ndjson, to: "a.ndjson")
        _ = try validate(["--invalid", "whole", "a.ndjson"], in: workshop)
        let result = try validate(
            ["--invalid", "i", "a.ndjson"], in: workshop, output: .closedPipe)
        #expect(result.status == 1)
        #expect(try workshop.read("i") == workshop.read("whole"))
    }

    @Test(arguments: ["--valid", "--invalid", "--invalid-with-reasons", "--output"])
    func fullDiskIsReported(option: String) throws {
        let result = try validate(
            [option, "/dev/full", "people.ndjson"], in: try Workshop.people())
        #expect(result.status == 2)
        #expect(
            result.errors.hasSuffix(
                """
                ruleshell: error[output.unwritable] cannot write '/dev/full': No space left on device
                help: free some space, or name another file

                """))
    }

    @Test(arguments: [
        (
            ["--valid", "people.ndjson"],
            "--valid 'people.ndjson' would overwrite the input 'people.ndjson'"
        ),
        (
            ["-o", "./people.ndjson"],
            "--output './people.ndjson' would overwrite the input 'people.ndjson'"
        ),
        (
            ["--summary", "people.yaml"],
            "--summary 'people.yaml' would overwrite the rule set 'people.yaml'"
        ),
        (
            ["--valid", "x", "--invalid", "./x"],
            "--invalid './x' would overwrite what --valid writes"
        ),
        (
            ["--invalid", "x", "--invalid-with-reasons", "./x"],
            "--invalid-with-reasons './x' would overwrite what --invalid writes"
        ),
        (
            ["--checkpoint", "people.ndjson"],
            "--checkpoint 'people.ndjson' would overwrite the input 'people.ndjson'"
        ),
        (
            ["-o", "x", "--checkpoint", "x"],
            "--checkpoint 'x' would overwrite what --output writes"
        ),
        (
            ["--html", "people.yaml"],
            "--html 'people.yaml' would overwrite the rule set 'people.yaml'"
        ),
        (
            ["--summary", "x", "--html", "x"],
            "--html 'x' would overwrite what --summary writes"
        ),
    ])
    func outputsDoNotWriteOverInputsAndEachOther(arguments: [String], message: String) throws {
        let workshop = try Workshop.people()
        let result = try validate(arguments + ["people.ndjson"], in: workshop)
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[output.collision] \(message)
                        help: name another file

                        """))
        #expect(try workshop.read("people.ndjson") == people)
        #expect(try workshop.read("people.yaml") == peopleRules)
    }

    @Test func standardOutputDoesNotWriteOverAnInput() throws {
        let workshop = try Workshop.people()
        let result = try validate(
            ["people.ndjson"], in: workshop, output: .file(workshop.path + "/people.ndjson"))
        #expect(result.status == 2)
        #expect(
            result.errors.hasPrefix(
                "ruleshell: error[output.collision] standard output would overwrite the input"))
        #expect(try workshop.read("people.ndjson") == people)
    }

    @Test func findingsGoToTheFileThatIsNamed() throws {
        let workshop = try Workshop.people()
        try workshop.write(String(repeating: "old\n", count: 1_000), to: "out")
        let plain = try validate(["people.ndjson"], in: workshop)
        let result = try validate(["-o", "out", "people.ndjson"], in: workshop)
        #expect(result.output == "")
        #expect(result.status == 1)
        #expect(try workshop.read("out") == plain.output)
    }
}

// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// A run that was killed continues and ends with the report of an uninterrupted one.
@Suite struct CheckpointTests {
    private static let people = GeneratedPeople(count: 30_000)

    /// A way to run `validate`, with the names of its outputs.
    struct Way: Sendable, CustomTestStringConvertible {
        let format: String
        let input: String
        let jobs: [Int]
        var more: [String] = []

        var testDescription: String { "\(format) of \(input), \(more), -j \(jobs)" }

        /// The arguments; the files are called by a prefix.
        func arguments(_ prefix: String, jobs: Int) -> [String] {
            [
                "validate", "-r", "people.yaml", "-f", format, "-j", "\(jobs)", "-o",
                prefix + "report", "--valid", prefix + "valid", "--invalid", prefix + "invalid",
                "--invalid-with-reasons", prefix + "reasons", "--summary", prefix + "summary",
                "--html", prefix + "page", "--stats",
                "--checkpoint", prefix + "checkpoint", "-o", "ndjson:" + prefix + "second",
            ] + more + input.split(separator: " ").map(String.init)
        }
    }

    private static let ways = [
        Way(format: "full", input: "a.ndjson", jobs: [1, 2]),
        Way(format: "concise", input: "a.ndjson.gz", jobs: [2, 1]),
        Way(format: "ndjson", input: "a.csv", jobs: [4]),
        Way(format: "json", input: "a.json", jobs: [1, 4]),
        Way(format: "json", input: "a.ndjson", jobs: [2], more: ["--max-errors", "9000"]),
        Way(format: "ndjson", input: "a.ndjson missing a.ndjson.gz", jobs: [2, 1]),
        Way(format: "sarif", input: "a.ndjson.gz", jobs: [1, 2]),
        Way(format: "sarif", input: "a.ndjson", jobs: [2], more: ["-r", "identity.yaml"]),
        Way(format: "junit", input: "a.ndjson missing a.ndjson.gz", jobs: [2, 1]),
        Way(format: "github", input: "a.csv", jobs: [2]),
        Way(format: "summary", input: "a.ndjson", jobs: [1, 2], more: ["--max-errors", "9000"]),
        Way(
            format: "ndjson", input: "utf16.csv", jobs: [2, 1],
            more: ["--encoding", "utf-16", "--skip", "1", "--skip-last", "2"]),
        Way(
            format: "concise", input: "a.csv.gz", jobs: [1],
            more: ["--limit", "25001", "--select", "length"]),
    ]

    private static func workshop(for way: Way) throws -> Workshop {
        let workshop = try Workshop.people()
        // Many records share it.
        try workshop.write("assay: 1\nidentity: age\nfields: {}\n", to: "identity.yaml")
        for name in Set(way.input.split(separator: " ").filter { $0 != "missing" }) {
            let plain = String(name.replacing(".gz", with: ""))
            let text =
                plain.hasSuffix(".csv")
                ? people.csv : plain == "a.json" ? people.json : people.ndjson
            if plain == "utf16.csv" {
                let units = "\u{FEFF}é\n\(text)1 😀\nend".utf16
                try workshop.write(
                    units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, to: plain)
            } else {
                try workshop.write(text, to: plain)
            }
        }
        for plain in ["a.ndjson", "a.csv"] where way.input.contains(plain + ".gz") {
            _ = try workshop.packed(plain)
        }
        return workshop
    }

    @Test(arguments: ways, [UInt64(1), 2])
    func killedRunEndsAsIfNothingHadHappened(way: Way, seed: UInt64) throws {
        let workshop = try Self.workshop(for: way)
        let whole = try RuleShellTool.run(way.arguments("whole.", jobs: 2), in: workshop)
        let size = try workshop.size("whole.valid")
        var random = seed
        var kills = 0
        var resume: [String] = []
        // A run that ends before it is killed is begun anew.
        for attempt in 0..<40 where kills < 3 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let process = try RuleShellTool.start(
                way.arguments("", jobs: way.jobs[attempt % way.jobs.count]) + resume, in: workshop)
            // Somewhere in the next third of the valid records: not every report grows.
            let end = resume.isEmpty ? 0 : (try? workshop.size("valid")) ?? 0
            let place = end + Int(random >> 33) % (size / 3)
            while process.isRunning, ((try? workshop.size("valid")) ?? 0) < place { usleep(500) }
            process.send(kills == 1 ? SIGINT : SIGKILL)
            let killed = [128 + SIGKILL, 128 + SIGINT].contains(try process.finish().status)
            if killed { kills += 1 }
            resume = killed ? ["--resume"] : []
            for name in ["checkpoint", "valid"] where !killed { remove(workshop.path + "/" + name) }
        }
        #expect(kills == 3)
        let last = try RuleShellTool.run(
            way.arguments("", jobs: way.jobs[0]) + ["--resume"], in: workshop)
        #expect(last.status == whole.status)
        for name in ["report", "second", "valid", "invalid", "reasons", "summary", "page"] {
            let same = try Self.differInTimesOnly(
                workshop.read(name), workshop.read("whole.\(name)"), name, of: way)
            #expect(same, "\(name)")
        }
    }

    /// Whether two files of runs are the same but for what the time has to do with.
    private static func differInTimesOnly(
        _ text: String, _ other: String, _ name: String, of way: Way
    ) -> Bool {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let others = other.utf8.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.count == others.count
            && zip(lines, others).allSatisfy { line, other in
                line.elementsEqual(other)
                    || timeless(name, of: way, String(Substring(line)))
                        == timeless(name, of: way, String(Substring(other)))
            }
    }

    /// A line of a run's file without what the time has to do with.
    private static func timeless(_ name: String, of way: Way, _ line: String) -> String {
        switch (name, way.format) {
        case ("valid", _), ("invalid", _), ("reasons", _): line
        case ("page", _):
            line.replacing(#/<p>.*records\/s.*/#, with: "")
                .replacing(#/<time id="started".*<\/time>/#, with: "")
                .replacing(#/<div>[0-9]+\.[0-9]{6}<\/div>/#, with: "<div>0</div>")
        case ("report", "junit"): line.replacing(#/time="[0-9.]+"/#, with: "time=\"0\"")
        case ("report", "summary"): line.replacing(#/^[0-9.]+ s, .*/#, with: "")
        default: line.replacing(#/"seconds":[-+.e0-9]+/#, with: "\"seconds\":0")
        }
    }

    private static let arguments = [
        "validate", "-r", "people.yaml", "-f", "concise", "-o", "report", "--checkpoint", "c",
    ]

    /// Runs `validate` with further arguments; an option among them takes the place of the same one.
    private func validate(_ more: [String], in workshop: Workshop) throws -> ProcessResult {
        var arguments = Self.arguments
        for option in more where option.hasPrefix("-") && option != "-" {
            guard let place = arguments.firstIndex(of: option) else { continue }
            arguments.removeSubrange(place...place + 1)
        }
        return try RuleShellTool.run(arguments + more, in: workshop)
    }

    @Test func runThatHasEndedIsNotRepeated() throws {
        let workshop = try Workshop.people()
        let first = try validate(["people.ndjson"], in: workshop)
        let report = try workshop.read("report")
        #expect(first.status == 1)
        let again = try validate(["people.ndjson", "--resume"], in: workshop)
        #expect(
            again
                == ProcessResult(
                    status: 1, output: "",
                    errors: "ruleshell: note[checkpoint.finished] the run of the checkpoint has "
                        + "ended; nothing is left to do\n"))
        #expect(try workshop.read("report") == report)
    }

    @Test func withoutACheckpointTheRunBegins() throws {
        let workshop = try Workshop.people()
        let result = try validate(["people.ndjson", "--resume"], in: workshop)
        #expect(result.status == 1)
        #expect(
            result.errors.hasPrefix(
                "ruleshell: note[checkpoint.missing] there is no 'c' yet; starting at the first "
                    + "record\nruleshell: 4 records:"))
        #expect(try workshop.read("report").split(separator: "\n").count == 5)
    }

    /// Leaves a run that was interrupted while it waited for more of its second input.
    private func interrupted() throws -> Workshop {
        let workshop = try Workshop.people()
        let process = try RuleShellTool.start(
            Self.arguments + ["people.ndjson", "-"], in: workshop)
        while process.isRunning, ((try? workshop.size("report")) ?? 0) == 0 { usleep(500) }
        process.send(SIGINT)
        let result = try process.finish(leavingInputOpen: true)
        #expect(result.status == 130)
        #expect(
            result.errors
                == "ruleshell: 4 records: 1 valid, 3 invalid; 3 violations, 1 warning, 1 fault, "
                + "1 malformed; interrupted; see 'report'\n")
        return workshop
    }

    @Test func interruptedRunGoesOn() throws {
        let workshop = try interrupted()
        let result = try RuleShellTool.run(
            Self.arguments + ["people.ndjson", "-", "--resume"], in: workshop,
            input: "{\"name\":\"Bo\",\"age\":33}\n")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("ruleshell: 5 records: 1 valid, 4 invalid; 4 violations,"))
        let lines = try workshop.read("report").split(separator: "\n")
        #expect(lines.count == 6)
        #expect(
            lines.last
                == #"-:1:9: error[length.tooShort] /name must have at least 3 characters: "Bo""#)
    }

    @Test(arguments: [
        (["people.ndjson", "-", "--select", "length"], "", "--select was not given"),
        (["people.ndjson", "-", "-f", "full"], "", "--format was 'concise', now 'full'"),
        (["people.ndjson"], "", "the inputs were 'people.ndjson', '-', now 'people.ndjson'"),
        (
            ["people.ndjson", "-"], "echo '{}' >>people.ndjson",
            "the input 'people.ndjson' has changed"
        ),
        (
            ["people.ndjson", "-"], "echo '  new: required' >>people.yaml",
            "the rule set 'people.yaml' has changed"
        ),
        (["people.ndjson", "-"], "rm report", "'report' is shorter than it was"),
    ])
    func runThatIsAnotherDoesNotGoOn(
        arguments: [String], command: String, difference: String
    ) throws {
        let workshop = try interrupted()
        _ = try ChildProcess("/bin/sh", ["-c", command], in: workshop.path).finish()
        let result = try validate(arguments + ["--resume"], in: workshop)
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[checkpoint.changed] cannot continue from the checkpoint: \
                        \(difference)
                        help: start again without --resume, which rewrites the outputs

                        """))
    }

    @Test(arguments: ["", "{}", "{\"checkpoint\":1}", "[1", "{\"checkpoint\":1,\"input\":-1}"])
    func fileThatIsNoCheckpointIsRejected(text: String) throws {
        let workshop = try Workshop.people()
        try workshop.write(text, to: "c")
        try workshop.write("kept", to: "report")
        let result = try validate(["people.ndjson", "--resume"], in: workshop)
        #expect(result.status == 2)
        #expect(
            result.errors == """
                ruleshell: error[checkpoint.form] 'c' is not a checkpoint of this version of ruleshell
                help: start again without --resume

                """)
        #expect(try workshop.read("report") == "kept")
    }

    @Test func fileThatCannotBeReadIsRejected() throws {
        let workshop = try Workshop.people()
        #expect(mkdir(workshop.path + "/c", 0o755) == 0)
        let result = try validate(["people.ndjson", "--resume"], in: workshop)
        #expect(result.status == 2)
        #expect(
            result.errors == """
                ruleshell: error[checkpoint.unreadable] cannot read the checkpoint 'c': Is a directory
                help: name a file that --checkpoint wrote

                """)
    }

    /// Whatever numbers a checkpoint holds, the run ends in order.
    @Test(arguments: 0..<20)
    func forgedNumbersEndInOrder(place: Int) throws {
        let workshop = try interrupted()
        let text = try workshop.read("c")
        let numbers = text.matches(of: #/[:,\[]\d+/#)
        let match = numbers[place % numbers.count]
        for forged in ["9007199254740992", "9223372036854775807", "3", "-1"] {
            var changed = text
            changed.replaceSubrange(match.range, with: String(text[match.range].prefix(1)) + forged)
            try workshop.write(changed, to: "c")
            let result = try validate(["people.ndjson", "-", "--resume"], in: workshop)
            #expect((0...3).contains(result.status), "\(match.0) -> \(forged)")
        }
    }

    @Test func outputThatCannotBeCutIsRejected() throws {
        let workshop = try Workshop.people()
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "--checkpoint", "c", "people.ndjson"], in: workshop)
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[checkpoint.output] --checkpoint needs a file to write to, \
                        and standard output is not a file
                        help: name one with -o, or append standard output to one with >>

                        """))
    }

    @Test func checkpointThatCannotBeWrittenIsReportedBeforeAnythingIsRead() throws {
        let workshop = try Workshop.people()
        let result = try validate(
            ["--checkpoint", "no/folder", "people.ndjson"], in: workshop)
        #expect(result.status == 2)
        #expect(try workshop.read("report") == "")
        #expect(
            result.errors == """
                ruleshell: 0 records: 0 valid, 0 invalid; 0 violations; see 'report'
                ruleshell: error[output.unwritable] cannot write 'no/folder': No such file or directory
                help: there is no directory 'no': create it, or name another file

                """)
    }

    @Test func appendedStandardOutputGoesOnToo() throws {
        let workshop = try Workshop.people()
        let tool = try RuleShellTool.product("ruleshell")
        let run = "\(tool) validate -r people.yaml -f concise --checkpoint c people.ndjson"
        let command = "echo before >>out; \(run) >>out; cp c c2; \(run) --resume >>out"
        let result = try ChildProcess("/bin/sh", ["-c", command], in: workshop.path).finish()
        #expect(result.status == 1)
        let lines = try workshop.read("out").split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines.first == "before")
    }
}

extension Workshop {
    /// The bytes of a file.
    func size(_ name: String) throws -> Int {
        var status = stat()
        guard stat(path + "/" + name, &status) == 0 else {
            throw SystemError("stat \(name)", errno)
        }
        return Int(status.st_size)
    }
}

// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// `run --write-baseline` and `--accept-new`: the first baseline of a job, and the next ones.
@Suite struct JobBaselineTests {
    private static let jobs = """
        [jobs.zoo]
        rules = "r.yaml"
        inputs = ["*.csv"]
        format = "concise"
        baseline = "zoo.baseline"

        """

    @Test func missingBaselineIsAnError() throws {
        let workshop = try Workshop.withJobs(Self.jobs)
        let result = try RuleShellTool.run(["run"], in: workshop)
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[baseline.unreadable] the baseline 'zoo.baseline' cannot be read: \
                        No such file or directory
                        help: write it with --write-baseline zoo.baseline

                        """))
        // Another file is no reason to go on without the one of the job.
        let other = try RuleShellTool.run(
            ["run", "--write-baseline", "other.baseline"], in: workshop)
        #expect(other.status == 2)
        #expect(other.errors.contains("error[baseline.unreadable] the baseline 'zoo.baseline'"))
        #expect(access(workshop.path + "/other.baseline", F_OK) != 0)
    }

    @Test(arguments: ["zoo.baseline", "./zoo.baseline"])
    func firstBaselineIsWritten(path: String) throws {
        let workshop = try Workshop.withJobs(Self.jobs)
        let first = try RuleShellTool.run(["run", "zoo", "--write-baseline", path], in: workshop)
        #expect(first.status == 0)
        #expect(first.errors.contains("ruleshell: baseline: 0 known, 1 new, 0 gone\n"))
        #expect(try RuleShellTool.run(["run"], in: workshop).status == 0)
        try workshop.write("a\ny\n", to: "z.csv")
        #expect(try RuleShellTool.run(["run"], in: workshop).status == 1)
        // What is new stays new, unless it is accepted.
        let again = try RuleShellTool.run(["run", "--write-baseline", path], in: workshop)
        #expect(again.status == 1)
        let accepted = try RuleShellTool.run(
            ["run", "--write-baseline", path, "--accept-new"], in: workshop)
        #expect(accepted.status == 0)
        #expect(try RuleShellTool.run(["run"], in: workshop).status == 0)
    }

    @Test func fileIsThatOfTheWorkingDirectory() throws {
        let workshop = try Workshop.withJobs(Self.jobs)
        let other = try Workshop()
        let result = try RuleShellTool.run(
            [
                "run", "--config", workshop.path + "/ruleshell.toml", "--write-baseline",
                "mine.baseline",
            ], in: other)
        #expect(result.errors.contains("error[baseline.unreadable] the baseline 'zoo.baseline'"))
        try workshop.write(
            Self.jobs.replacing("baseline = \"zoo.baseline\"\n", with: ""), to: "ruleshell.toml")
        let written = try RuleShellTool.run(
            [
                "run", "--config", workshop.path + "/ruleshell.toml", "--write-baseline",
                "mine.baseline",
            ], in: other)
        #expect(written.status == 0)
        #expect(try other.read("mine.baseline").hasPrefix("assay-baseline 1 "))
        #expect(access(workshop.path + "/mine.baseline", F_OK) != 0)
    }

    @Test func oneFileIsThatOfOneJob() throws {
        let workshop = try Workshop.withJobs(
            Self.jobs + "\n[jobs.good]\nrules = \"r.yaml\"\ninputs = [\"y.csv\"]\n")
        let result = try RuleShellTool.run(
            ["run", "--write-baseline", "zoo.baseline"], in: workshop)
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[usage] --write-baseline writes the baseline of one job, and 2 jobs \
                        would run
                        help: name the job: ruleshell run zoo --write-baseline FILE

                        """))
        let accepting = try RuleShellTool.run(["run", "good", "--accept-new"], in: workshop)
        #expect(
            accepting
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[usage] --accept-new needs --write-baseline, and the job 'good' \
                        writes no baseline
                        help: name the file: ruleshell run good --write-baseline FILE --accept-new

                        """))
    }
}

// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Programs that are started without standard input, output or error.
@Suite struct ClosedDescriptorTests {
    private static let closings = [
        "", "<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-",
    ]

    /// Runs ruleshell with these words of the shell.
    private func run(_ arguments: String, in workshop: Workshop) throws -> ProcessResult {
        let tool = try RuleShellTool.product("ruleshell")
        return try ChildProcess(
            "/bin/sh", ["-c", "\(tool) \(arguments)"], in: workshop.path
        ).finish()
    }

    private static let outputs =
        "-o report --valid valid --invalid invalid --html page --checkpoint c"

    @Test(arguments: closings)
    func outputsHoldTheirOwnContentOnly(closing: String) throws {
        let workshop = try Workshop.people()
        let run =
            "validate -r people.yaml -f concise people.ndjson --summary summary " + Self.outputs
        let whole = try self.run(run, in: workshop)
        let report = try workshop.read("report")
        let (valid, invalid) = (try workshop.read("valid"), try workshop.read("invalid"))
        let result = try self.run("\(run) \(closing)", in: workshop)
        #expect(result.status == whole.status)
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(result.errors == (closing.contains("2>&-") ? "" : whole.errors))
        #expect(whole.errors.hasSuffix("; see 'report'\n"))
        #expect(try workshop.read("report") == report)
        #expect(try workshop.read("valid") == valid)
        #expect(try workshop.read("invalid") == invalid)
        #expect(try workshop.read("summary").hasPrefix("{"))
        #expect(try workshop.read("page").hasSuffix("</html>\n"))
        #expect(try workshop.read("c").hasPrefix("{\"checkpoint\""))
    }

    /// What no one can read is not silently lost.
    @Test(arguments: ["", "--valid valid", "--plugin even.so", "--checkpoint c"])
    func closedStandardOutputIsNoPlaceForFindings(more: String) throws {
        let workshop = try Workshop.people()
        let library = try RuleShellTool.product("libAssayTemplatePlugin.so")
        try workshop.write(try Workshop.readBytes(library), to: "even.so")
        let result = try run(
            "validate -r people.yaml -f concise people.ndjson \(more) >&-", in: workshop)
        #expect(result.status == 2)
        #expect(
            result.errors.hasSuffix(
                """
                ruleshell: error[output.unwritable] cannot write standard output: Bad file descriptor
                help: free some space, or name another file

                """), "\(result.errors)")
    }

    @Test(arguments: ["rules", "try required 1", "help", "man", "completions bash"])
    func answersNeedStandardOutput(command: String) throws {
        let result = try run("\(command) >&-", in: try Workshop())
        #expect(result.status == 2)
        #expect(
            result.errors == """
                ruleshell: error[output.unwritable] cannot write standard output: Bad file descriptor
                help: free some space, or name another file

                """)
    }

    @Test func closedStandardInputCannotBeRead() throws {
        let result = try run(
            "validate -r people.yaml -f concise - <&-", in: try Workshop.people())
        #expect(result.status == 3)
        #expect(
            result.errors.hasPrefix(
                "ruleshell: error[input.unreadable] cannot read '-': Bad file descriptor\n"),
            "\(result.errors)")
    }

    /// The probe and what the checker starts have their own.
    @Test(arguments: ["<&-", "2>&-", "<&- 2>&-"])
    func pluginsAreTriedAndChecked(closing: String) throws {
        let workshop = try Workshop()
        let library = try RuleShellTool.product("libAssayTemplatePlugin.so")
        try workshop.write(try Workshop.readBytes(library), to: "even.so")
        let tried = try run("try template.even 2 --plugin even.so \(closing)", in: workshop)
        #expect(tried == ProcessResult(status: 0, output: "valid 2\n", errors: ""))
        let checked = try run(
            "plugin check --quick --only verdicts --seed 1 even.so \(closing)", in: workshop)
        #expect(checked.status == 0)
        #expect(checked.errors == "")
    }

    /// The probe alone: no host has started it, which is all that it reports.
    @Test(arguments: closings)
    func probeWithoutAHostEnds(closing: String) throws {
        let probe = try RuleShellTool.product("assay-plugin-probe")
        let result = try ChildProcess("/bin/sh", ["-c", "\(probe) \(closing)"]).finish()
        #expect(result == ProcessResult(status: 2, output: "", errors: ""))
    }
}

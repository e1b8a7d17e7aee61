// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Files that take the place of others: wholly or not at all, and none besides.
@Suite struct ReplacedFileTests {
    private static let arguments = ["validate", "-r", "people.yaml", "-f", "concise"]

    /// `c.new` is the input, the rule set, an output, or a file of another program.
    @Test(arguments: [
        ["-o", "out", "c.new"], ["-o", "out", "-r", "c.new", "people.ndjson"],
        ["-o", "c.new", "people.ndjson"], ["-o", "out", "people.ndjson"],
    ])
    func checkpointTouchesNoOtherFile(arguments: [String]) throws {
        let workshop = try Workshop.people()
        let isRuleSet = arguments.contains("-r")
        try workshop.write(isRuleSet ? peopleRules : people, to: "c.new")
        let before = try workshop.contents()
        let rules = isRuleSet ? ["validate", "-f", "concise"] : Self.arguments
        let result = try RuleShellTool.run(rules + ["--checkpoint", "c"] + arguments, in: workshop)
        #expect(result.status == 1)
        var after = try workshop.contents()
        let output = arguments[1]
        #expect(after.removeValue(forKey: "c")?.isEmpty == false)
        #expect(after.removeValue(forKey: output)?.isEmpty == false)
        var kept = before
        kept[output] = nil
        #expect(after == kept)
    }

    @Test func linkByTheNameOfATemporaryFileIsNotFollowed() throws {
        let workshop = try Workshop.people()
        try #require(symlink("people.yaml", workshop.path + "/c.new") == 0)
        let result = try RuleShellTool.run(
            Self.arguments + ["-o", "out", "--checkpoint", "c", "people.ndjson"], in: workshop)
        #expect(result.status == 1)
        #expect(try workshop.read("people.yaml") == peopleRules)
        #expect(
            try Set(workshop.contents().keys) == [
                "people.yaml", "people.ndjson", "out", "c", "c.new",
            ])
    }

    private func mode(_ name: String, in workshop: Workshop) throws -> mode_t {
        var status = stat()
        guard stat(workshop.path + "/" + name, &status) == 0 else {
            throw SystemError("stat \(name)", errno)
        }
        return status.st_mode & 0o7777
    }

    @Test func checkpointThatIsReplacedKeepsItsMode() throws {
        let workshop = try Workshop.people()
        let process = try RuleShellTool.start(
            Self.arguments + ["-o", "out", "--checkpoint", "c", "people.ndjson", "-"], in: workshop)
        while process.isRunning, access(workshop.path + "/c", F_OK) != 0 { usleep(500) }
        process.send(SIGINT)
        #expect(try process.finish(leavingInputOpen: true).status == 130)
        try #require(chmod(workshop.path + "/c", 0o600) == 0)
        let before = try workshop.read("c")
        let result = try RuleShellTool.run(
            Self.arguments + ["-o", "out", "--checkpoint", "c", "--resume", "people.ndjson", "-"],
            in: workshop)
        #expect(result.status == 1)
        #expect(try workshop.read("c") != before)
        #expect(try mode("c", in: workshop) == 0o600)
    }

    /// Where the limit of the file's size is that of the disk.
    @Test func checkpointThatCannotBeWrittenLeavesNoFile() throws {
        let workshop = try Workshop.people()
        let tool = try RuleShellTool.product("ruleshell")
        let command =
            "trap '' XFSZ; ulimit -f 0; "
            + "\(tool) validate -r people.yaml -o /dev/null --checkpoint c people.ndjson"
        let result = try ChildProcess("/bin/sh", ["-c", command], in: workshop.path).finish()
        #expect(result.status == 2)
        #expect(
            result.errors.hasSuffix(
                """
                ruleshell: error[output.unwritable] cannot write 'c': File too large
                help: free some space, or name another file

                """), "\(result.errors)")
        #expect(try Set(workshop.contents().keys) == ["people.yaml", "people.ndjson"])
    }

    @Test(arguments: [mode_t(0o644), 0o755, 0o600])
    func stampedPluginKeepsItsMode(mode: mode_t) throws {
        let workshop = try Workshop()
        let library = try RuleShellTool.product("libAssayTemplatePlugin.so")
        let bytes = try Workshop.readBytes(library)
        try workshop.write(bytes, to: "even.so")
        try workshop.write("kept", to: "even.so.new")
        try #require(chmod(workshop.path + "/even.so", mode) == 0)
        let result = try RuleShellTool.run(["plugin", "stamp", "even.so"], in: workshop)
        #expect(
            result
                == ProcessResult(status: 0, output: "even.so: template 1.0.0, 1 rule\n", errors: "")
        )
        #expect(try self.mode("even.so", in: workshop) == mode)
        var after = try workshop.contents()
        #expect(after.removeValue(forKey: "even.so") != bytes)
        #expect(after == ["even.so.new": Array("kept".utf8)])
    }

    @Test func stampDoesNotPrintIntoThePlugin() throws {
        let workshop = try Workshop()
        let library = try RuleShellTool.product("libAssayTemplatePlugin.so")
        try workshop.write(try Workshop.readBytes(library), to: "even.so")
        let before = try workshop.contents()
        let tool = try RuleShellTool.product("ruleshell")
        let result = try ChildProcess(
            "/bin/sh", ["-c", "\(tool) plugin stamp even.so >>even.so"], in: workshop.path
        ).finish()
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[output.collision] standard output would overwrite the \
                        library 'even.so'
                        help: redirect it to another file

                        """))
        #expect(try workshop.contents() == before)
    }
}

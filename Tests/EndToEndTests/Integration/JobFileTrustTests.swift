// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Which `ruleshell.toml` is found, and whose file it may be.
@Suite struct JobFileTrustTests {
    private static let jobs = "[jobs.%]\nrules = \"r.yaml\"\ninputs = \"x.csv\"\n"

    private static func jobs(named name: String) -> String { jobs.replacing("%", with: name) }

    /// A folder with a file of jobs, and folders below it.
    private func tree(_ folders: String...) throws -> ScratchFolder {
        let tree = try ScratchFolder()
        for folder in folders { try tree.make(folder) }
        try tree.write(Self.jobs(named: "outer"), to: "ruleshell.toml")
        return tree
    }

    private func list(
        in folder: String, of tree: ScratchFolder, home: String = "none"
    ) throws -> ProcessResult {
        try tree.run(
            "env",
            [
                "-C", folder, "HOME=\(tree.path)/\(home)", RuleShellTool.product("ruleshell"),
                "run",
                "--list",
            ])
    }

    private func expectNoFile(
        _ result: ProcessResult, upTo end: String,
        location: Testing.SourceLocation = #_sourceLocation
    ) {
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[config.missing] there is no ruleshell.toml here or in a \
                        directory above up to '\(end)'
                        help: write one, or name it with --config

                        """), sourceLocation: location)
    }

    // MARK: - The end of the search

    @Test func searchEndsAtTheRepository() throws {
        let tree = try tree("repository", "repository/.git", "repository/a", "repository/a/b")
        let repository = tree.path + "/repository"
        expectNoFile(try list(in: "repository", of: tree), upTo: repository)
        expectNoFile(try list(in: "repository/a/b", of: tree), upTo: repository)
        try tree.write(Self.jobs(named: "inner"), to: "repository/ruleshell.toml")
        #expect(try list(in: "repository/a/b", of: tree).output == "inner\n")
    }

    /// In a worktree and in a submodule, `.git` is a file.
    @Test func searchEndsAtAWorktree() throws {
        let tree = try tree("worktree", "worktree/a")
        try tree.write("gitdir: elsewhere\n", to: "worktree/.git")
        expectNoFile(try list(in: "worktree/a", of: tree), upTo: tree.path + "/worktree")
    }

    @Test func searchEndsAtTheHomeDirectory() throws {
        let tree = try tree("home", "home/a")
        expectNoFile(try list(in: "home/a", of: tree, home: "home"), upTo: tree.path + "/home")
        // Links to it are the same directory.
        try #require(symlink("home", tree.path + "/link") == 0)
        expectNoFile(try list(in: "home/a", of: tree, home: "link"), upTo: tree.path + "/home")
    }

    @Test func searchGoesOnElsewhere() throws {
        let tree = try tree("home", "a", "a/b")
        #expect(try list(in: "a/b", of: tree, home: "home").output == "outer\n")
    }

    @Test func projectFileEndsTheSearchInTheSameWay() throws {
        let tree = try tree("repository", "repository/.git")
        try tree.write(
            Self.jobs(named: "project").replacing("[jobs", with: "[tool.assay.jobs"),
            to: "pyproject.toml")
        expectNoFile(
            try list(in: "repository", of: tree), upTo: tree.path + "/repository")
    }

    // MARK: - The owner

    private func workshop() throws -> Workshop {
        try Workshop.withJobs(Self.jobs(named: "a").replacing("x.csv", with: "y.csv"))
    }

    private func expectNoTrust(
        _ result: ProcessResult, in workshop: Workshop, found: String, expected: String,
        location: Testing.SourceLocation = #_sourceLocation
    ) {
        let path = workshop.path + "/ruleshell.toml"
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[config.owner] cannot trust '\(path)': found \(found), \
                        expected \(expected)
                        help: read the file, and if you trust it, name it: --config '\(path)'

                        """), sourceLocation: location)
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can make a file of another user"),
        arguments: [["run"], ["run", "--list"], ["watch"]])
    func fileOfAnotherUserIsNotObeyed(arguments: [String]) throws {
        let workshop = try workshop()
        let path = workshop.path + "/ruleshell.toml"
        try #require(chown(path, 65_534, 65_534) == 0)
        // A watch that obeys it would not end.
        let result = try ChildProcess(
            "/usr/bin/env", ["timeout", "60", RuleShellTool.product("ruleshell")] + arguments,
            in: workshop.path
        ).finish()
        expectNoTrust(
            result, in: workshop, found: "the file '\(path)' of user 65534",
            expected: "an owner that is root or user 0")
    }

    @Test func fileThatEverybodyCanWriteIsNotObeyed() throws {
        let workshop = try workshop()
        let path = workshop.path + "/ruleshell.toml"
        try #require(chmod(path, 0o666) == 0)
        expectNoTrust(
            try RuleShellTool.run(["run"], in: workshop), in: workshop,
            found: "the file '\(path)' that everyone can write (mode 666)",
            expected: "a path that only root and the user can change")
    }

    @Test func fileInADirectoryThatEverybodyCanWriteIsNotObeyed() throws {
        let workshop = try workshop()
        try #require(chmod(workshop.path, 0o777) == 0)
        expectNoTrust(
            try RuleShellTool.run(["run"], in: workshop), in: workshop,
            found: "the directory '\(workshop.path)' that everyone can write (mode 777)",
            expected: "a path that only root and the user can change")
    }

    /// Whoever makes the link chooses the directory of the inputs and outputs.
    @Test func linkInASharedDirectoryIsNotObeyed() throws {
        let own = try workshop()
        let shared = try Workshop()
        try #require(
            symlink(own.path + "/ruleshell.toml", shared.path + "/ruleshell.toml") == 0)
        try #require(chmod(shared.path, 0o1777) == 0)
        expectNoTrust(
            try RuleShellTool.run(["run"], in: shared), in: shared,
            found: "the directory '\(shared.path)' that everyone can write (mode 777)",
            expected: "a path that only root and the user can change")
        try #require(chmod(shared.path, 0o755) == 0)
        #expect(try RuleShellTool.run(["run", "--list"], in: shared).output == "a\n")
    }

    @Test func fileThatIsNamedIsObeyed() throws {
        let workshop = try workshop()
        try #require(chmod(workshop.path + "/ruleshell.toml", 0o666) == 0)
        let result = try RuleShellTool.run(["run", "--config", "ruleshell.toml"], in: workshop)
        #expect(result.status == 0, "\(result.errors)")
    }

    /// A group shares its projects, as with git.
    @Test func fileThatAGroupCanWriteIsObeyed() throws {
        let workshop = try workshop()
        try #require(chmod(workshop.path + "/ruleshell.toml", 0o664) == 0)
        try #require(chmod(workshop.path, 0o775) == 0)
        let result = try RuleShellTool.run(["run"], in: workshop)
        #expect(result.status == 0, "\(result.errors)")
    }
}

// SPDX-License-Identifier: Apache-2.0
import Glibc
import PluginWorkshop
import Testing

/// The action of the repository: its last step, run as a runner does.
@Suite struct ActionTests {
    /// The script of the step that runs ruleshell, as it is in `action.yml`.
    private func script() throws -> String {
        let text = try Workshop.read(Repository.path("action.yml"))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let step = try #require(lines.firstIndex { $0.hasSuffix("- name: Run ruleshell") })
        let start = try #require(lines[step...].firstIndex { $0.hasSuffix("run: |") })
        let own = lines[(start + 1)...].prefix { $0.hasPrefix("        ") || $0.isEmpty }
        return own.map { $0.dropFirst(8) + "\n" }.joined()
    }

    /// Runs the step with inputs, in a folder with rules and records.
    private func run(
        arguments: String, program: String? = nil, folder: Workshop
    ) throws -> (result: ProcessResult, output: String, summary: String) {
        try folder.write(try script(), to: "step.sh")
        for name in ["output", "summary"] { try folder.write("", to: name) }
        let process = try ChildProcess(
            "/usr/bin/env",
            [
                "GITHUB_ACTION_PATH=\(folder.path)/nothing", "GITHUB_OUTPUT=\(folder.path)/output",
                "GITHUB_STEP_SUMMARY=\(folder.path)/summary", "GITHUB_ACTIONS=true",
                "PROGRAM=\(program ?? (try RuleShellTool.product("ruleshell")))",
                "ARGUMENTS=\(arguments)",
                // What a runner calls for `shell: bash`.
                "bash", "--noprofile", "--norc", "-eo", "pipefail", "step.sh",
            ], in: folder.path)
        let result = try process.finish()
        return (result, try folder.read("output"), try folder.read("summary"))
    }

    private func folder() throws -> Workshop {
        let folder = try Workshop()
        try folder.write("assay: 1\nfields:\n  id: required, digits(4)\n", to: "orders.yaml")
        try folder.write("id\n0001\n12\n", to: "bad orders.csv")
        try folder.write("id\n0001\n", to: "good.csv")
        try folder.write(
            "[jobs.orders]\nrules = \"orders.yaml\"\ninputs = [\"good.csv\"]\n",
            to: "ruleshell.toml")
        return folder
    }

    @Test func findingsAreTheStatusAndTheSummary() throws {
        let arguments = "validate\n-r\norders.yaml\n-f\ngithub\n\nbad orders.csv\n"
        let run = try run(arguments: arguments, folder: folder())
        #expect(run.result.status == 1)
        #expect(run.output == "status=1\n")
        #expect(run.result.output.hasPrefix("::error file=bad orders.csv,line=3,"))
        #expect(run.summary.contains("| digits"))
    }

    @Test func jobsRunWithoutArguments() throws {
        let run = try run(arguments: "run", folder: folder())
        #expect(run.result.status == 0)
        #expect(run.output == "status=0\n")
    }

    /// A value is never a command of the shell, nor several arguments.
    @Test func argumentsAreNoCommands() throws {
        let folder = try folder()
        let run = try run(
            arguments: "try\nlength(...3)\n$(touch made); `touch made` * ~\n", folder: folder)
        #expect(run.result.status == 1)
        #expect(run.result.output.hasPrefix("invalid \"$(touch made); `touch made` * ~\"\n"))
        #expect(access(folder.path + "/made", F_OK) != 0)
    }

    @Test(arguments: [
        ("check\nnothing.yaml", Int32(2)), ("validate\n-r\norders.yaml\nnothing.csv", 3),
    ])
    func otherStatusesAreGivenOn(arguments: String, status: Int32) throws {
        let run = try run(arguments: arguments, folder: folder())
        #expect(run.result.status == status)
        #expect(run.output == "status=\(status)\n")
    }

    /// What the other steps call is in the repository.
    @Test func stepsNameWhatExists() throws {
        let text = try Workshop.read(Repository.path("action.yml"))
        let package = try Workshop.read(Repository.path("Package.swift"))
        var count = 0
        for line in text.split(separator: "\n") where line.contains("--product ") {
            let name = line.split(separator: " ").last.map(String.init) ?? ""
            #expect(package.contains(".executable(name: \"\(name)\""), "\(name)")
            count += 1
        }
        #expect(count == 2)
        #expect(text.contains(".ci/install-deps"))
        _ = try Workshop.read(Repository.path(".ci/install-deps"))
    }
}

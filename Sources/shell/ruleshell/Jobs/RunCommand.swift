// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import AssaySystem

/// `ruleshell run`: validates as a file in the project says.
struct RunCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs the jobs of ruleshell.toml.",
        discussion: """
            The file is ruleshell.toml, or pyproject.toml with [tool.assay], in the working directory or \
            the nearest one above, up to the repository or the home directory. You or root must own it, \
            unless --config names it. A job is a table [jobs.NAME] with 'rules', 'inputs' and any option of \
            'validate', by its long name; paths are relative to the file. A job that reads no record is an \
            error, unless it has 'min-records = 0'. Exit status: the worst of the jobs.
            """)

    @Option(
        help: ArgumentHelp("File with the jobs, in place of ruleshell.toml.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    @Flag(help: "List the jobs.")
    var list = false

    @Option(
        help: ArgumentHelp(
            "Write the findings of the job as a baseline, as 'validate' does.", valueName: "file"),
        completion: .file())
    var writeBaseline: String?

    @Flag(help: "Add new findings to the baselines that the jobs write.")
    var acceptNew = false

    /// `true` if another process has started this one to compile one job, and to write errors only.
    @Flag(help: ArgumentHelp("Compile the rules of the jobs only.", visibility: .private))
    var compile = false

    @OptionGroup var color: ColorOptions

    @Argument(
        help: ArgumentHelp("Jobs; by default all.", valueName: "job"),
        completion: ShellCompletion.jobs)
    var jobs: [String] = []

    func execute() throws(Diagnostic) -> ExitStatus {
        let path = try JobFile.path(config)
        let file: JobFile
        do throws(RuleSetError) {
            file = try JobFile(contentsOfFile: path)
        } catch {
            StandardError.write(error.diagnostics(in: [path]).map(\.text).joined())
            return .unusable
        }
        if list {
            let names = file.jobs.map { SafeText.line($0.name) }.joined(separator: "\n")
            return StandardOutput.print(names) ? .valid : .unusable
        }
        let chosen = try withBaselines(try file.jobs(named: jobs), of: path)
        try JobFile.enterDirectory(of: path)
        if compile { return chosen.allSatisfy { $0.compile() } ? .valid : .unusable }
        if chosen.count == 1, let job = chosen.first { return try run(job, inOwnProcess: false) }
        guard try compile(chosen, of: path) else { return .unusable }
        var worst = ExitStatus.valid
        for job in chosen {
            StandardError.write(SafeText.line("ruleshell: job \(job.name)") + "\n")
            let status = try run(job, inOwnProcess: true)
            if status.rawValue > worst.rawValue { worst = status }
            if status == .interrupted { break }
        }
        return worst
    }

    /// Returns the jobs with the options for baselines that the command line has.
    private func withBaselines(_ jobs: [Job], of path: String) throws(Diagnostic) -> [Job] {
        var given: [String] = []
        if let writeBaseline {
            guard jobs.count == 1 else {
                throw Diagnostic(
                    "usage",
                    "--write-baseline writes the baseline of one job, and "
                        + "\(Counted.text(jobs.count, of: "job")) would run",
                    help: "name the job: ruleshell run \(jobs.first?.name ?? "JOB") "
                        + "--write-baseline FILE")
            }
            let file = Self.path(writeBaseline, from: FileSystem.directory(of: path))
            given.append("--write-baseline=\(file)")
        }
        if acceptNew {
            let other = jobs.first { $0.values(of: "write-baseline").isEmpty }
            if given.isEmpty, let other {
                throw Diagnostic(
                    "usage",
                    "--accept-new needs --write-baseline, and the job '\(other.name)' writes no "
                        + "baseline",
                    help: "name the file: ruleshell run \(other.name) --write-baseline FILE "
                        + "--accept-new")
            }
            given.append("--accept-new")
        }
        return given.isEmpty ? jobs : jobs.map { $0.adding(given) }
    }

    /// Returns a path of the command line as one of the directory that the run enters.
    private static func path(_ given: String, from directory: String) -> String {
        guard let own = CurrentProcess.workingDirectory, !given.isEmpty, given != "-",
            !given.hasPrefix("/"), FileNode(path: own) != FileNode(path: directory)
        else { return given }
        return FileSystem.path(of: given, in: own)
    }

    /// Compiles the rules of all jobs, so that no job has written anything when the rules of
    /// another cannot be used.
    ///
    /// Each job is compiled in a process of its own, as it will run, because a plugin can be loaded
    /// only once in a process and stays until the process ends.
    private func compile(_ jobs: [Job], of path: String) throws(Diagnostic) -> Bool {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        var areUsable = true
        for job in jobs where job.hasLastingRules {
            let status = try CommandLineRun.inOwnProcess(
                ["run", "--compile", "--config", file, "--", job.name])
            if status != .valid { areUsable = false }
        }
        return areUsable
    }

    private func run(_ job: Job, inOwnProcess: Bool) throws(Diagnostic) -> ExitStatus {
        let arguments: [String]
        do throws(RuleSetError) {
            arguments = try job.arguments()
        } catch {
            StandardError.write(
                error.issues.map {
                    Diagnostic($0, in: FileLines(path: $0.location?.file ?? "")).text
                }
                .joined())
            return error.issues.contains { $0.code == LeftOutFile.code } ? .unreadable : .unusable
        }
        guard inOwnProcess else { return CommandLineRun(arguments).run() }
        return try CommandLineRun.inOwnProcess(arguments)
    }
}

extension CommandLineRun {
    /// Runs a command line in a process of its own.
    static func inOwnProcess(_ arguments: [String]) throws(Diagnostic) -> ExitStatus {
        do throws(SystemError) {
            let status = try OwnProgram.run(arguments)
            return ExitStatus(rawValue: status) ?? .unusable
        } catch {
            throw Diagnostic("run.start", "ruleshell cannot be started again: \(error)")
        }
    }
}

extension JobFile {
    /// The file that an option names, or the nearest one, which no other user can have written.
    static func path(_ given: String?) throws(Diagnostic) -> String {
        if let given { return given }
        let (path, last) = CurrentProcess.workingDirectory.map(find) ?? (nil, "/")
        if let path {
            try checkOwner(of: path)
            return path
        }
        let end = last == "/" ? "" : " up to '\(last)'"
        throw Diagnostic(
            "config.missing", "there is no \(name) here or in a directory above\(end)",
            help: "write one, or name it with --config")
    }

    /// Enters the directory of the file, to which the paths of the jobs are relative.
    static func enterDirectory(of path: String) throws(Diagnostic) {
        do throws(SystemError) {
            try CurrentProcess.changeDirectory(to: FileSystem.directory(of: path))
        } catch {
            throw Diagnostic(
                "config.missing", "the directory of '\(path)' cannot be entered: \(error)")
        }
    }

    /// Returns the jobs with these names, in the order of the names, or all jobs without names.
    func jobs(named names: [String]) throws(Diagnostic) -> [Job] {
        guard !names.isEmpty else { return jobs }
        return try names.map { name throws(Diagnostic) in
            if let job = jobs.first(where: { $0.name == name }) { return job }
            let known = jobs.map(\.name)
            throw Diagnostic(
                "config.unknownJob", "there is no job '\(name)' in '\(path)'",
                help: nearestName(to: name, in: known).map { "did you mean '\($0)'?" }
                    ?? "the jobs are \(known.joined(separator: ", "))")
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import AssaySystem

/// `ruleshell watch`: checks, tests and validates again what has changed.
struct WatchCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Checks, tests and validates again after each change.",
        discussion: """
            With --rules, checks the rule sets, tests their fixtures and validates the inputs; without, \
            does the same for the jobs of ruleshell.toml (see 'ruleshell help run'). After a file changes, \
            what depends on it is run again. ^C ends it.
            """)

    @Option(
        name: [.customShort("r", allowingJoined: true), .long],
        help: ArgumentHelp("Rule set, in YAML or JSON; repeatable.", valueName: "file"),
        completion: .file())
    var rules: [String] = []

    @Flag(help: "Combine the rules of a field that several rule sets name.")
    var combine = false

    @Flag(help: "Validate records that have only some fields; absent ones are not required.")
    var partial = false

    @Option(
        help: ArgumentHelp("File with the jobs, in place of ruleshell.toml.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    @OptionGroup var color: ColorOptions

    @Argument(
        help: ArgumentHelp("Input files; without --rules, jobs.", valueName: "input"),
        completion: .file())
    var inputs: [String] = []

    func validate() throws {
        if !rules.isEmpty, config != nil {
            throw ValidationError("--rules and --config exclude each other. Give one of the two")
        }
        if rules.isEmpty, combine || partial {
            throw ValidationError(
                "--combine and --partial are for --rules. Write 'combine = true' or 'partial = true' "
                    + "in a job")
        }
        if inputs.contains("-") {
            throw ValidationError("standard input cannot be watched. Name a file")
        }
    }

    func execute() throws(Diagnostic) -> ExitStatus {
        var configuration: String?
        if rules.isEmpty {
            let path = try JobFile.path(config)
            try JobFile.enterDirectory(of: path)
            configuration = path.split(separator: "/").last.map(String.init) ?? path
        }
        var changed: [String]?
        while true {
            let runs = try runs(configuration)
            let files = Set(runs.flatMap(\.files) + [configuration].compactMap(\.self)).sorted()
            let watch = try Self.watch(files)
            if let changed { Self.note(changed) }
            for run in runs {
                guard let changed else {
                    _ = try CommandLineRun.inOwnProcess(run.arguments)
                    continue
                }
                let isConcerned =
                    configuration.map(changed.contains) ?? false
                    || run.files.contains { changed.contains($0) }
                if isConcerned { _ = try CommandLineRun.inOwnProcess(run.arguments) }
            }
            StandardError.write(
                "ruleshell: watching \(Counted.text(files.count, of: "file")); ^C ends it\n")
            guard watch.wait() else { return .valid }
            changed = watch.changed
        }
    }

    private static func watch(_ files: [String]) throws(Diagnostic) -> FileWatch {
        do throws(FileWatchError) {
            return try FileWatch(files)
        } catch {
            throw Diagnostic(
                "watch.directory",
                "the directory of '\(error.path)' cannot be watched: \(error.reason)",
                help: "create it, or raise fs.inotify.max_user_watches")
        }
    }

    private static func note(_ changed: [String]) {
        let names = changed.map { "'\($0)'" }.joined(separator: ", ")
        StandardError.write(SafeText.line("ruleshell: \(names) changed") + "\n")
    }

    /// The flags that are those of `validate`.
    private var flags: [String] {
        (combine ? ["--combine"] : []) + (partial ? ["--partial"] : [])
    }

    private func runs(_ configuration: String?) throws(Diagnostic) -> [WatchedRun] {
        guard let configuration else {
            return rules.flatMap { WatchedRun.ofRuleSet($0) }
                + inputs.map { WatchedRun.ofInput($0, rules: rules, flags: flags) }
        }
        do throws(RuleSetError) {
            let file = try JobFile(contentsOfFile: configuration)
            return try WatchedRun.ofJobs(try file.chosenJobs(inputs))
        } catch {
            // The next change may mend it.
            StandardError.write(error.diagnostics(in: [configuration]).map(\.text).joined())
            return []
        }
    }
}

/// A command line and the files that it depends on.
struct WatchedRun {
    let arguments: [String]
    let files: [String]

    /// The check of a rule set, and the test of its fixtures.
    static func ofRuleSet(_ path: String) -> [WatchedRun] {
        let file = SchemaArgument(path).file
        let fixtures = FixtureFile.fixtures(beside: file)
        let check = WatchedRun(arguments: ["check", path], files: [file])
        guard !fixtures.isEmpty else { return [check] }
        return [check, WatchedRun(arguments: ["test", path], files: [file] + fixtures)]
    }

    static func ofInput(_ path: String, rules: [String], flags: [String]) -> WatchedRun {
        WatchedRun(
            arguments: ["validate"] + rules.map { "--rules=\($0)" } + flags + ["--", path],
            files: files(of: rules) + [path])
    }

    /// The files of rule sets, some of which can be schemas.
    private static func files(of rules: [String]) -> [String] {
        rules.map { SchemaArgument($0).file }
    }

    /// The rule sets of jobs, each once, and then the jobs.
    static func ofJobs(_ jobs: [Job]) throws(RuleSetError) -> [WatchedRun] {
        var rules: [String] = []
        for path in jobs.flatMap({ $0.values(of: "rules") }) where !rules.contains(path) {
            rules.append(path)
        }
        var runs = rules.flatMap { ofRuleSet($0) }
        for job in jobs {
            let arguments = try job.arguments()
            let inputs = arguments.drop { $0 != "--" }.dropFirst()
            runs.append(
                WatchedRun(arguments: arguments, files: files(of: job.values(of: "rules")) + inputs)
            )
        }
        return runs
    }
}

extension JobFile {
    /// Returns the jobs with these names, or all jobs without names.
    ///
    /// An unknown name is an issue of the file, which may be edited.
    fileprivate func chosenJobs(_ names: [String]) throws(RuleSetError) -> [Job] {
        do throws(Diagnostic) {
            return try jobs(named: names)
        } catch {
            throw RuleSetError([
                RuleSetIssue(code: error.code, message: error.message, help: error.help)
            ])
        }
    }
}

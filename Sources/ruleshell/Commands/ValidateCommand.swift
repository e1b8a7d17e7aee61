// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import Glibc

/// `ruleshell validate`: records against a rule set.
struct ValidateCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate", abstract: "Validates records against a rule set.")

    @Option(
        name: [.customShort("r", allowingJoined: true), .long],
        help: ArgumentHelp("The rule set, in YAML or JSON.", valueName: "file"))
    var rules: String

    @OptionGroup var plugins: PluginOptions

    @Option(help: "How the records are written; auto: by the file's name, then by its first bytes.")
    var inputFormat = InputFormatName.auto

    @Option(help: ArgumentHelp("What stands between the cells of a CSV input.", valueName: "c"))
    var delimiter = Delimiter.comma

    @Option(
        name: [.customShort("f", allowingJoined: true), .long], help: "How findings are written.")
    var format = FormatName.full

    @Option(help: ArgumentHelp("Where a summary is written, as JSON.", valueName: "file|-"))
    var summary: String?

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: "Threads, 1 to 256; by default up to 4.")
    var jobs: Int?

    @Option(help: "End behind this many errors and faults, at least 1.")
    var maxErrors: Int?

    @Flag(help: "End behind the first error or fault.")
    var failFast = false

    @Option(help: "Steps of one search of a pattern, at least 1; more is undecided.")
    var matchLimit: UInt32?

    @Argument(help: ArgumentHelp("Files, or - for standard input.", valueName: "input|-"))
    var inputs: [String] = ["-"]

    func validate() throws {
        if let jobs, !(1...256).contains(jobs) {
            throw ValidationError("--jobs takes a number from 1 to 256, not \(jobs)")
        }
        if let maxErrors, maxErrors < 1 {
            throw ValidationError("--max-errors takes a number from 1, not \(maxErrors)")
        }
        if matchLimit == 0 { throw ValidationError("--match-limit takes a number from 1, not 0") }
        if inputs.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("standard input can be read only once")
        }
    }

    func execute() throws(Diagnostic) -> ExitStatus {
        let registry = try plugins.load()
        guard let (ruleSet, plan) = RuleSetFile.load(rules, registry) else { return .unusable }
        let settings = OutputSettings(
            format: format, summary: try SummaryTarget(summary),
            maximumErrors: failFast ? 1 : maxErrors, rules: plan.rules)
        var options = ReaderOptions()
        options.format = inputFormat.format
        options.delimiter = delimiter.byte
        return ValidationRun(
            plan: plan, format: findingFormat(ruleSet), settings: settings, options: options,
            threadCount: jobs ?? Self.defaultJobs, matchLimit: matchLimit
        ).run(inputs)
    }

    private func findingFormat(_ ruleSet: RuleSet) -> any FindingFormat {
        let objects = JSONObjects(namesFile: inputs.count > 1)
        switch format {
        case .full: return FullFormat(ruleSet)
        case .concise: return ConciseFormat()
        case .ndjson: return NDJSONFormat(objects: objects)
        case .json: return JSONFormat(objects: objects)
        }
    }

    /// The processors of the machine, at most four: memory grows with every thread.
    private static var defaultJobs: Int {
        min(4, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }
}

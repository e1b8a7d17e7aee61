// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// `ruleshell validate`: records against a rule set.
struct ValidateCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate", abstract: "Validates records against a rule set.")

    @Option(
        name: [.customShort("r", allowingJoined: true), .long],
        help: ArgumentHelp("The rule set, in YAML or JSON.", valueName: "file"),
        completion: .file())
    var rules: String

    @OptionGroup var plugins: PluginOptions
    @OptionGroup var input: InputOptions

    @Option(
        name: [.customShort("f", allowingJoined: true), .long], help: "How findings are written.")
    var format = FormatName.full

    @Option(
        help: ArgumentHelp("Where a summary is written, as JSON.", valueName: "file|-"),
        completion: .file())
    var summary: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var reports: ReportOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var codes: SelectionOptions

    @Argument(
        help: ArgumentHelp("Files, or - for standard input.", valueName: "input|-"),
        completion: .file())
    var inputs: [String] = ["-"]

    func validate() throws {
        if inputs.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("standard input can be read only once")
        }
    }

    func execute() throws(Diagnostic) -> ExitStatus {
        if outputUses.rejectsStandardError() { return .unusable }
        let registry = try plugins.load()
        let selection = try codes.selection(registry)
        guard let (ruleSet, plan) = RuleSetFile.load(rules, registry) else { return .unusable }
        let settings = try settings(ruleSet, plan)
        let start = RunStart(settings, inputCount: inputs.count)
        let checkpoint = try start.prepare(resumes: output.resume)
        if let status = checkpoint?.status { return start.finished(status) }
        return try ValidationRun(
            plan: plan, settings: settings, inputs: input.inputs(inputs),
            threadCount: limits.threadCount, recordLimit: limits.limit, selection: selection,
            patternLimits: limits.patternLimits, progress: output.progress
        ).run(from: checkpoint)
    }

    private func settings(
        _ ruleSet: RuleSet, _ plan: ValidationPlan
    ) throws(Diagnostic) -> OutputSettings {
        let layout = FindingLayout(plan)
        let form = ReportForm(
            format, ruleSet, layout, rulesFile: rules, namesFile: inputs.count > 1)
        let outputs = try RunOutputs(output, summary: summary, page: reports.html)
        // What an output has created is no input.
        try outputs.check(against: inputUses, checkpoint: output.checkpoint)
        var settings = OutputSettings(
            format: format, outputs: outputs, rules: plan.rules, form: form, layout: layout)
        settings.maximumErrors = limits.maximumErrors
        settings.maximumWarnings = limits.maxWarnings
        settings.endsWithZero = limits.exitZero
        settings.checkpoint = output.checkpoint.map {
            CheckpointFile(path: $0, identity: identity.value)
        }
        reports.apply(to: &settings, ruleSet, plan, rulesFile: rules, inputs: inputs)
        return settings
    }

    /// What the command reads.
    private var inputUses: FileUses {
        var uses = FileUses()
        uses.add(inputs: inputs)
        uses.add(path: rules, "the rule set")
        plugins.add(to: &uses)
        return uses
    }

    /// The same, and what it writes.
    private var outputUses: FileUses {
        var uses = inputUses
        let outputs = [
            ("--output", output.output), ("--summary", summary == "-" ? nil : summary),
            ("--html", reports.html), ("--valid", output.valid), ("--invalid", output.invalid),
            ("--checkpoint", output.checkpoint),
        ]
        for case (let option, let path?) in outputs {
            uses.add(FileNode(path: path), "what \(option) writes")
        }
        return uses
    }

    /// What a run that goes on must have in common with the one before.
    private var identity: RunIdentity {
        var identity = RunIdentity()
        identity.inputs = inputs
        identity.files = [("the rule set", rules)] + plugins.paths.map { ("the plugin", $0) }
        if let file = plugins.configurationFile { identity.files.append(("the settings", file)) }
        identity.add("--input-format", input.inputFormat.rawValue)
        identity.add("--compression", input.compression.rawValue)
        identity.add("--delimiter", input.delimiter?.byte)
        identity.add("--no-header", input.noHeader ? "yes" : nil)
        identity.add("--format", format.rawValue)
        identity.add("--summary", summary)
        identity.add("--output", output.output)
        identity.add("--html", reports.html)
        identity.add("--stats", reports.stats ? "yes" : nil)
        identity.add("--valid", output.valid)
        identity.add("--invalid", output.invalid)
        identity.add("--max-errors", limits.maximumErrors)
        identity.add("--max-warnings", limits.maxWarnings)
        identity.add("--limit", limits.limit)
        identity.add("--match-limit", limits.matchLimit)
        identity.add("--subject-limit", limits.subjectLimit)
        identity.add("--exit-zero", limits.exitZero ? "yes" : nil)
        for (name, lists) in [("--select", codes.select), ("--ignore", codes.ignore)]
        where !lists.isEmpty {
            identity.add(name, lists.flatMap(\.codes).joined(separator: ","))
        }
        return identity
    }
}

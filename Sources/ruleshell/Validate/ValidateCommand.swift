// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
@_spi(Engine) import Assay

/// `ruleshell validate`: validates records against a rule set.
struct ValidateCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate", abstract: "Validates records against a rule set.")

    @Option(
        name: [.customShort("r", allowingJoined: true), .long],
        help: ArgumentHelp("Rule set, in YAML or JSON.", valueName: "file"),
        completion: .file())
    var rules: String

    @OptionGroup var plugins: PluginOptions
    @OptionGroup var input: InputOptions

    @Option(
        name: [.customShort("f", allowingJoined: true), .long], help: "Format of the findings.")
    var format = FormatName.full

    @Option(
        help: ArgumentHelp(
            "Write a summary as JSON; - for standard output.", valueName: "file|-"),
        completion: .file())
    var summary: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var reports: ReportOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var filters: FilterOptions

    @Argument(
        help: ArgumentHelp("Input files, or - for standard input.", valueName: "input|-"),
        completion: .file())
    var inputs: [String] = ["-"]

    func validate() throws {
        if inputs.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("standard input can be read only once")
        }
    }

    func execute() throws(Diagnostic) -> ExitStatus {
        if outputUses.rejectsStandardError() { return .unusable }
        let (registry, host) = try plugins.open()
        let filter = try filters.filter(codesOf: registry)
        guard let (ruleSet, plan) = RuleSetFile.load(rules, registry: registry) else {
            return .unusable
        }
        var settings = try settings(ruleSet, plan: plan)
        if reports.stats { settings.counters = { host.pluginCounters } }
        let start = RunStart(settings: settings, inputCount: inputs.count)
        let checkpoint = try start.prepare(resumes: output.resume)
        if let status = checkpoint?.status { return start.finished(status) }
        return try ValidationRun(
            plan: plan, settings: settings, inputs: input.inputs(inputs),
            threadCount: limits.threadCount, recordLimit: limits.limit, filter: filter,
            patternLimits: limits.patternLimits, progress: output.progress
        ).run(from: checkpoint)
    }

    private func settings(
        _ ruleSet: RuleSet, plan: ValidationPlan
    ) throws(Diagnostic) -> OutputSettings {
        let layout = FindingLayout(plan: plan)
        let form = ReportForm(
            format, ruleSet: ruleSet, layout: layout, rulesFile: rules, namesFile: inputs.count > 1)
        let outputs = try RunOutputs(options: output, summary: summary, page: reports.html)
        // A file that an output has created is not an input.
        try outputs.check(against: inputUses, checkpoint: output.checkpoint)
        var settings = OutputSettings(
            format: format, outputs: outputs,
            rules: plan.rules.map { (field: $0.key, rule: $0.rule) }, form: form, layout: layout)
        settings.maximumErrors = limits.maximumErrors
        settings.maximumWarnings = limits.maxWarnings
        settings.endsWithZero = limits.exitZero
        settings.checkpoint = output.checkpoint.map {
            CheckpointFile(path: $0, identity: identity.value)
        }
        reports.apply(to: &settings, ruleSet: ruleSet, plan: plan, rulesFile: rules, inputs: inputs)
        return settings
    }

    /// What the command reads.
    private var inputUses: FileUses {
        var uses = FileUses()
        uses.add(inputs: inputs)
        uses.add(path: rules, as: "the rule set")
        plugins.add(to: &uses)
        return uses
    }

    /// What the command reads and writes.
    private var outputUses: FileUses {
        var uses = inputUses
        let outputs = [
            ("--output", output.output), ("--summary", summary == "-" ? nil : summary),
            ("--html", reports.html), ("--valid", output.valid), ("--invalid", output.invalid),
            ("--checkpoint", output.checkpoint),
        ]
        for case (let option, let path?) in outputs {
            uses.add(FileNode(path: path), as: "what \(option) writes")
        }
        return uses
    }

    /// What a run must have in common with the one that it continues.
    private var identity: RunIdentity {
        var identity = RunIdentity()
        identity.inputs = inputs
        identity.files = [("the rule set", rules)] + plugins.paths.map { ("the plugin", $0) }
        if let file = plugins.configurationFile { identity.files.append(("the settings", file)) }
        identity.add("--input-format", value: input.inputFormat.rawValue)
        identity.add("--compression", value: input.compression.rawValue)
        identity.add(
            "--encoding", value: input.encoding == .utf8 ? nil : input.encoding.rawValue)
        identity.add("--allow-missing-columns", value: input.allowMissingColumns ? "yes" : nil)
        identity.add("--delimiter", value: input.delimiter?.byte)
        identity.add("--no-header", value: input.noHeader ? "yes" : nil)
        identity.add("--format", value: format.rawValue)
        identity.add("--summary", value: summary)
        identity.add("--output", value: output.output)
        identity.add("--html", value: reports.html)
        identity.add("--stats", value: reports.stats ? "yes" : nil)
        identity.add("--valid", value: output.valid)
        identity.add("--invalid", value: output.invalid)
        identity.add("--max-errors", value: limits.maximumErrors)
        identity.add("--max-warnings", value: limits.maxWarnings)
        identity.add("--limit", value: limits.limit)
        identity.add("--match-limit", value: limits.matchLimit)
        identity.add("--subject-limit", value: limits.subjectLimit)
        identity.add("--exit-zero", value: limits.exitZero ? "yes" : nil)
        for (name, lists) in [("--select", filters.select), ("--ignore", filters.ignore)]
        where !lists.isEmpty {
            identity.add(name, value: lists.flatMap(\.codes).joined(separator: ","))
        }
        return identity
    }
}

/// A rule set from a file, or its issues.
private enum RuleSetFile {
    /// Reads and resolves a file.
    ///
    /// - Returns: The rule set, or nil if its issues were written to standard error.
    static func load(
        _ path: String, registry: RuleRegistry
    ) -> (ruleSet: RuleSet, plan: ValidationPlan)? {
        do throws(RuleSetError) {
            return try RuleSetLoader.load(file: path, registry: registry)
        } catch {
            let lines = FileLines(path: path)
            StandardError.write(error.diagnostics(in: lines).map(\.text).joined())
            return nil
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
@_spi(Engine) import Assay
import AssayDataSets
import AssaySystem

/// `ruleshell validate`: validates records against a rule set.
struct ValidateCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate", _superCommandName: "ruleshell",
        abstract: "Validates records against a rule set.")

    @Option(
        name: [.customShort("r", allowingJoined: true), .long],
        help: ArgumentHelp("Rule set, in YAML or JSON; repeatable.", valueName: "file"),
        completion: .file())
    var rules: [String] = []

    @Option(
        help: ArgumentHelp(
            "A field and its rules, such as 'email: required, email'; repeatable.",
            valueName: "field: rules"))
    var rule: [String] = []

    @Flag(help: "Combine the rules of a field that several rule sets name.")
    var combine = false

    @Flag(help: "Validate records that have only some fields; absent ones are not required.")
    var partial = false

    @OptionGroup var plugins: PluginOptions
    @OptionGroup var input: InputOptions

    @Option(
        name: [.customShort("f", allowingJoined: true), .long],
        help: "Format of the findings; by default full.")
    var format: FormatName?

    @Option(
        help: ArgumentHelp(
            "Write a summary as JSON; - for standard output.", valueName: "file|-"),
        completion: .file())
    var summary: String?

    @Option(
        name: .customLong(Job.nameOption),
        help: ArgumentHelp("The job that the run is, for messages.", visibility: .private))
    var job: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var reports: ReportOptions
    @OptionGroup var baseline: BaselineOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var dataSet: DataSetOptions
    @OptionGroup var filters: FilterOptions
    @OptionGroup var messages: MessageOptions
    @OptionGroup var color: ColorOptions

    @Argument(
        help: ArgumentHelp("Input files, or - for standard input.", valueName: "input|-"),
        completion: .file())
    var inputs: [String] = ["-"]

    func validate() throws {
        if rules.isEmpty, rule.isEmpty {
            throw ValidationError(
                "missing expected argument '--rules <file> ...'. Name a rule set with "
                    + "-r rules.yaml, or write rules with --rule 'email: required, email'")
        }
        if rules.contains(RuleSetInput.name) {
            if inputs.contains("-") || rules.count(where: { $0 == RuleSetInput.name }) > 1 {
                throw ValidationError(
                    "--rules - reads the rule set from standard input, which can be read only once. "
                        + "Name the files of the records")
            }
            if output.checkpoint != nil {
                throw ValidationError("--checkpoint needs rule sets in files, not -r -")
            }
        }
        if inputs.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("standard input can be read only once")
        }
        let formats = ReportTargets(output.output, format: format).all.map(\.format)
        if reports.show != nil, !formats.contains(where: \.isForPeople) {
            throw ValidationError("--show is for the formats full and concise")
        }
        try baseline.check(output, html: reports.html, limit: limits.limit)
    }

    func execute() throws(Diagnostic) -> ExitStatus {
        if outputUses.rejectsStandardError() { return .unusable }
        guard let compiled = try compile() else { return .unusable }
        let plan = compiled.plan
        guard rejectUnread(plan) else { return .unusable }
        if !compiled.checksRecords { try dataSet.checkUnused(in: plan) }
        var settings = try settings(compiled)
        if reports.stats { settings.counters = { compiled.host.pluginCounters } }
        let start = RunStart(settings: settings, inputCount: inputs.count)
        let checkpoint = try start.prepare(resumes: output.resume)
        if let status = checkpoint?.status { return start.finished(status) }
        settings.dataSet = try dataSet.run(
            plan, filter: compiled.filter, threadCount: limits.threadCount,
            beside: output.checkpoint, from: checkpoint)
        if let dataSet = settings.dataSet {
            let sources = SourceReader(
                dataSet: dataSet, files: self.dataSet.source, inputs: inputs,
                threadCount: limits.threadCount)
            // A run that continues has read them.
            let isRead = checkpoint == nil ? try sources.read() : true
            guard isRead else { return .unreadable }
        }
        if inputs.contains("-") { StandardError.noteStandardInput() }
        // The settings are passed with what they take from the inputs.
        let runInputs = try runInputs(&settings)
        return try ValidationRun(
            plan: plan, settings: settings, inputs: runInputs,
            threadCount: limits.threadCount, recordLimit: limits.limit, filter: compiled.filter,
            patternLimits: limits.patternLimits, progress: output.progress, isPartial: partial,
            plugins: compiled.host.loadedNames
        ).run(from: checkpoint)
    }

    /// Returns the inputs, which can be read again if rules are about the data set.
    private func runInputs(_ settings: inout OutputSettings) throws(Diagnostic) -> RunInputs {
        var all = input.inputs(inputs)
        guard settings.dataSet != nil else { return all }
        if inputs.contains("-") {
            if let directory = dataSet.spool { try StandardInputCopy.make(in: directory) }
            all.standardInputStart = try? BorrowedDescriptor.standardInput.position()
        }
        settings.inputStates = inputs.map { FileIdentity(input: $0) }
        settings.runInputs = all
        return all
    }

    /// Writes the issues that the rules have with inputs of text to standard error, if an input is CSV
    /// by its name or by an option.
    ///
    /// - Returns: `true` if there are none.
    private func rejectUnread(_ plan: ValidationPlan) -> Bool {
        let run = input.inputs(inputs)
        let issues = plan.cellIssues
        guard !issues.isEmpty,
            inputs.contains(where: { run.readerOptions(for: $0).format == .csv })
        else { return true }
        StandardError.write(
            RuleSetError(issues).diagnostics(in: rules).map(\.shown).joined())
        return false
    }

    /// The plugins, messages, codes and rules, prepared before anything else is read or written.
    struct Compiled {
        let registry: RuleRegistry
        let host: PluginHost
        let filter: CodeFilter?
        let ruleSet: RuleSet
        let plan: ValidationPlan

        /// `true` if the filter includes a code of a rule about the data set.
        var checksRecords: Bool {
            plan.recordsRules.contains { $0.isSelected(by: filter) }
        }
    }

    /// Compiles the rules.
    ///
    /// - Returns: The compiled rules, or `nil` if issues of files were written to standard error.
    func compile() throws(Diagnostic) -> Compiled? {
        let (registry, host) = try plugins.open()
        try messages.use(with: registry)
        try filters.check(codesOf: registry)
        guard let (ruleSet, loaded) = try loadRules(registry) else { return nil }
        let plan: ValidationPlan
        do throws(RuleSetError) {
            plan =
                ruleSet.hasTolerances
                ? try ValidationPlan(ruleSet.ofDataSet, registry: registry) : loaded
        } catch {
            throw Diagnostic(error.issues.first)
        }
        let filter = try filters.filter(codesOf: plan)
        return Compiled(
            registry: registry, host: host, filter: filter, ruleSet: ruleSet, plan: plan)
    }

    /// Loads the rule set of all files and of `--rule`.
    ///
    /// - Returns: The rule set and its plan, or `nil` if issues of files were written to standard
    ///   error.
    private func loadRules(
        _ registry: RuleRegistry
    ) throws(Diagnostic) -> (ruleSet: RuleSet, plan: ValidationPlan)? {
        var ruleSet = RuleSet()
        if !rules.isEmpty {
            guard let loaded = loadFiles(registry) else { return nil }
            if rule.isEmpty { return loaded }
            ruleSet = loaded.ruleSet
        }
        try ruleSet.add(rule, registry: registry)
        do throws(RuleSetError) {
            return (ruleSet, try ValidationPlan(ruleSet, registry: registry))
        } catch {
            throw Diagnostic(error.issues.first)
        }
    }

    private func loadFiles(
        _ registry: RuleRegistry
    ) -> (ruleSet: RuleSet, plan: ValidationPlan)? {
        do throws(RuleSetError) {
            return try RuleSetFiles.load(rules, registry: registry, combines: combine)
        } catch {
            StandardError.write(error.diagnostics(in: rules).map(\.shown).joined())
            return nil
        }
    }

    private func settings(_ compiled: Compiled) throws(Diagnostic) -> OutputSettings {
        let (ruleSet, plan, registry) = (compiled.ruleSet, compiled.plan, compiled.registry)
        let layout = FindingLayout(plan: plan)
        let targets = ReportTargets(output.output, format: format).all
        let name = rules.isEmpty ? "--rule" : RuleSetFiles.name(of: rules)
        let reasons = FindingReasons(registry: registry)
        let forms = targets.map {
            var view = reports.view(isStandardOutput: $0.path == nil)
            view.reasons = reasons
            return ReportForm(
                $0.format, ruleSet: ruleSet, layout: layout, rulesFile: name,
                namesFile: inputs.count > 1,
                view: view)
        }
        let outputs = try RunOutputs(
            reports: targets.map(\.path), options: output, summary: summary, page: reports.html)
        // A file that an output has created is not an input.
        try outputs.check(against: inputUses, replaced: replacedFiles)
        var settings = OutputSettings(
            outputs: outputs, rules: layout.rules.map { (field: $0.key, rule: $0.id) },
            forms: forms, layout: layout)
        settings.job = job
        settings.isPartial = partial
        settings.inputs = inputs
        settings.rulesFile = name
        settings.splitsStrictly = output.strictSplit
        settings.tolerances = RunTolerances(plan, filter: compiled.filter)
        settings.maximumErrors = limits.maxErrors
        settings.maximumWarnings = limits.maximumWarnings
        settings.isStrict = limits.strict
        settings.recordMinimum.least = limits.minRecords
        settings.recordLimit = limits.limit
        settings.skipsLastLines = input.dialect.skipLast ?? 0 > 0
        settings.endsWithZero = limits.exitZero
        settings.checkpoint = output.checkpoint.map {
            CheckpointFile(
                path: $0, identity: identity(sources: plan.sources).value,
                isSecret: compiled.checksRecords)
        }
        settings.baseline = try baseline.use(with: ruleSet, plan: plan)
        if compiled.checksRecords { try checkSecondPass() }
        reports.apply(to: &settings, ruleSet: ruleSet, plan: plan, rulesFile: name, inputs: inputs)
        return settings
    }

    /// Makes sure that inputs can be read a second time if files of records are wanted.
    private func checkSecondPass() throws(Diagnostic) {
        guard let file = RecordFile.allCases.first(where: { output.path(of: $0) != nil }) else {
            return
        }
        for input in inputs {
            // A file that does not exist is reported when it is read.
            let isRepeatable =
                FileIdentity(input: input) != nil
                || (input == "-" ? dataSet.spool != nil : !FileSystem.exists(input))
            guard isRepeatable else { throw .unrepeatable(input, option: file.option) }
        }
    }

    /// The files that the command reads.
    private var inputUses: FileUses {
        var uses = FileUses()
        uses.add(inputs: inputs)
        for rules in rules { uses.add(path: SchemaArgument(rules).file, as: "the rule set") }
        for file in messages.files { uses.add(path: file, as: "the messages") }
        for source in dataSet.source {
            uses.add(path: source.path, as: "the source '\(source.name)'")
        }
        // A baseline may be replaced by its successor.
        if let file = baseline.baseline, FileNode(path: file) != baseline.writtenNode {
            uses.add(path: file, as: "the baseline")
        }
        plugins.add(to: &uses)
        return uses
    }

    /// The files that the command reads and writes.
    private var outputUses: FileUses {
        var uses = inputUses
        let findings = output.output.map { ("--output", Optional($0.path)) }
        let records = RecordFile.allCases.map { ($0.option, output.path(of: $0)) }
        let totals = [("--summary", summary == "-" ? nil : summary), ("--html", reports.html)]
        let outputs = findings + totals + records
        for case (let option, let path?) in outputs {
            uses.add(FileNode(path: path), as: "what \(option) writes")
        }
        for file in replacedFiles {
            uses.add(FileNode(path: file.path), as: "what \(file.option) writes")
        }
        return uses
    }

    /// The files that the command replaces as a whole.
    private var replacedFiles: [ReplacedFile] {
        let checkpoint = output.checkpoint.map {
            ReplacedFile(option: "--checkpoint", kind: "the checkpoint", path: $0)
        }
        let baseline = baseline.writeBaseline.map {
            ReplacedFile(option: "--write-baseline", kind: "the baseline", path: $0)
        }
        return [checkpoint, baseline].compactMap(\.self)
    }

    /// The options and files that must be the same as in the run that this one continues.
    private func identity(sources: [DataSource]) -> RunIdentity {
        var identity = RunIdentity()
        identity.inputs = inputs
        identity.files =
            rules.map { ("the rule set", SchemaArgument($0).file) }
            + plugins.paths.map { ("the plugin", $0) }
        if let file = plugins.configurationFile { identity.files.append(("the settings", file)) }
        identity.files += messages.files.map { ("the messages", $0) }
        identity.add("--language", value: messages.wish)
        let places = rules.compactMap { SchemaArgument($0).fragment }
        identity.add("--rules", value: places.isEmpty ? nil : places.joined(separator: "; "))
        if !rule.isEmpty { identity.add("--rule", value: rule.joined(separator: "; ")) }
        identity.add("--combine", value: combine ? "yes" : nil)
        identity.add("--partial", value: partial ? "yes" : nil)
        identity.add("--input-format", value: input.inputFormat.rawValue)
        identity.add("--compression", value: input.compression.rawValue)
        identity.add(
            "--encoding", value: input.encoding == .utf8 ? nil : input.encoding.rawValue)
        identity.add("--allow-missing-columns", value: input.allowMissingColumns ? "yes" : nil)
        identity.add("--delimiter", value: input.delimiter?.byte)
        for option in input.dialect.given { identity.add(option.name, value: option.value) }
        identity.add("--no-header", value: input.noHeader ? "yes" : nil)
        identity.add("--format", value: format?.rawValue)
        identity.add("--summary", value: summary)
        if !output.output.isEmpty {
            identity.add("--output", value: output.output.map(\.text).joined(separator: ", "))
        }
        identity.add("--html", value: reports.html)
        identity.add("--show", value: reports.show?.text)
        identity.add("--stats", value: reports.stats ? "yes" : nil)
        for file in RecordFile.allCases {
            identity.add(file.option, value: output.path(of: file))
        }
        identity.add("--strict-split", value: output.strictSplit ? "yes" : nil)
        identity.add("--scratch-memory", value: dataSet.scratchMemory?.text)
        for source in sources {
            let given = dataSet.source.first { $0.name == source.name }
            if let path = given?.path ?? source.path {
                identity.files.append(("the source '\(source.name)'", path))
            }
        }
        identity.add("--max-errors", value: limits.maxErrors)
        identity.add("--max-warnings", value: limits.maxWarnings)
        identity.add("--strict", value: limits.strict ? "yes" : nil)
        identity.add("--min-records", value: limits.minRecords)
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

// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
@_spi(Engine) import Assay
import AssayTrials

/// `ruleshell try`: checks values with an expression.
struct TryCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "try", _superCommandName: "ruleshell", abstract: "Tries rules on values.",
        discussion: """
            A value is JSON if it parses as JSON, otherwise text. A negative number is a value; after --, \
            any value may begin with a dash.
            """)

    @Option(
        name: [.customShort("r", allowingJoined: true), .long],
        help: ArgumentHelp(
            "Try the rules that a rule set has for a field; repeatable.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var rules: [String] = []

    @Flag(help: "Take values as text, like cells of a CSV file.")
    var text = false

    @Flag(help: "Combine the rules that several rule sets have for the field.")
    var combine = false

    @Flag(help: "Treat the other fields as unknown; rules that read one do not run.")
    var partial = false

    @OptionGroup var plugins: PluginOptions
    @OptionGroup var messages: MessageOptions
    @OptionGroup var color: ColorOptions

    @Argument(
        help: "Rules, such as 'required, length(3...20)'; with --rules, a field.",
        completion: ShellCompletion.rules)
    var expression: String

    @Argument(help: ArgumentHelp("Values to check.", valueName: "value"))
    var values: [String]

    func execute() throws(Diagnostic) -> ExitStatus {
        let registry = try plugins.load()
        try messages.use(with: registry)
        let (ruleSet, field) = try tried(registry)
        let manager: ValidatorsManager
        let plan: ValidationPlan
        do throws(RuleSetError) {
            manager = try ValidatorsManager(ruleSet, registry: registry)
            plan = try ValidationPlan(ruleSet, registry: registry)
        } catch {
            throw Diagnostic(error.issues.first)
        }
        if text, let issue = plan.textIssues.first(where: { $0.field == field.path.description }) {
            throw Diagnostic(issue)
        }
        let reasons = FindingReasons(registry: registry)
        var status = ExitStatus.valid
        var output: [UInt8] = []
        for argument in values {
            let value = text ? .string(argument) : Self.value(of: argument)
            let record = record(with: value, at: field.path)
            let report = manager.validate(record, partial: partial)
            if !report.isValid { status = .findings }
            let shown: Value = ruleSet.isSensitive(field.path) ? "[sensitive]" : value
            Self.append(report, of: shown, to: &output) { finding in
                field.validator.rules.first { $0.expression.id == finding.rule }.map {
                    reasons.notes(of: finding, by: $0.expression, isText: text) { _ in nil }
                        + reasons.textHint(of: value, code: finding.code, by: $0.expression)
                } ?? []
            }
            for note in notes(of: value, field, by: plan, record) {
                output.append("  note: ")
                SafeText.append(note, to: &output)
                output.append("\n")
            }
        }
        return StandardOutput.write(output) ? status : .unusable
    }

    /// Returns what rules read the value as, and which rules did not run.
    ///
    /// The rules run again for that, which only those do that have something to say.
    private func notes(
        of value: Value, _ field: Field, by plan: ValidationPlan, _ record: ValidationRecord
    ) -> [String] {
        let hasConditions = field.validator.rules.contains { !$0.conditions.isEmpty }
        guard hasConditions || partial || plan.readings.at(field.path).own != nil else { return [] }
        let session = ValidationSession(plan)
        session.isPartial = partial
        let rules = session.trace(record).rules
        return Self.readings(of: value, by: rules) + Self.unmetConditions(of: field, rules)
            + Self.unknownFields(rules)
    }

    /// Returns a note for each rule that did not run because it reads an unknown field.
    private static func unknownFields(_ rules: [TracedRule]) -> [String] {
        rules.compactMap { rule in
            guard case .skipped(let reason) = rule.outcome, case .unknown = reason else {
                return nil
            }
            return "\(rule.rule.expression) did not run: \(reason.text)"
        }
    }

    /// Returns a note for each rule that reads the value as something else than its text says.
    private static func readings(of value: Value, by rules: [TracedRule]) -> [String] {
        guard case .string(let text) = value else { return [] }
        return rules.compactMap { rule in
            guard !rule.isSensitive, rule.outcome == .passed else { return nil }
            return rule.rule.readingWords(of: text, as: rule.value).map {
                "\(rule.rule.expression) \($0)"
            }
        }
    }

    /// Returns a note for each rule that did not run because of a field that `try` does not have.
    private static func unmetConditions(of field: Field, _ rules: [TracedRule]) -> [String] {
        rules.compactMap { rule in
            guard case .skipped(.condition(let other)) = rule.outcome else { return nil }
            let entry = field.validator.rules.first { $0.expression == rule.rule.expression }
            let wanted = entry?.conditions.first { $0.path.description == other }?.rules ?? []
            let rules = wanted.map { "\($0)" }.joined(separator: ", ")
            return "\(rule.rule.expression) did not run: it needs \(other) to pass \(rules), and "
                + "there are no other fields here; validate a record to have them"
        }
    }

    private static func value(of text: String) -> Value {
        (try? JSONValueParser.parse(text)) ?? .string(text)
    }

    /// A record with nothing but the value.
    private func record(with value: Value, at path: FieldPath) -> ValidationRecord {
        let own = text && value == "" ? .absent : value
        let whole = Value.nesting(own, at: path.segments[...], in: .object(Value.Object()))
        guard case .object(let fields) = whole else { return ValidationRecord(Value.Object()) }
        var record = ValidationRecord(fields, isText: text)
        if own == .absent { record.emptyFields = [path.topLevelKey] }
        return record
    }

    /// The field that the values are tried as, in a rule set with no other.
    private func tried(
        _ registry: RuleRegistry
    ) throws(Diagnostic) -> (ruleSet: RuleSet, field: Field) {
        guard rules.isEmpty else {
            return try loadFiles(registry).only(
                expression, of: RuleSetFiles.name(of: rules), in: registry)
        }
        let expressions = try ExpressionArgument.bind(expression, registry: registry)
        let field = Field(
            FieldPath(key: "value"), Validator(rules: expressions.map { RuleEntry($0) }))
        return (RuleSet(field), field)
    }

    private func loadFiles(_ registry: RuleRegistry) throws(Diagnostic) -> RuleSet {
        do throws(RuleSetError) {
            return try RuleSetFiles.load(rules, registry: registry, combines: combine).ruleSet
        } catch {
            try Diagnostic.throwAll(error.diagnostics(in: rules))
            throw Diagnostic(error.issues.first)
        }
    }

    private static func append(
        _ report: ValidationReport, of value: Value, to output: inout [UInt8],
        notes: (ShownFinding) -> [String]
    ) {
        let hasErrors = report.violations.contains { $0.severity == .error }
        let verdict = report.isValid ? "valid" : hasErrors ? "invalid" : "undecided"
        let paint = Terminal.outputPaint
        output.append("\(paint.text(verdict, in: .init(isGood: report.isValid))) ")
        if report.isPartial { output.append("(partial) ") }
        SafeText.append(value.json, to: &output)
        output.append("\n")
        for finding in ShownFinding.all(report) {
            let code = "\(finding.kind.rawValue)[\(SafeText.line(finding.code))]"
            output.append("  \(paint.text(code, in: .init(finding.kind))) ")
            SafeText.append(finding.line, to: &output)
            output.append("\n")
            for note in notes(finding) {
                output.append("    note: ")
                SafeText.append(note, to: &output)
                output.append("\n")
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// `ruleshell test`: rules against cases and rule sets against fixtures.
struct TestCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", _superCommandName: "ruleshell",
        abstract: "Tests rule sets and rules against cases.",
        discussion: """
            A path is a file of cases, a rule set with fixtures next to it (people.test.yaml next to \
            people.yaml), or a directory, which is searched for *.test.yaml, *.test.json and *.test.jsonl.

            A file of cases has a list 'cases' in YAML or JSON, or a case in each line of JSON. A case says \
            what is tested: 'record'; or 'expression' and 'value'; or 'field' and 'value', for the rules \
            of one field; or 'base', the name of a case with a valid record, which 'with' (values by \
            field) and 'without' (fields) change. It also says what is expected: 'expect', a list of CODE \
            or 'CODE POINTER'; or 'includes', if there may be others; or 'valid', true or false. Optional \
            are 'name', 'text: true', which takes values as text, and 'rules', the rule set. Instead of the \
            options --partial and --combine of 'validate', write 'partial: true' in a case whose record \
            has only some fields, and 'combine: true' next to 'rules' if several rule sets name the same \
            field.

            A line of JSON may also be a case of a single rule: {"rule": ID, "args": {NAME: VALUE}, \
            "value": VALUE, "valid": BOOL}, with an optional "id". Exit status: 0 all agree, 1 a \
            disagreement or an unknown rule, 2 a case cannot be used, 3 a file cannot be read.
            """)

    @Flag(help: "Print the results as JSON.")
    var json = false

    @Option(
        name: [.customShort("f", allowingJoined: true), .long],
        help: "Format of the results; by default full.")
    var format: ToolFormat?

    @Flag(help: "List the rules that no case breaks, on standard error.")
    var coverage = false

    @OptionGroup var plugins: PluginOptions
    @OptionGroup var color: ColorOptions

    @Argument(
        help: ArgumentHelp("Files of cases, rule sets or directories.", valueName: "path"),
        completion: .file())
    var files: [String]

    func validate() throws {
        if json, format != nil, format != .json {
            throw ValidationError("--json means --format json. Give one of the two")
        }
    }

    func execute() throws(Diagnostic) -> ExitStatus {
        var run = CaseRun(registry: try plugins.load())
        for path in files {
            do throws(Diagnostic) {
                try run.test(path)
            } catch {
                run.fail(error, file: path)
            }
        }
        let text: String =
            switch format ?? (json ? .json : .full) {
            case .full: run.text(with: Terminal.outputPaint)
            case .json: run.json
            case let format: run.report.text(format) ?? run.text(with: .none)
            }
        guard StandardOutput.write(Array(text.utf8)) else { return .unusable }
        for warning in run.checker.unchecked { StandardError.write(warning.shownWarning) }
        if coverage { StandardError.write(FixtureCoverage.text(of: run.checker)) }
        return run.status
    }
}

// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// `ruleshell test`: rules against cases and rule sets against fixtures.
struct TestCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Tests rules and rule sets against cases.",
        discussion: """
            A path is a file of cases, a rule set, whose fixtures stand beside it (people.test.yaml beside \
            people.yaml), or a folder, whose *.test.yaml, *.test.json and *.test.jsonl are taken.

            Fixtures are a list 'cases' in YAML or JSON, or lines of JSON. A case has 'record', or \
            'expression' and 'value'; and 'expect', a list of CODE or 'CODE POINTER', or 'valid', true \
            or false. 'name', 'text: true' for values that are texts, and 'rules', the rule set, may \
            stand in it.

            A line of JSON may also be a case of a rule: {"rule": ID, "args": {NAME: VALUE}, "value": \
            VALUE, "valid": BOOL}, with an "id" if it has one. Exit status 1 on any disagreement or \
            unknown rule.
            """)

    @Flag(help: "Write the scores as JSON.")
    var json = false

    @Flag(help: "Say which rules of the rule sets no case breaks, on standard error.")
    var coverage = false

    @OptionGroup var plugins: PluginOptions

    @Argument(
        help: ArgumentHelp("Files of cases, rule sets and folders.", valueName: "path"),
        completion: .file())
    var files: [String]

    func execute() throws(Diagnostic) -> ExitStatus {
        var run = CaseRun(try plugins.load())
        for path in files {
            do throws(Diagnostic) {
                try run.test(path)
            } catch {
                StandardError.write(error.text)
                run.note(error.code == "input.unreadable" ? .unreadable : .unusable)
            }
        }
        let text = json ? run.json : run.text
        guard StandardOutput.write(Array(text.utf8)) else { return .unusable }
        if coverage { StandardError.write(FixtureCoverage.text(run.judge)) }
        return run.status
    }
}

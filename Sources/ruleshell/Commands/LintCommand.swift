// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// `ruleshell check`: looks through rule sets.
struct LintCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Looks through rule sets for what is probably not meant.",
        discussion: """
            Finds rules that contradict each other, values and rules that can never matter, patterns that \
            explode, and fixtures that disagree (see 'ruleshell help test'). Exit status: 0 nothing was \
            found, 1 something was, 2 a rule set cannot be used.
            """)

    @Flag(help: "Write the findings as one JSON object.")
    var json = false

    @OptionGroup var plugins: PluginOptions

    @Argument(
        help: ArgumentHelp("Rule sets, in YAML or JSON.", valueName: "rules"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var files: [String]

    func execute() throws(Diagnostic) -> ExitStatus {
        let registry = try plugins.load()
        var report = LintReport()
        for file in files { Self.check(file, registry, &report) }
        let text = json ? report.json : report.text
        guard StandardOutput.write(Array(text.utf8)) else { return .unusable }
        return report.isUnusable ? .unusable : report.isEmpty ? .valid : .findings
    }

    private static func check(
        _ file: String, _ registry: RuleRegistry, _ report: inout LintReport
    ) {
        report.begin()
        do throws(RuleSetError) {
            let (_, plan) = try RuleSetLoader.load(file: file, registry: registry)
            report.add(RuleSetLint(plan, registry).findings, of: file)
            report.add(FixtureLint.findings(beside: file, registry), of: file)
        } catch {
            report.add(error, of: file)
        }
    }
}

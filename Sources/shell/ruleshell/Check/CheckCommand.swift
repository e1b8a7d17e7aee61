// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
@_spi(Engine) import Assay
import AssaySystem

/// `ruleshell check`: finds likely mistakes in rule sets.
struct CheckCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", _superCommandName: "ruleshell",
        abstract: "Finds likely mistakes in rule sets.",
        discussion: """
            Finds rules that contradict each other, values and rules that never matter, rules that check \
            less than they look like, patterns with catastrophic backtracking, and fixtures that disagree \
            (see 'ruleshell help test'). A directory is searched for rule sets and ruleshell.toml. Exit \
            status: 0 nothing found, 1 findings, 2 a rule set cannot be used.
            """)

    @Flag(help: "Print the findings as one JSON object.")
    var json = false

    @Option(
        name: [.customShort("f", allowingJoined: true), .long],
        help: "Format of the findings; by default full.")
    var format: ToolFormat?

    @Flag(help: "Also check the rules for records from text, such as CSV and forms.")
    var text = false

    @OptionGroup var plugins: PluginOptions
    @OptionGroup var color: ColorOptions

    @Argument(
        help: ArgumentHelp(
            "Rule sets, in YAML or JSON, or - for standard input, files of jobs, in TOML, or directories.",
            valueName: "rules"),
        completion: .file(extensions: ["yaml", "yml", "json", "toml"]))
    var files: [String]

    func validate() throws {
        if files.count(where: { $0 == RuleSetInput.name }) > 1 {
            throw ValidationError("standard input can be read only once")
        }
        if json, format != nil, format != .json {
            throw ValidationError("--json means --format json. Give one of the two")
        }
    }

    func execute() throws(Diagnostic) -> ExitStatus {
        let registry = try plugins.load()
        var report = LintReport()
        for path in files {
            guard FileSystem.isDirectory(path) else {
                check(path, registry: registry, report: &report)
                continue
            }
            for file in Self.search(path, report: &report) {
                check(file, registry: registry, report: &report)
            }
        }
        let output: String =
            switch format ?? (json ? .json : .full) {
            case .full: report.text(with: Terminal.outputPaint)
            case .json: report.json
            case let format: report.report.text(format) ?? report.text(with: .none)
            }
        guard StandardOutput.write(Array(output.utf8)) else { return .unusable }
        return report.isUnusable ? .unusable : report.isEmpty ? .valid : .findings
    }

    /// Returns the rule sets and files of jobs in a directory.
    private static func search(_ folder: String, report: inout LintReport) -> [String] {
        let search = RuleSetSearch(folder: folder)
        for file in search.leftOut {
            report.add(
                RuleSetError([
                    RuleSetIssue(code: LeftOutFile.code, message: file.message, help: file.help)
                ]), of: file.path)
        }
        if search.files.isEmpty, search.leftOut.isEmpty {
            report.add(
                RuleSetError([
                    RuleSetIssue(
                        code: "ruleSet.file", message: "there is no rule set in '\(folder)'",
                        help: "name a directory that has files in YAML or JSON with the key 'assay'"
                    )
                ]), of: folder)
        }
        if let note = search.note { report.add(note: note, code: "lint.notChecked", of: folder) }
        return search.files
    }

    private func check(
        _ file: String, registry: RuleRegistry, report: inout LintReport
    ) {
        report.begin(file)
        do throws(RuleSetError) {
            if JobFile.isJobFile(file) {
                _ = try JobFile(contentsOfFile: file, checkedBy: registry)
                return
            }
            let bytes = try RuleSetInput.bytes(file)
            let (ruleSet, plan) = try RuleSetInput.load(file, bytes: bytes, registry: registry)
            report.add(
                IdentityLint.findings(in: ruleSet, plan: plan, bytes: bytes, file: file)
                    + RuleSetLint(plan: plan, registry: registry).findings
                    + RecordsLint.findings(in: plan, of: ruleSet), of: file)
            report.add(FixtureLint.findings(beside: file, registry: registry), of: file)
            if let note = IdentityLint.note(on: ruleSet, plan: plan) {
                report.add(note: note, code: "lint.repeatedIdentity", of: file)
            }
            report.add(
                textIssues: text ? plan.cellIssues : plan.textIssues, of: file, areErrors: text)
        } catch {
            report.add(error, of: file)
        }
    }
}

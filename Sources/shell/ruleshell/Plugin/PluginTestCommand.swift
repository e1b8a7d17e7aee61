// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import AssayPluginChecker

/// `ruleshell plugin test`: a plugin against its examples and against files of cases.
struct PluginTestCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Tests a plugin with its examples and with files of cases.",
        discussion: """
            Cases have the form that 'ruleshell help test' shows, with two more members: 'fields', the \
            other fields of the record, and 'settings', the plugin's settings. A case without 'record', \
            'expression' and 'rule' is for the file's 'rule', or for the plugin's only rule; a code \
            that begins with a dot belongs to that rule. The plugin runs in separate processes: a case \
            that ends its process fails, and the others are run. Exit status: 0 all agree, 1 a \
            disagreement or, with --require-coverage, a code that no case produces, 2 the library or a \
            case cannot be used, 3 a file cannot be read.
            """)

    @Flag(help: "Print the results as JSON.")
    var json = false

    @Flag(help: "Fail if there is a code that no case produces.")
    var requireCoverage = false

    @Option(help: ArgumentHelp("Settings of the plugin, as a JSON object.", valueName: "json"))
    var configuration: String?

    @OptionGroup var trial: TrialOptions

    @OptionGroup var color: ColorOptions

    @Argument(help: ArgumentHelp("Plugin library.", valueName: "so"))
    var file: String

    @Argument(
        help: ArgumentHelp("Files of cases, or directories.", valueName: "path"),
        completion: .file())
    var paths: [String] = []

    func execute() throws(Diagnostic) -> ExitStatus {
        let settings = try PluginSettingsOption.settings(in: configuration)
        let manifest = try manifest()
        var files = PluginCaseFiles(rules: manifest.rules.map(\.id))
        for path in paths { files.read(path) }
        let examples = manifest.rules.flatMap(\.examples).map { PluginCase($0) }
        var groups = [PluginCaseGroup(title: "examples", cases: examples)]
        groups += files.groups
        let cases = groups.flatMap(\.cases)
        if cases.isEmpty, files.status == .valid {
            throw Diagnostic(
                "fixture.missing", "'\(file)' declares no examples, and there are no other cases",
                help: "give a rule examples, or name files of cases")
        }
        let runner = PluginCaseRunner(
            file: file, settings: settings, policy: trial.policy)
        var results = try runner.run(cases)[...]
        for index in groups.indices {
            groups[index].results = Array(results.prefix(groups[index].cases.count))
            results = results.dropFirst(groups[index].cases.count)
        }
        let report = PluginTestReport(
            file: file, manifest: manifest, groups: groups,
            coverage: PluginCoverage(of: manifest, by: groups.flatMap(\.results)))
        guard StandardOutput.write(Array((json ? report.json : report.text).utf8)) else {
            return .unusable
        }
        guard files.status == .valid else { return files.status }
        return isFine(report) ? .valid : .findings
    }

    private func isFine(_ report: PluginTestReport) -> Bool {
        guard report.agrees, requireCoverage, !report.coverage.isComplete else {
            return report.agrees
        }
        let rules = report.coverage.rules.filter { !$0.isCovered }
        let missed = rules.map(\.id)
        let example = rules.first.map { rule in
            rule.codes.missed.first.map { "{rule: \(rule.id), value: VALUE, expect: \($0)}" }
                ?? "{rule: \(rule.id), value: VALUE, valid: true}"
        }
        StandardError.write(
            Diagnostic(
                "plugin.coverage",
                "no case produces all codes of \(missed.joined(separator: ", "))",
                help: "add a case for each code that is listed, such as \(example ?? "one")"
            ).text)
        return false
    }

    /// Returns the manifest that the plugin's table gives, without running `init`.
    private func manifest() throws(Diagnostic) -> PluginManifest {
        do throws(PluginError) {
            return try StampedPlugin(file: file, policy: trial.policy).manifest
        } catch {
            throw Diagnostic(error)
        }
    }
}

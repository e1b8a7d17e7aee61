// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import AssayPluginChecker
import AssaySystem

/// `ruleshell plugin check`: tries to break a plugin.
struct PluginCheckCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Tries to break a plugin, in separate processes.",
        discussion: """
            Exit status: 0 passed, 1 a check failed, 2 the file cannot be read or loaded. \
            Checks: \(PluginChecker.checkNames.joined(separator: ", ")).
            """)

    @Flag(help: "Print the report as JSON.")
    var json = false

    @Option(help: ArgumentHelp("Replay the values of an earlier report.", valueName: "number"))
    var seed: UInt64?

    @Flag(help: "Try fewer values and smaller batches.")
    var quick = false

    @Option(help: ArgumentHelp("Run only this check; repeatable.", valueName: "check"))
    var only: [String] = []

    @Option(
        name: .customLong("filter"),
        help: ArgumentHelp("Check only this rule.", valueName: "rule"))
    var rule: String?

    @Flag(help: "Check in this process, for debuggers: a crash ends it.")
    var inProcess = false

    @Option(help: ArgumentHelp("Settings of the plugin, as a JSON object.", valueName: "json"))
    var configuration: String?

    @OptionGroup var trial: TrialOptions

    @OptionGroup var color: ColorOptions

    @Argument(help: ArgumentHelp("Plugin library.", valueName: "file"))
    var file: String

    func execute() throws(Diagnostic) -> ExitStatus {
        let report = try report()
        let lines = report.lines.map { SafeText.line($0) }
        let text = json ? report.json : lines.joined(separator: "\n")
        guard StandardOutput.print(text) else { return .unusable }
        return report.passed ? .valid : .findings
    }

    private func report() throws(Diagnostic) -> CheckReport {
        var checker = PluginChecker(
            program: "/proc/self/exe", arguments: ["ruleshell", "plugin", "check-child"],
            seed: seed ?? UInt64.random(in: 0..<(1 << 32)))
        checker.policy = trial.policy
        checker.isQuick = quick
        checker.configuration = try PluginSettingsOption.settings(in: configuration)
        if !only.isEmpty { checker.only = try names() }
        checker.rule = try rule.map(identifier)
        do throws(PluginError) {
            if inProcess { return try checker.checkInProcess(path: file) }
            return try checker.check(path: file)
        } catch {
            throw Diagnostic(error)
        }
    }

    /// Returns the id of a rule of the plugin, which may be given without that of the plugin.
    private func identifier(of rule: String) throws(Diagnostic) -> String {
        let manifest: PluginManifest
        do throws(PluginError) {
            manifest = try StampedPlugin(file: file, policy: trial.policy).manifest
        } catch {
            throw Diagnostic(error)
        }
        let ids = manifest.rules.map(\.id)
        if let id = [rule, "\(manifest.id).\(rule)"].first(where: ids.contains) { return id }
        let near =
            nearestName(to: rule, in: ids) ?? nearestName(to: "\(manifest.id).\(rule)", in: ids)
        throw Diagnostic(
            "usage", "the plugin has no rule '\(rule)'",
            help: near.map { "did you mean '\($0)'?" }
                ?? "the rules are \(ids.joined(separator: ", "))")
    }

    private func names() throws(Diagnostic) -> Set<String> {
        let known = PluginChecker.checkNames
        for name in only where !known.contains(name) {
            let near = nearestName(to: name, in: known)
            throw Diagnostic(
                "usage", "there is no check '\(name)'",
                help: near.map { "did you mean '\($0)'?" }
                    ?? "the checks are \(known.joined(separator: ", "))")
        }
        return Set(only)
    }
}

/// `ruleshell plugin check-child`: the process that `check` starts for each check.
struct PluginCheckChildCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-child", shouldDisplay: false)

    func execute() throws(Diagnostic) -> ExitStatus {
        CurrentProcess.allowExits()
        PluginCheckChild.run()
    }
}

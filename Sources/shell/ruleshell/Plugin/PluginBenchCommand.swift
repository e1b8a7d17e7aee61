// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import AssayPluginChecker
import AssaySystem

/// `ruleshell plugin bench`: what the rules of a plugin cost, and whether they cost more than before.
struct PluginBenchCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Times the rules of a plugin, and compares with an earlier measurement.",
        discussion: """
            Each expression of a rule's examples is timed in batches and alone, on values made from the \
            examples or on those of --data. The built-in rule 'luhn' is timed right before each sample: a \
            baseline holds ratios to it, which can also be compared on another machine, though less \
            exactly than on the same one. Exit status: 0 measured, 1 a rule is slower than --fail-above allows or \
            cannot be compared with the baseline, 2 the library, the data or the baseline cannot be used, \
            or a rule ended its process.
            """)

    @Flag(help: "Print the measurement as JSON.")
    var json = false

    @Option(help: ArgumentHelp("Number of rounds to take medians of.", valueName: "number"))
    var rounds = 15

    @Option(
        help: ArgumentHelp("Values to time rules on: lines of JSON.", valueName: "file"),
        completion: .file())
    var data: String?

    @Option(help: ArgumentHelp("Write the measurement as JSON.", valueName: "file"))
    var save: String?

    @Option(
        help: ArgumentHelp("Compare with a measurement that was saved.", valueName: "file"),
        completion: .file())
    var baseline: String?

    @Option(
        help: ArgumentHelp(
            "Fail if a ratio is more than this many times that of the baseline.",
            valueName: "factor"))
    var failAbove: Double?

    @Option(help: ArgumentHelp("Settings of the plugin, as a JSON object.", valueName: "json"))
    var configuration: String?

    @OptionGroup var trial: TrialOptions

    @OptionGroup var color: ColorOptions

    @Argument(help: ArgumentHelp("Plugin library.", valueName: "so"))
    var file: String

    /// The least time of a sample, in microseconds.
    private static let sample: Int64 = 2_000

    func execute() throws(Diagnostic) -> ExitStatus {
        try checkUsage()
        try checkSaving()
        let settings = try PluginSettingsOption.settings(in: configuration)
        let old = try baseline.map { path throws(Diagnostic) in
            try BenchReport(
                parsing: TextLines.read(path, limit: 64 << 20).joined(separator: "\n"), from: path)
        }
        let report = try measure(settings)
        let comparison = old.map { BenchComparison(of: report, with: $0) }
        let text =
            json ? report.json : BenchText.text(of: report, file: file, comparison: comparison)
        guard StandardOutput.write(Array(text.utf8)) else { return .unusable }
        if let save { try FileSystem.replace(save, by: report.json, mode: 0o644) }
        guard let failAbove, let comparison else { return .valid }
        return comparison.exceeds(failAbove) ? .findings : .valid
    }

    private func checkUsage() throws(Diagnostic) {
        guard (1...1000).contains(rounds) else {
            throw Diagnostic(
                "usage", "--rounds is \(rounds)", help: "give a number from 1 to 1000")
        }
        guard let failAbove else { return }
        guard baseline != nil else {
            throw Diagnostic(
                "usage", "--fail-above needs a baseline",
                help: "save one with --save, and name it with --baseline")
        }
        guard failAbove > 0, failAbove.isFinite else {
            throw Diagnostic(
                "usage", "--fail-above is \(failAbove)", help: "give a factor such as 1.3")
        }
    }

    private func checkSaving() throws(Diagnostic) {
        guard let save else { return }
        var uses = FileUses()
        uses.add(path: file, as: "the library")
        if let data { uses.add(path: data, as: "the data") }
        try uses.check(FileNode(path: save), writer: "--save '\(save)'", help: "name another file")
    }

    private func measure(_ settings: Value) throws(Diagnostic) -> BenchReport {
        let work: Value = [
            "do": "bench", "rounds": .integer(Int64(rounds)), "microseconds": .integer(Self.sample),
            "values": try data.map { path throws(Diagnostic) in .array(try values(in: path)) }
                ?? .null,
        ]
        let outcome: PluginWorkOutcome
        let manifest: PluginManifest
        do throws(PluginError) {
            manifest = try StampedPlugin(file: file, policy: trial.policy).manifest
            outcome = try PluginWorker(
                ruleshell: file, settings: settings, policy: trial.policy
            )
            .run(work, timeout: .seconds(600))
        } catch {
            throw Diagnostic(error)
        }
        guard outcome.failure == nil,
            let report = BenchReport(
                outcome.answers, of: (manifest.id, manifest.version), rounds: rounds)
        else {
            throw Diagnostic(
                "plugin.evaluate",
                "'\(file)' ended its process: \(outcome.failure?.found ?? "no measurement")",
                help: "'ruleshell plugin check' finds the rule and the value")
        }
        return report
    }

    private func values(in path: String) throws(Diagnostic) -> [Value] {
        var values: [Value] = []
        for (index, line) in try TextLines.read(path, limit: 64 << 20).enumerated()
        where !line.isEmpty {
            do throws(JSONError) {
                values.append(try JSONValueParser.parse(line))
            } catch {
                throw Diagnostic(
                    "bench.data", "the line is not JSON: \(error)",
                    help: "write a value in each line, such as \"abc\" or 12",
                    location: FileLocation(file: path, line: index + 1, column: 1))
            }
        }
        guard !values.isEmpty else {
            throw Diagnostic(
                "bench.data", "there are no values in '\(path)'",
                help: "write a value in each line, such as \"abc\" or 12")
        }
        return values
    }
}

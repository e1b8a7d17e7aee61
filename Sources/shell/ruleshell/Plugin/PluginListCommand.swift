// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import AssayPluginPackages

/// `ruleshell plugin list`: which plugins load, and why others do not.
struct PluginListCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Loads plugins and prints the result of each.",
        discussion: "Exit status: 0 all are loaded, 1 one failed to load or is outdated.")

    @Flag(help: "Print the result as JSON.")
    var json = false

    @Flag(help: "Print only plugins with a newer version in the index.")
    var outdated = false

    @Option(help: ArgumentHelp("Index of available versions, for --outdated.", valueName: "file"))
    var index: String?

    @OptionGroup var plugins: PluginOptions
    @OptionGroup var color: ColorOptions

    @Argument(help: ArgumentHelp("Libraries and directories.", valueName: "so|dir"))
    var paths: [String] = []

    func validate() throws {
        guard outdated == (index != nil) else {
            throw ValidationError(
                outdated
                    ? "--outdated needs an index: add --index FILE"
                    : "--index is for --outdated: add it")
        }
    }

    func execute() throws(Diagnostic) -> ExitStatus {
        let index = try index.map { path throws(Diagnostic) in try OutdatedPlugins(index: path) }
        let configurations = try PluginConfigurationFile(plugins.configurationFile)
        let host = try plugins.host(with: configurations)
        let registry = RuleRegistry.standard()
        host.load(paths: plugins.paths + paths, into: registry)
        host.loadFromEnvironment(into: registry)
        let hasFailures = host.plugins.contains { if case .failure = $0 { true } else { false } }
        if let index {
            let status = try index.report(host, asJSON: json)
            return hasFailures && status == .valid ? .findings : status
        }
        let text =
            json
            ? Self.json(of: host)
            : host.plugins.map(Self.text).joined() + host.passedOver.map(Self.text).joined()
        guard StandardOutput.write(Array(text.utf8)) else { return .unusable }
        try configurations.check(against: registry)
        return hasFailures ? .findings : .valid
    }

    private static func text(of status: PluginStatus) -> String {
        let lines =
            switch status {
            case .success(let plugin):
                [
                    "\(plugin.id) \(plugin.version): \(plugin.path)"
                ] + plugin.origin.texts.map { "  \($0.name): \($0.text)" } + [
                    "  rules: \(plugin.ruleIds.joined(separator: ", "))",
                    "  versions held: \(plugin.versionsHeld)",
                ]
            case .failure(let error):
                [
                    "failed to load at stage \(error.stage.rawValue): \(error.path)",
                    "  found: \(error.found)", "  expected: \(error.expected)",
                    "  remedy: \(error.remedy)",
                ]
            }
        return lines.map { SafeText.line($0) + "\n" }.joined()
    }

    private static func text(of library: PassedOverLibrary) -> String {
        let lines =
            switch library.reason {
            case .older(let id, let version):
                ["  plugin: \(id) \(version)", "  newer: \(library.other)"]
            case .link: ["  link to: \(library.other)"]
            }
        return (["skipped: \(library.path)"] + lines).map { SafeText.line($0) + "\n" }.joined()
    }

    /// `{"plugins":[...]}` on one line.
    private static func json(of host: PluginHost) -> String {
        let object: Value = [
            "plugins": .array(host.plugins.map(value) + host.passedOver.map(value))
        ]
        return object.json + "\n"
    }

    private static func value(of library: PassedOverLibrary) -> Value {
        switch library.reason {
        case .older(let id, let version):
            [
                "status": "passedOver", "path": .string(library.path), "id": .string(id),
                "version": .string(version), "newer": .string(library.other),
            ]
        case .link:
            [
                "status": "passedOver", "path": .string(library.path),
                "linkTo": .string(library.other),
            ]
        }
    }

    private static func value(of plugin: LoadedPlugin) -> Value {
        var members: [(key: String, value: Value)] = [
            ("status", "loaded"), ("path", .string(plugin.path)), ("id", .string(plugin.id)),
            ("version", .string(plugin.version)),
        ]
        members += plugin.origin.texts.map { ($0.name, Value.string($0.text)) }
        members.append(("rules", .array(plugin.ruleIds.map { .string($0) })))
        members.append(("versionsHeld", .integer(Int64(plugin.versionsHeld))))
        return .object(Value.Object(members))
    }

    private static func value(of status: PluginStatus) -> Value {
        switch status {
        case .success(let plugin):
            value(of: plugin)
        case .failure(let error):
            [
                "status": "failed", "path": .string(error.path),
                "stage": .string(error.stage.rawValue), "found": .string(error.found),
                "expected": .string(error.expected), "remedy": .string(error.remedy),
            ]
        }
    }
}

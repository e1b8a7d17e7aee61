// SPDX-License-Identifier: Apache-2.0
import Assay

/// The settings of plugins from a file.
struct PluginConfigurationFile {
    private let path: String
    private let configurations: [PluginConfiguration]

    /// Reads the settings.
    ///
    /// - Parameter path: The file, or `nil` for no settings.
    /// - Throws: The last issue in the file. The others are written to standard error.
    init(_ path: String?) throws(Diagnostic) {
        self.path = path ?? ""
        guard let path else {
            configurations = []
            return
        }
        do throws(RuleSetError) {
            configurations = try PluginConfigurationReader.read(contentsOfFile: path)
        } catch {
            try Diagnostic.throwAll(error.diagnostics(in: [path]))
            configurations = []
        }
    }

    /// The settings by the ids of the plugins.
    var settings: [String: Value] {
        Dictionary(configurations.map { ($0.id, $0.settings) }) { $1 }
    }

    /// - Throws: An error for the first id that no plugin has.
    func check(against registry: RuleRegistry) throws(Diagnostic) {
        let loaded = registry.pluginIds
        guard let unknown = configurations.first(where: { !loaded.contains($0.id) }) else { return }
        let near = nearestName(to: unknown.id, in: loaded)
        let ids = loaded.sorted().joined(separator: ", ")
        let issue = RuleSetIssue(
            code: "plugin.configuration",
            message: "there are settings for the plugin '\(unknown.id)', which is not loaded",
            help: near.map { "did you mean '\($0)'?" }
                ?? (ids.isEmpty ? "no plugin is loaded" : "the loaded plugins are \(ids)"),
            location: unknown.location)
        throw Diagnostic(issue, in: FileLines(path: path))
    }
}

extension Diagnostic {
    /// Writes all diagnostics but the last to standard error and throws the last one, if there is
    /// one.
    static func throwAll(_ diagnostics: [Diagnostic]) throws(Diagnostic) {
        guard let last = diagnostics.last else { return }
        for diagnostic in diagnostics.dropLast() { StandardError.write(diagnostic.text) }
        throw last
    }
}

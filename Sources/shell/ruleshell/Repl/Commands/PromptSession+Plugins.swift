// SPDX-License-Identifier: Apache-2.0
import Assay

// :load, :reload, :plugins
extension PromptSession {
    func loadPlugin(at path: String) throws(Diagnostic) {
        do throws(PluginError) {
            show(try host.load(path: path, into: registry), verb: "loaded")
        } catch {
            throw Diagnostic(error)
        }
    }

    private func show(_ plugin: LoadedPlugin, verb: String) {
        write(
            SafeText.line("\(verb) \(plugin.id) \(plugin.version): ")
                + SafeText.line(plugin.ruleIds.joined(separator: ", ")) + "\n")
    }

    /// Reloads the plugin with this id, or everything that comes from files, after the file of
    /// settings.
    func reload(_ argument: PromptArgument) throws(Diagnostic) {
        let configurations = try PluginConfigurationFile(configurationFile)
        try configurations.check(against: registry)
        let ids =
            argument.text.isEmpty
            ? host.plugins.compactMap { status in
                if case .success(let plugin) = status { plugin.id } else { nil }
            } : [argument.text]
        for id in ids { try reload(id, settings: configurations.settings) }
        guard argument.text.isEmpty, !ruleFiles.isEmpty else { return }
        try use(ruleFiles)
        write("reloaded \(SafeText.line(ruleFiles.joined(separator: ", ")))\n")
    }

    private func reload(_ id: String, settings: [String: Value]) throws(Diagnostic) {
        let configuration = configurationFile.map { _ in settings[id] ?? .object(Value.Object([])) }
        do throws(PluginError) {
            switch try host.reload(id, configuration: configuration, evenIfUnchanged: true) {
            case .reloaded(let plugin): show(plugin, verb: "reloaded")
            case .unchanged(let plugin): show(plugin, verb: "unchanged")
            }
        } catch {
            throw Diagnostic(error)
        }
    }

    func listPlugins() {
        if host.plugins.isEmpty { write("no plugin is loaded\n") }
        for status in host.plugins {
            switch status {
            case .success(let plugin):
                write(SafeText.line("\(plugin.id) \(plugin.version): \(plugin.path)") + "\n")
                write("  \(SafeText.line(plugin.ruleIds.joined(separator: ", ")))\n")
            case .failure(let error):
                write(
                    paint.bad("failed to load")
                        + SafeText.line(" at stage \(error.stage.rawValue): ")
                        + SafeText.line("\(error.path): found \(error.found)") + "\n")
            }
        }
    }
}

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

    /// The plugin with this id, or everything that comes from files.
    func reload(_ argument: PromptArgument) throws(Diagnostic) {
        let ids =
            argument.text.isEmpty
            ? host.plugins.compactMap { status in
                if case .success(let plugin) = status { plugin.id } else { nil }
            } : [argument.text]
        for id in ids {
            do throws(PluginError) {
                show(try host.reload(id), verb: "reloaded")
            } catch {
                throw Diagnostic(error)
            }
        }
        guard argument.text.isEmpty, !ruleFiles.isEmpty else { return }
        try use(ruleFiles)
        write("reloaded \(SafeText.line(ruleFiles.joined(separator: ", ")))\n")
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

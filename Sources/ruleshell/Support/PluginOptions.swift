// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// The option that every command with rules has.
struct PluginOptions: ParsableArguments {
    @Option(
        name: .customLong("plugin"),
        help: ArgumentHelp("Load the rules of a plugin; may stand several times.", valueName: "so"))
    var paths: [String] = []

    /// The built-in rules and those of the plugins, and the ids of the plugins.
    func load() throws(Diagnostic) -> LoadedRules {
        let registry = RuleRegistry.standard()
        let host = PluginHost()
        var loaded = LoadedRules(registry: registry, pluginIds: [])
        for path in paths {
            do throws(PluginError) {
                loaded.pluginIds.append(try host.load(path: path, into: registry).id)
            } catch {
                throw Diagnostic(error)
            }
        }
        return loaded
    }
}

/// The rules of a call.
struct LoadedRules {
    let registry: RuleRegistry
    var pluginIds: [String]

    /// Says which plugins a rule set asks for that are not loaded.
    func missingPlugins(of ruleSet: RuleSet) -> [Diagnostic] {
        ruleSet.plugins.filter { !pluginIds.contains($0) }.map { id in
            Diagnostic(
                "plugin.missing", "the rule set needs the plugin '\(id)', which is not loaded",
                help: "name its library with --plugin")
        }
    }
}

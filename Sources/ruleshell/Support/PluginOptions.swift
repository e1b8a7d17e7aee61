// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// The option that every command with rules has.
struct PluginOptions: ParsableArguments {
    @Option(
        name: .customLong("plugin"),
        help: ArgumentHelp("Load the rules of a plugin; may stand several times.", valueName: "so"))
    var paths: [String] = []

    /// The built-in rules and those of the plugins.
    func load() throws(Diagnostic) -> RuleRegistry {
        let registry = RuleRegistry.standard()
        var policy = PluginPolicy.standard
        policy.probe = .required
        let host = PluginHost(policy: policy)
        for path in paths {
            do throws(PluginError) {
                try host.load(path: path, into: registry)
            } catch {
                throw Diagnostic(error)
            }
        }
        return registry
    }
}

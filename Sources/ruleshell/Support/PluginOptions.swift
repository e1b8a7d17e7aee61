// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// The option that every command with rules has.
struct PluginOptions: ParsableArguments {
    @Option(
        name: .customLong("plugin"),
        help: ArgumentHelp("Load the rules of a plugin; may stand several times.", valueName: "so"))
    var paths: [String] = []

    #if PluginSignatures
    @OptionGroup var trust: TrustOptions
    #endif

    /// The built-in rules and those of the plugins.
    func load() throws(Diagnostic) -> RuleRegistry {
        let registry = RuleRegistry.standard()
        let host = PluginHost(policy: try policy())
        for path in paths {
            do throws(PluginError) {
                try host.load(path: path, into: registry)
            } catch {
                throw Diagnostic(error)
            }
        }
        return registry
    }

    private func policy() throws(Diagnostic) -> PluginPolicy {
        var policy = PluginPolicy.standard
        policy.probe = .required
        #if PluginSignatures
        policy.requiredTrust = try trust.trust()
        #endif
        return policy
    }
}

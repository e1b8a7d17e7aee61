// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import AssaySignatures

/// The option that every command with rules has.
struct PluginOptions: ParsableArguments {
    @Option(
        name: .customLong("plugin"),
        help: ArgumentHelp("Load the rules of a plugin; may stand several times.", valueName: "so"))
    var paths: [String] = []

    @Option(
        name: .customLong("plugin-key"),
        help: ArgumentHelp(
            "Load only plugins that a key like this one signed; may stand several times.",
            valueName: "pub"))
    var keys: [String] = []

    @Option(
        name: .customLong("plugin-digest"),
        help: ArgumentHelp(
            "Load only plugins with a SHA-256 digest like this one; may stand several times.",
            valueName: "hex"))
    var digests: [String] = []

    /// The built-in rules and those of the plugins.
    func load() throws(Diagnostic) -> RuleRegistry {
        let registry = RuleRegistry.standard()
        var policy = try policy()
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

    private func policy() throws(Diagnostic) -> PluginPolicy {
        var policy = PluginPolicy.standard
        guard !keys.isEmpty || !digests.isEmpty else { return policy }
        var trust = PluginTrust()
        for key in keys { trust.keys.insert(try KeyFile.verificationKey(key)) }
        for digest in digests {
            guard let digest = Digest(digest) else {
                throw Diagnostic(
                    "usage", "'\(digest)' is no SHA-256 digest",
                    help: "give 64 hexadecimal digits, as sha256sum prints them")
            }
            trust.digests.insert(digest)
        }
        policy.requiredTrust = trust
        return policy
    }
}

// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import ArgumentParser
import Assay
import AssaySignatures

/// Who has to vouch for the plugins of a command.
struct TrustOptions: ParsableArguments {
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

    /// Nil if nobody has to.
    func trust() throws(Diagnostic) -> PluginTrust? {
        guard !keys.isEmpty || !digests.isEmpty else { return nil }
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
        return trust
    }
}
#endif

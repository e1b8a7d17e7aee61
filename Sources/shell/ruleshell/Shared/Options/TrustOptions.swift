// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import ArgumentParser
import Assay
import AssayPluginPackages
import AssaySignatures

/// The options for the plugins that a command trusts.
struct TrustOptions: ParsableArguments {
    @Option(
        name: .customLong("plugin-key"),
        help: ArgumentHelp(
            "Load only plugins signed by this key; repeatable.",
            valueName: "pub"))
    var keys: [String] = []

    @Option(
        name: .customLong("plugin-digest"),
        help: ArgumentHelp(
            "Load only plugins with this SHA-256; repeatable.",
            valueName: "hex"))
    var digests: [String] = []

    @Option(
        name: .customLong("plugin-trust"),
        help: ArgumentHelp(
            "Load only plugins whose keys this trust store allows.",
            valueName: "file"))
    var store: String?

    /// Returns the plugins that are trusted, or `nil` if any plugin may be loaded.
    func trust() throws(Diagnostic) -> PluginTrust? {
        guard !keys.isEmpty || !digests.isEmpty || store != nil else { return nil }
        var trust = PluginTrust(trustedDigests: [], trustedKeys: [])
        if let store { trust = try TrustStoreFile.store(at: store).trust }
        for file in keys {
            let key = try KeyFile.verificationKey(at: file)
            trust.keys.insert(key)
            // Such a key may sign every plugin.
            trust.grants?[key] = [RequiredPlugin(RequiredPlugin.every)]
        }
        for digest in digests {
            guard let digest = Digest(digest) else {
                throw Diagnostic(
                    "usage", "'\(digest)' is not a SHA-256 digest",
                    help: "give 64 hexadecimal digits, as sha256sum prints them")
            }
            trust.digests.insert(digest)
        }
        return trust
    }
}
#endif

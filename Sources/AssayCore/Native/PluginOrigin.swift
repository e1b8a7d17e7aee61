// SPDX-License-Identifier: Apache-2.0

/// What a plugin says about where it comes from: texts of the plugin, each of which may be missing.
package struct PluginOrigin: Sendable, Equatable {
    /// Who makes it.
    package let vendor: String?
    /// Where it is described.
    package let url: String?
    /// An SPDX expression.
    package let license: String?

    package init(vendor: String?, url: String?, license: String?) {
        self.vendor = vendor
        self.url = url
        self.license = license
    }

    /// What it says, by the names of the manifest.
    package var texts: [(name: String, text: String)] {
        [("vendor", vendor), ("url", url), ("license", license)]
            .compactMap { name, text in text.map { (name, $0) } }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The origin of a plugin in its own words: texts, each of which may be missing.
package struct PluginOrigin: Sendable, Equatable {
    /// The maker of the plugin.
    package let vendor: String?
    /// The address of the plugin's description.
    package let url: String?
    /// The license of the plugin, an SPDX expression.
    package let license: String?

    package init(vendor: String?, url: String?, license: String?) {
        self.vendor = vendor
        self.url = url
        self.license = license
    }

    /// The texts that are present, with their names in the manifest.
    package var texts: [(name: String, text: String)] {
        [("vendor", vendor), ("url", url), ("license", license)]
            .compactMap { name, text in text.map { (name, $0) } }
    }
}

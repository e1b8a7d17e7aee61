// SPDX-License-Identifier: Apache-2.0
import AssayServices

/// What a plugin has counted under a name (`assay_services.h`).
package struct PluginCounter: Sendable, Equatable {
    /// The plugin's id.
    package let plugin: String
    /// As the plugin names it: ASCII letters, digits, '.', '-' and '_'.
    package let name: String
    /// Since the plugin was loaded the first time; `UInt64.max` is that or more.
    package let value: UInt64

    package init(plugin: String, name: String, value: UInt64) {
        self.plugin = plugin
        self.name = name
        self.value = value
    }
}

extension PluginHost {
    /// What the plugins of this host have counted, by their ids and the names.
    ///
    /// A plugin that is reloaded goes on counting.
    package var pluginCounters: [PluginCounter] {
        counters.all.map { PluginCounter(plugin: $0.plugin, name: $0.name, value: $0.value) }
    }
}

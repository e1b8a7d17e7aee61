// SPDX-License-Identifier: Apache-2.0
import AssayServices

/// A number that a plugin has counted under a name (`assay_services.h`).
package struct PluginCounter: Sendable, Equatable {
    /// The plugin's id.
    package let plugin: String
    /// The name that the plugin gave it: ASCII letters, digits, '.', '-' and '_'.
    package let name: String
    /// The count since the plugin was first loaded; `UInt64.max` means that or more.
    package let value: UInt64

    package init(plugin: String, name: String, value: UInt64) {
        self.plugin = plugin
        self.name = name
        self.value = value
    }
}

extension PluginHost {
    /// The counters of the plugins of this host, by their ids and names.
    ///
    /// A plugin that is reloaded goes on counting.
    package var pluginCounters: [PluginCounter] {
        counters.all.map { PluginCounter(plugin: $0.plugin, name: $0.name, value: $0.value) }
    }

    /// The counters for a program that exports them: each with the plugin's id and its name.
    @_spi(Engine) public var exportedCounters: [(plugin: String, name: String, value: UInt64)] {
        pluginCounters.map { ($0.plugin, $0.name, $0.value) }
    }
}

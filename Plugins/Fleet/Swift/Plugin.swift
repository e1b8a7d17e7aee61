// SPDX-License-Identifier: Apache-2.0
//
// The plugin `fleet-swift`: vehicles of a fleet. ../README.md says what the rules and the settings
// mean.

public import AssayPluginABI
import AssayPluginKit

private let plugin = Plugin(
    id: "fleet-swift", version: "1.0.0", settings: Words.self,
    vendor: "The authors of Assay", license: "Apache-2.0",
    rules: [Vin.self, After.self, UniqueKeys.self, Listed.self])

@c @implementation
public func assay_plugin_entry_v1(
    _ host: UnsafePointer<assay_host>?
) -> UnsafePointer<assay_plugin>? {
    plugin.table(for: host)
}

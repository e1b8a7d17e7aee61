// SPDX-License-Identifier: Apache-2.0
//
// The plugin `taxId`: tax identification numbers, as an example of a plugin in pure Swift. A new
// rule is a file like German.swift and its name in the list below. Build:
//     swift build -c release --product AssayTaxIdPlugin

public import AssayPluginABI
import AssayPluginKit

private let plugin = Plugin(
    id: "taxId", version: "1.0.0", rules: [German.self, Spanish.self, French.self])

@c @implementation
public func assay_plugin_entry_v1(
    _ host: UnsafePointer<assay_host>?
) -> UnsafePointer<assay_plugin>? {
    plugin.table(for: host)
}

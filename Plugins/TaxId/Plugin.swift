// SPDX-License-Identifier: Apache-2.0
//
// The plugin `taxId`: tax identification numbers, as an example of a plugin in pure Swift. A new
// rule is a file like German.swift and a line in the list below. Boilerplate.swift is to be copied
// as it is. Build:
//     swift build --product AssayTaxIdPlugin

import AssayPluginABI

@c @implementation
public func assay_plugin_entry_v1(
    _ host: UnsafePointer<assay_host>?
) -> UnsafePointer<assay_plugin>? {
    host == nil ? nil : table.plugin
}

private let table = PluginTable(id: "taxId", version: "1.0.0", rules: [german, spanish])

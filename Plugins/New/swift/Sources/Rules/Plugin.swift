// SPDX-License-Identifier: Apache-2.0
//
// The plugin NAME: its rules, and the one function that a host looks for.

import AssayPluginABI
import AssayPluginKit

private let plugin = Plugin(id: "NAME", version: "0.1.0", rules: [SampleRule.self])

@c @implementation
public func assay_plugin_entry_v1(
    _ host: UnsafePointer<assay_host>?
) -> UnsafePointer<assay_plugin>? {
    plugin.table(for: host)
}

// SPDX-License-Identifier: Apache-2.0
//
// The smallest plugin in Swift: one rule, `even.integer`. Copy this file and change it. Build:
//     swift build -c release --product AssayEvenPlugin

import AssayPluginABI
import AssayPluginKit

struct EvenInteger: PluginRule {
    static let definition = RuleDefinition(
        "integer", "An even integer", kinds: .integers,
        codes: [RuleCode("integer.odd", "must be even")],
        examples: [.valid("2", "integer"), .invalid("-3", "integer", code: "integer.odd")])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ row: Row) -> Verdict {
        .pass(if: (value.integer ?? 1) % 2 == 0)
    }
}

private let plugin = Plugin(id: "even", version: "1.0.0", rules: [EvenInteger.self])

@c @implementation
public func assay_plugin_entry_v1(
    _ host: UnsafePointer<assay_host>?
) -> UnsafePointer<assay_plugin>? {
    plugin.table(for: host)
}

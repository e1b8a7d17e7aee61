// SPDX-License-Identifier: Apache-2.0
//
// The smallest plugin in Swift: one rule, `even.integer`. Copy this file and change it. Build:
//     swift build -c release --product AssayEvenPlugin

public import AssayPluginABI
import AssayPluginKit

struct EvenInteger: Rule {
    enum Code: String, RuleCodes {
        case odd = "must be even"
    }

    static let definition = RuleDefinition(
        "integer", "An even integer", kinds: .integers, codes: Code.self,
        examples: [.valid(2, "integer"), .invalid(-3, "integer", code: "integer.odd")])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: (value.integer ?? 1) % 2 == 0, else: Code.odd)
    }
}

private let plugin = Plugin(id: "even", version: "1.0.0", rules: [EvenInteger.self])

@c @implementation
public func assay_plugin_entry_v1(
    _ host: UnsafePointer<assay_host>?
) -> UnsafePointer<assay_plugin>? {
    plugin.table(for: host)
}

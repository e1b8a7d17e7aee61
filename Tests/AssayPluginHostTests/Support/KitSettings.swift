// SPDX-License-Identifier: Apache-2.0
//
// The plugin `limits` in Swift: `Kits/settings.cpp` is the same in C++.
import AssayPluginKit

extension KitPlugin {
    static let limits = Plugin(
        id: "limits", version: "1.0.0", settings: Limits.self, rules: [SmallRule.self])
}

struct Limits: PluginSettings {
    static let parameters = [
        RuleParameter("bytes", .integer, isRequired: true, limits: 0...1000, "the most bytes"),
        RuleParameter("unit", .choice(["bytes", "dozens"]), default: "bytes", "what is counted"),
        RuleParameter("note", .string, "for people"),
    ]

    let bytes: Int64

    init(_ given: Arguments) throws(Refusal) {
        bytes = (given.integer("bytes") ?? 0) * (given.choice("unit") == 1 ? 12 : 1)
        if bytes > 1000 { throw Refusal("above 1000 bytes\(given.string("note") ?? "")") }
    }
}

struct SmallRule: PluginRule {
    static let definition = RuleDefinition(
        "small", "A text within the limit of the service",
        parameters: [RuleParameter("spare", .integer, default: 0, "bytes to be left")],
        kinds: .string,
        codes: [
            RuleCode(
                "small.long", "must be shorter", translations: ["fr": "plus court", "de": "kürzer"])
        ],
        examples: [.valid("\"\"", "small"), .invalid("\"a\"", "small(1000)", code: "small.long")])

    private let most: Int64

    init(_ arguments: Arguments) throws(Refusal) {
        guard let limits = arguments.settings(Limits.self) else { throw Refusal("no limits") }
        most = limits.bytes - (arguments.integer("spare") ?? 0)
    }

    func check(_ value: FieldValue, _ row: Row) -> Verdict {
        .pass(if: value.utf8.count <= most)
    }
}

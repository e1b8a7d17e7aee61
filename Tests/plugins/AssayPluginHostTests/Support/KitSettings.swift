// SPDX-License-Identifier: Apache-2.0
//
// The plugin `limits` in Swift: `Kits/settings.cpp` is the same in C++.
import AssayPluginKit

extension KitPlugin {
    static let limits = Plugin(
        id: "limits", version: "1.0.0", settings: Limits.self, rules: [SmallRule.self])
}

struct Limits: PluginSettings {
    enum Unit: String, RuleChoice {
        case bytes, dozens
    }

    static let parameters = [
        RuleParameter("bytes", .integer, isRequired: true, limits: 0...1000, "the most bytes"),
        .choice("unit", default: Unit.bytes, "what is counted"),
        RuleParameter("note", .string, "for people"),
    ]

    let bytes: Int64

    init(_ given: Arguments) throws(SettingsError) {
        let unit: Unit? = given.choice("unit")
        bytes = (given.integer("bytes") ?? 0) * (unit == .dozens ? 12 : 1)
        if bytes > 1000 { throw SettingsError("above 1000 bytes\(given.string("note") ?? "")") }
    }
}

struct SmallRule: Rule {
    enum Code: String, RuleCodes {
        case long = "must be shorter"

        var translations: [String: String] { ["fr": "plus court", "de": "kürzer"] }
    }

    static let definition = RuleDefinition(
        "small", "A text within the limit of the service",
        parameters: [RuleParameter("spare", .integer, default: 0, "bytes to be left")],
        kinds: .string,
        codes: Code.self,
        examples: [.valid("", "small"), .invalid("a", "small(1000)", code: "small.long")])

    private let most: Int64

    init(_ arguments: Arguments) throws(RuleError) {
        guard let limits = arguments.settings(Limits.self) else { throw RuleError("no limits") }
        most = limits.bytes - (arguments.integer("spare") ?? 0)
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: value.utf8.count <= most, else: Code.long)
    }
}

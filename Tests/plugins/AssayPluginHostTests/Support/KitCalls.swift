// SPDX-License-Identifier: Apache-2.0
//
// The plugin `calls` in Swift: `KitCallTests.swift` says what its rule does with what a call offers.
import AssayPluginKit

extension KitPlugin {
    static let calls = Plugin(
        id: "calls", version: "1.0.0", settings: Day.self, vendor: "The Company",
        url: "https://company.example", license: "MIT", minimumHost: "0.1.0",
        rules: [WorkRule.self])
}

struct Day: PluginSettings {
    static let parameters = [RuleParameter("hours", .integer, default: 8, "not used")]

    init(_ given: Arguments) {}
}

struct WorkRule: Rule {
    enum Code: String, RuleCodes {
        case none = "must work"

        var deprecation: String { "play.none" }
    }

    static let definition = RuleDefinition(
        "work", "Works", parameters: [RuleParameter("other", .field, "not used")],
        kinds: .integers, codes: Code.self,
        examples: [.valid(1, "work(there)", with: ["there": 2], settings: ["hours": 3])],
        deprecation: "the rule play")

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        if context.isCancelled { return .cancelled }
        context.log("working")
        let bytes = Int(value.integer ?? 0)
        let isZeroed = context.withScratch(byteCount: bytes) { memory in
            (0..<memory.byteCount).allSatisfy {
                memory.unsafeLoad(fromByteOffset: $0, as: UInt8.self) == 0
            }
        }
        guard let isZeroed else { return context.undecided("no memory") }
        return .pass(if: isZeroed, else: Code.none)
    }
}

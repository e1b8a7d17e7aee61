// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `allowedKeys`: an object without other keys than the given ones.
struct AllowedKeysRule: Rule {
    static let definition = RuleDefinition(
        AllowedKeysRule.self, "allowedKeys", "An object without other keys than the given ones",
        parameters: [RuleParameter("keys", .list, isRequired: true, "The keys, as strings")],
        kinds: .object,
        codes: [RuleCode("allowedKeys.unknown", "must not have the key {unknown}")],
        examples: [
            .valid(["a": 1], "allowedKeys(\"a\", \"b\")"),
            .invalid(["c": 1], "allowedKeys(\"a\", \"b\")", code: "allowedKeys.unknown"),
        ])

    private let keys: Set<ExactKey>

    init(_ arguments: Arguments) throws(RuleError) {
        keys = Set(try arguments.keys("keys").map { ExactKey($0) })
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        for index in 0..<value.count {
            guard let key = value.key(at: index), !keys.contains(ExactKey(key)) else { continue }
            context.explain([("unknown", .string(key))])
            return .fail()
        }
        return .pass
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `requiredKeys`: an object with certain keys, whatever their values.
struct RequiredKeysRule: Rule {
    static let definition = RuleDefinition(
        RequiredKeysRule.self, "requiredKeys", "An object with all of the given keys",
        standard: "JSON Schema 2020-12 (required)",
        parameters: [RuleParameter("keys", .list, isRequired: true, "The keys, as strings")],
        kinds: .object,
        codes: [RuleCode("requiredKeys.missing", "must have the key {missing}")],
        examples: [
            .valid(["a": nil, "b": 1], "requiredKeys(\"a\", \"b\")"),
            .invalid(["a": 1], "requiredKeys(\"a\", \"b\")", code: "requiredKeys.missing"),
        ])

    private let keys: [String]

    init(_ arguments: Arguments) throws(RuleError) {
        keys = try arguments.keys("keys")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        for key in keys where value.member(key) == nil {
            context.explain(ofRuleSet: [("missing", .string(key))])
            return .fail()
        }
        return .pass
    }
}

extension Arguments {
    /// A list of strings: keys of objects.
    func keys(_ name: String) throws(RuleError) -> [String] {
        var keys: [String] = []
        for element in list(name) ?? [] {
            guard case .string(let key) = element else {
                throw invalid(name, "takes strings, not \(element.json)")
            }
            keys.append(key)
        }
        return keys
    }
}

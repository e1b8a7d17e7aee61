// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `dependentKeys`: a key that is there asks for others.
struct DependentKeysRule: Rule {
    static let definition = RuleDefinition(
        DependentKeysRule.self, "dependentKeys", "An object in which a key asks for other keys",
        standard: "JSON Schema 2020-12 (dependentRequired)",
        parameters: [
            RuleParameter(
                "when", .value, isRequired: true, "For each key the list of keys that it asks for")
        ],
        kinds: .object,
        codes: [RuleCode("dependentKeys.missing", "must have the key {missing} besides {key}")],
        examples: [
            .valid(["a": 1], "dependentKeys({\"card\": [\"billing\"]})"),
            .invalid(
                ["card": 1], "dependentKeys({\"card\": [\"billing\"]})",
                code: "dependentKeys.missing"),
        ])

    private let wanted: [(key: String, others: [String])]

    init(_ arguments: Arguments) throws(RuleError) {
        guard case .object(let object)? = arguments.value("when") else {
            throw arguments.invalid("when", "takes an object of lists of keys")
        }
        var wanted: [(key: String, others: [String])] = []
        for (key, value) in object.members {
            wanted.append((key, try DependentKeysRule.keys(value, arguments)))
        }
        self.wanted = wanted
    }

    private static func keys(_ value: Value, _ arguments: Arguments) throws(RuleError) -> [String] {
        guard case .array(let elements) = value else {
            throw arguments.invalid("when", "takes an object of lists of keys")
        }
        var keys: [String] = []
        for element in elements {
            guard case .string(let key) = element else {
                throw arguments.invalid("when", "takes strings as keys, not \(element.json)")
            }
            keys.append(key)
        }
        return keys
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        for (key, others) in wanted where value.member(key) != nil {
            for other in others where value.member(other) == nil {
                context.explain([("missing", .string(other)), ("key", .string(key))])
                return .fail()
            }
        }
        return .pass
    }
}

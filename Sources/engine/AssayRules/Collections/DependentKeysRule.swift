// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `dependentKeys`: an object with a key has others too.
struct DependentKeysRule: Rule {
    enum Code: String, RuleCodes {
        case missing = "must have the key {missing} if it has the key {key}"
    }

    static let definition = RuleDefinition(
        DependentKeysRule.self, "dependentKeys", "An object in which a key requires other keys",
        standard: "JSON Schema 2020-12 (dependentRequired)",
        parameters: [
            RuleParameter(
                "when", .value, isRequired: true,
                "Lists of a key and the keys that it requires, such as [[\"card\", \"billing\"]], "
                    + "or an object from keys to lists of keys")
        ],
        kinds: .object, codes: Code.self,
        examples: [
            .valid(["a": 1], "dependentKeys([[\"card\", \"billing\"]])"),
            .invalid(
                ["card": 1], "dependentKeys([[\"card\", \"billing\"]])",
                code: "dependentKeys.missing"),
        ]
    ).stating(
        RuleFacets(
            keys: { arguments in
                ((try? DependentKeysRule.wanted(by: arguments)) ?? []).flatMap {
                    [$0.key] + $0.others
                }
            }, isExhaustive: true))

    private let wanted: [(key: String, others: [String])]

    init(_ arguments: Arguments) throws(RuleError) {
        wanted = try Self.wanted(by: arguments)
    }

    /// Returns the keys that require others, with these.
    private static func wanted(
        by arguments: Arguments
    ) throws(RuleError) -> [(key: String, others: [String])] {
        var wanted: [(key: String, others: [String])] = []
        switch arguments.value("when") {
        case .object(let object):
            for (key, value) in object.members {
                wanted.append((key, try DependentKeysRule.keys(in: value, of: arguments)))
            }
        case .array(let lists):
            for list in lists {
                let keys = try DependentKeysRule.keys(in: list, of: arguments)
                guard let first = keys.first else { continue }
                wanted.append((first, Array(keys.dropFirst())))
            }
        default: throw DependentKeysRule.wrongForm(arguments)
        }
        return wanted
    }

    private static func wrongForm(_ arguments: Arguments) -> RuleError {
        arguments.invalid(
            "when", "takes lists of keys",
            help: "[[\"card\", \"billing\"]]: the key card requires the key billing")
    }

    private static func keys(
        in value: Value, of arguments: Arguments
    ) throws(RuleError) -> [String] {
        guard case .array(let elements) = value else { throw wrongForm(arguments) }
        var keys: [String] = []
        for element in elements {
            guard case .string(let key) = element else { throw wrongForm(arguments) }
            keys.append(key)
        }
        return keys
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        for (key, others) in wanted where value.member(key) != nil {
            for other in others where value.member(other) == nil {
                context.explain(["missing": .string(other), "key": .string(key)])
                return .fail(Code.missing)
            }
        }
        return .pass
    }
}

extension RuleExpression {
    /// An object in which a key requires other keys.
    public static func dependentKeys(
        _ when: KeyValuePairs<String, [String]>
    ) -> RuleExpression {
        RuleExpression(
            "dependentKeys",
            positional: [.list(when.map { .list(([$0.key] + $0.value).map { .text($0) }) })])
    }
}

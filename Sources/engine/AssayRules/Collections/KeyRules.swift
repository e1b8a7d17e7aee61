// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `requiredKeys`: an object with certain keys, whatever their values.
struct RequiredKeysRule: Rule {
    enum Code: String, RuleCodes {
        case missing = "must have the key {missing}"
    }

    static let definition = RuleDefinition(
        RequiredKeysRule.self, "requiredKeys", "An object with all of the given keys",
        standard: "JSON Schema 2020-12 (required)", parameters: [.keys], kinds: .object,
        codes: Code.self,
        examples: [
            .valid(["a": nil, "b": 1], "requiredKeys(\"a\", \"b\")"),
            .invalid(["a": 1], "requiredKeys(\"a\", \"b\")", code: "requiredKeys.missing"),
        ]
    ).stating(.keys(isExhaustive: true))

    private let keys: [String]

    init(_ arguments: Arguments) throws(RuleError) {
        keys = try arguments.strings("keys")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        for key in keys where value.member(key) == nil {
            context.explain(ofRuleSet: ["missing": .string(key)])
            return .fail(Code.missing)
        }
        return .pass
    }
}

/// `allowedKeys`: an object without other keys than the given ones.
struct AllowedKeysRule: Rule {
    enum Code: String, RuleCodes {
        case unknown = "must not have the key {unknown}"
    }

    static let definition = RuleDefinition(
        AllowedKeysRule.self, "allowedKeys", "An object with no keys other than the given ones",
        parameters: [.keys], kinds: .object, codes: Code.self,
        examples: [
            .valid(["a": 1], "allowedKeys(\"a\", \"b\")"),
            .invalid(["c": 1], "allowedKeys(\"a\", \"b\")", code: "allowedKeys.unknown"),
        ]
    ).stating(.keys(isExhaustive: false))

    private let keys: Set<ExactKey>

    init(_ arguments: Arguments) throws(RuleError) {
        keys = Set(try arguments.strings("keys").map { ExactKey($0) })
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        for index in 0..<value.count {
            guard let key = value.key(at: index), !keys.contains(ExactKey(key)) else { continue }
            context.explain(["unknown": .string(key)])
            return .fail(Code.unknown)
        }
        return .pass
    }
}

extension RuleParameter {
    fileprivate static let keys = RuleParameter(
        "keys", .list, isRequired: true, "The keys, as strings")
}

extension RuleFacets {
    /// The facets of a rule whose argument `keys` names members.
    ///
    /// - Parameter isExhaustive: `true` if the rule looks at no other member.
    /// - Returns: The facets.
    fileprivate static func keys(isExhaustive: Bool) -> RuleFacets {
        RuleFacets(keys: { (try? $0.strings("keys")) ?? [] }, isExhaustive: isExhaustive)
    }
}

extension Arguments {
    /// A list of strings; empty where none was given.
    func strings(_ name: String) throws(RuleError) -> [String] {
        var strings: [String] = []
        for element in list(name) ?? [] {
            guard case .string(let string) = element else {
                throw invalid(name, "takes strings, not \(element.json)")
            }
            strings.append(string)
        }
        return strings
    }
}

extension RuleExpression {
    /// An object with all of the keys.
    public static func requiredKeys(_ keys: String...) -> RuleExpression {
        RuleExpression("requiredKeys", positional: [.list(keys.map { .text($0) })])
    }

    /// An object without other keys.
    public static func allowedKeys(_ keys: String...) -> RuleExpression {
        RuleExpression("allowedKeys", positional: [.list(keys.map { .text($0) })])
    }
}

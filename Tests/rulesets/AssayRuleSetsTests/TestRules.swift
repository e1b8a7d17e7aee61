// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A registry with rules of every kind of parameter, independent of the built-in ones.
enum TestRules {
    static func registry() throws -> RuleRegistry {
        let registry = RuleRegistry()
        for (id, parameters) in parameters {
            try registry.register(
                [
                    RuleDefinition(
                        id: id, summary: id, parameters: parameters,
                        codes: [RuleCode("\(id).failed", "fails")], make: make(id))
                ],
                from: id.hasPrefix("acme.") ? acme : .swift)
        }
        return registry
    }

    private static let acme = RuleSource.plugin(id: "acme", version: "1.0.0", path: "/acme.so")

    private static let parameters: [(String, [RuleParameter])] = [
        (
            "required",
            [RuleParameter("trim", .boolean, default: true), RuleParameter("within", .field)]
        ),
        ("email", []),
        ("integer", []),
        ("iban", []),
        ("uniqueItems", []),
        ("maxItems", [RuleParameter("count", .integer, isRequired: true)]),
        (
            "length",
            [
                RuleParameter("min", .integer, limits: 0...1_000_000),
                RuleParameter("max", .integer, limits: 0...1_000_000),
                RuleParameter("unit", .choice(["characters", "codePoints", "bytes"])),
            ]
        ),
        ("range", [RuleParameter("min", .value), RuleParameter("max", .value)]),
        ("regex", [RuleParameter("pattern", .pattern, isRequired: true)]),
        ("oneOf", [RuleParameter("values", .list, isRequired: true)]),
        ("equals", [RuleParameter("value", .value, isRequired: true)]),
        ("sameAs", [RuleParameter("field", .field, isRequired: true)]),
        ("not", [RuleParameter("rule", .rule, isRequired: true)]),
        ("anyOf", [RuleParameter("rules", .rules, isRequired: true)]),
        ("e164", []),
        ("url", [RuleParameter("schemes", .list)]),
        ("acme.taxId", [RuleParameter("country", .string)]),
        ("acme.sanctions", [RuleParameter("list", .string)]),
    ]

    /// An instance that passes; `regex` rejects a pattern that begins with a quantifier.
    private static func make(
        _ id: String
    ) -> @Sendable (Arguments) throws(RuleError) -> RuleInstance {
        { arguments throws(RuleError) in
            if let pattern = arguments.pattern("pattern"), pattern.source.hasPrefix("*") {
                throw arguments.invalid("pattern", "does not compile")
            }
            return RuleInstance(check: { _, _ in .pass }, evaluate: { _ in })
        }
    }
}

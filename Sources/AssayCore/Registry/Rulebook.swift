// SPDX-License-Identifier: Apache-2.0

/// The rules of a registry at one moment.
struct Rulebook: Sendable {
    private var rules: [String: RegisteredRule] = [:]

    /// The definition for an id, or nil.
    func definition(for id: String) -> RuleDefinition? { rules[id]?.definition }

    /// Of every rule, in no order.
    var definitions: [RuleDefinition] { rules.values.map(\.definition) }

    var ids: some Sequence<String> { rules.keys }

    /// The ids of the plugins that the rules come from.
    var pluginIds: Set<String> { Set(rules.values.compactMap(\.source.pluginId)) }

    /// The plugins that the rules come from, by id.
    var plugins: [String: (version: String, path: String)] {
        var plugins: [String: (version: String, path: String)] = [:]
        for rule in rules.values {
            if case .plugin(let id, let version, let path) = rule.source {
                plugins[id] = (version, path)
            }
        }
        return plugins
    }

    /// - Throws: `RegistryError` for the first id that is taken or appears twice; the
    ///   rules before it are added then.
    mutating func add(
        _ new: [NamedDefinition], from source: RuleSource
    ) throws(RegistryError) {
        rules.reserveCapacity(rules.count + new.count)
        for named in new {
            if let existing = rules[named.id] {
                throw RegistryError(id: named.id, existing: existing.source, rejected: source)
            }
            rules[named.id] = RegisteredRule(named, from: source)
        }
    }

    mutating func relate(_ relations: [String: RuleRelations]) {
        for (id, relations) in relations { rules[id] = rules[id]?.related(by: relations) }
    }

    mutating func removeRules(ofPlugin id: String) {
        rules = rules.filter { $0.value.source.pluginId != id }
    }

    /// Resolves an expression.
    ///
    /// - Parameters:
    ///   - expression: The rule and its arguments.
    ///   - budget: What the rules of the same rule set may use together; nil for a rule alone.
    ///   - suggests: Whether an error names what was probably meant, which takes a search.
    /// - Returns: The rule, ready to be asked.
    /// - Throws: What is wrong with the expression, or the limit that it exceeds.
    func bind(
        _ expression: RuleExpression, budget: RuleSetBudget? = nil, suggests: Bool = true
    ) throws(RuleError) -> BoundRule {
        var binder = RuleBinder(self, budget: budget, suggests: suggests)
        return try binder.bind(expression)
    }
}

extension RuleSource {
    /// Nil for what is built in.
    fileprivate var pluginId: String? {
        if case .plugin(let id, _, _) = self { id } else { nil }
    }
}

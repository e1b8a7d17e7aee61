// SPDX-License-Identifier: Apache-2.0

/// The rules of a registry at one moment.
struct Rulebook: Sendable {
    private var rules: [String: RegisteredRule] = [:]
    /// The rules about records, in a list of their own; made when they are first needed.
    let recordsRules: @Sendable () -> [RecordsRuleDefinition]

    /// A list without rules of fields.
    init(recordsRules: @escaping @Sendable () -> [RecordsRuleDefinition] = { [] }) {
        self.recordsRules = recordsRules
    }

    /// The definition for an id, or nil.
    func definition(for id: String) -> RuleDefinition? { rules[id]?.definition }

    /// The definitions of all rules, in no particular order.
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

    mutating func state(_ facets: [String: RuleFacets]) {
        for (id, facets) in facets { rules[id] = rules[id]?.stating(facets) }
    }

    mutating func removeRules(ofPlugin id: String) {
        rules = rules.filter { $0.value.source.pluginId != id }
    }

    /// Resolves an expression.
    ///
    /// - Parameters:
    ///   - expression: The rule and its arguments.
    ///   - budget: The budget that the rules of a rule set share, or `nil` for a rule alone.
    ///   - suggests: `true` to search for a similar id when a rule is unknown.
    ///   - readings: The readings of the fields of the rule set.
    /// - Returns: The rule, ready to run.
    /// - Throws: `RuleError` for a wrong expression or an exceeded limit.
    func bind(
        _ expression: RuleExpression, budget: RuleSetBudget? = nil, suggests: Bool = true,
        readings: FieldReadings = .none
    ) throws(RuleError) -> BoundRule {
        var binder = RuleBinder(self, budget: budget, suggests: suggests)
        return try binder.bind(expression, readings)
    }
}

extension RuleSource {
    /// The id of the plugin that the rule comes from, or `nil` for a built-in rule.
    fileprivate var pluginId: String? {
        if case .plugin(let id, _, _) = self { id } else { nil }
    }
}

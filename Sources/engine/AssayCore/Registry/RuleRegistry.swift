// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Rule ids and their definitions, from every source: Swift, C, plugins.
///
/// Shared by threads; registering while others resolve is safe, and a resolution sees the rules as
/// they were at one moment. The rules of a plugin can be replaced while others validate.
public final class RuleRegistry: Sendable {
    let rules: Locked<Versioned<Rulebook>>
    /// The managers that are bound to this registry.
    ///
    /// Its lock serializes changes of rules and validators; validations do not take it.
    let managers = Locked(ManagerList())
    /// The number of times that rules were replaced.
    let replacements = Atomic<UInt64>(0)

    /// Translations of messages, by language.
    let phrases: Phrases?
    /// The languages of `phrases`.
    let phraseLanguages: [String]
    /// The time since 1970-01-01T00:00:00Z; read once a validation, by the first rule that needs it.
    let clock: @Sendable () -> Duration

    /// An empty registry.
    ///
    /// `RuleRegistry.standard()` in AssayRules has the built-in rules.
    ///
    /// - Parameter clock: Returns the time since 1970-01-01T00:00:00Z for rules such as `past`, on
    ///   any thread; `nil` takes the clock of the system.
    public convenience init(clock: (@Sendable () -> Duration)? = nil) {
        self.init(clock: clock, phrases: nil, in: [])
    }

    /// An empty registry with translations of messages into these languages.
    package init(
        clock: (@Sendable () -> Duration)?, phrases: Phrases?, in languages: [String],
        recordsRules: @escaping @Sendable () -> [RecordsRuleDefinition] = { [] }
    ) {
        rules = Locked(Versioned(Rulebook(recordsRules: recordsRules)))
        self.clock = clock ?? SystemTime.now
        self.phrases = phrases
        phraseLanguages = languages
    }

    /// The number of the current generation.
    ///
    /// A thread that has read it sees everything that was prepared for it.
    var generation: UInt64 { replacements.load(ordering: .acquiring) }

    /// The rules of this moment.
    var rulebook: Rulebook {
        rules.withLock { rules in
            _ = rules.settle(at: self.generation)
            return rules.current
        }
    }

    /// Adds a rule.
    ///
    /// - Throws: `RegistryError` if the id is taken; the first definition stays.
    public func register(_ definition: RuleDefinition) throws(RegistryError) {
        try register([definition], from: .swift)
    }

    /// Adds all of the rules or, if an id is taken, none of them.
    ///
    /// - Throws: `RegistryError` for the first id that is taken or appears twice.
    package func register(
        _ new: [RuleDefinition], from source: RuleSource
    ) throws(RegistryError) {
        try register(new.map(\.named), from: source)
    }

    /// Adds all of the rules, whose definitions are made when they are needed.
    ///
    /// - Throws: `RegistryError` for the first id that is taken or appears twice; none is added then.
    package func register(
        _ new: [NamedDefinition], from source: RuleSource
    ) throws(RegistryError) {
        try managers.withLock { _ throws(RegistryError) in
            try rules.withLock { rules throws(RegistryError) in
                var next = rules.current
                try next.add(new, from: source)
                rules.replace(by: next)
            }
        }
    }

    /// Sets the relations of registered rules, whatever language they are written in.
    ///
    /// - Parameter relations: The relations by the id of the rule.
    package func relate(_ relations: [String: RuleRelations]) {
        managers.withLock { _ in
            rules.withLock { rules in
                var next = rules.current
                next.relate(relations)
                rules.replace(by: next)
            }
        }
    }

    /// Sets the facets of registered rules that are written in C.
    ///
    /// - Parameter facets: The facets by the id of the rule.
    package func state(_ facets: [String: RuleFacets]) {
        managers.withLock { _ in
            rules.withLock { rules in
                var next = rules.current
                next.state(facets)
                rules.replace(by: next)
            }
        }
    }

    /// The definition for an id, or nil.
    package func definition(for id: String) -> RuleDefinition? { rulebook.definition(for: id) }

    /// Every definition, ordered by id.
    package var allDefinitions: [RuleDefinition] {
        rulebook.definitions.sorted { $0.id < $1.id }
    }

    /// The rules about records, ordered by id.
    package var recordsRules: [RecordsRuleDefinition] {
        rulebook.recordsRules().sorted { $0.id < $1.id }
    }

    /// The ids of the plugins that the rules come from.
    package var pluginIds: Set<String> { rulebook.pluginIds }

    /// Resolves an expression.
    ///
    /// - Throws: `RuleError` for an unknown rule or a wrong argument, with the place in the text.
    package func bind(_ expression: RuleExpression) throws(RuleError) -> BoundRule {
        try rulebook.bind(expression)
    }

    /// Returns `true` if a rule, or one that it applies to the same value, reads the texts of its field.
    package func reads(_ expression: RuleExpression) -> Bool {
        guard let definition = definition(for: expression.id) else { return false }
        if definition.traits.contains(.converts) || definition.facets.reading != nil { return true }
        guard case .same = definition.facets.nested else { return false }
        return expression.arguments.contains {
            if case .rule(let rule) = $0.value { reads(rule) } else { false }
        }
    }
}

/// A rule cannot be registered: its id is taken.
public struct RegistryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The id that two rules have.
    package let id: String
    /// The source of the rule that is registered.
    package let existing: RuleSource
    /// The source of the rule that is rejected.
    package let rejected: RuleSource

    package init(id: String, existing: RuleSource, rejected: RuleSource) {
        self.id = id
        self.existing = existing
        self.rejected = rejected
    }

    /// One sentence that names the id and both sources.
    public var description: String {
        "rule '\(id)' is defined twice: by \(existing) and by \(rejected); the first one is kept"
    }
}

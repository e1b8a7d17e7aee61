// SPDX-License-Identifier: Apache-2.0

/// Rule ids and their definitions, from every source: Swift, C, plugins.
///
/// Shared by threads; registering while others resolve is safe, and a resolution sees the rules as
/// they were at one moment.
public final class RuleRegistry: Sendable {
    private let definitions = Locked<[String: RuleDefinition]>([:])

    /// An empty registry.
    ///
    /// `RuleRegistry.standard()` in AssayRules has the built-in rules.
    public init() {}

    /// Adds a rule.
    ///
    /// - Throws: `RegistryError.duplicate` if the id is taken; the first definition stays.
    public func register(
        _ definition: RuleDefinition, from source: RuleSource = .swift
    ) throws(RegistryError) {
        try register([definition], from: source)
    }

    /// Adds all of the rules or, if an id is taken, none of them.
    ///
    /// - Throws: `RegistryError.duplicate` for the first id that is taken or stands twice.
    public func register(
        _ new: [RuleDefinition], from source: RuleSource
    ) throws(RegistryError) {
        let failure: RegistryError? = definitions.withLock { known in
            var merged = known
            for definition in new {
                if let existing = merged[definition.id] {
                    return .duplicate(
                        id: definition.id, existing: existing.source, rejected: source)
                }
                var definition = definition
                definition.source = source
                merged[definition.id] = definition
            }
            known = merged
            return nil
        }
        if let failure { throw failure }
    }

    /// The definition for an id, or nil.
    public func definition(for id: String) -> RuleDefinition? {
        definitions.withLock { $0[id] }
    }

    /// Every definition, ordered by id.
    public var allDefinitions: [RuleDefinition] {
        definitions.withLock { $0.values.sorted { $0.id < $1.id } }
    }

    /// The ids of the plugins that the rules come from.
    public var pluginIds: Set<String> {
        definitions.withLock { known in
            var ids: Set<String> = []
            for definition in known.values {
                if case .plugin(let id, _, _) = definition.source { ids.insert(id) }
            }
            return ids
        }
    }

    /// Resolves an expression.
    ///
    /// - Throws: `RuleError` for an unknown rule or a wrong argument, with the place in the text.
    public func bind(_ expression: RuleExpression) throws(RuleError) -> BoundRule {
        var binder = RuleBinder(definitions.withLock { $0 })
        return try binder.bind(expression)
    }
}

/// Why a rule cannot be registered.
public enum RegistryError: Error, Sendable, Equatable, CustomStringConvertible {
    case duplicate(id: String, existing: RuleSource, rejected: RuleSource)

    public var description: String {
        switch self {
        case .duplicate(let id, let existing, let rejected):
            "rule '\(id)' is defined twice: by \(existing) and by \(rejected); the first stays"
        }
    }
}

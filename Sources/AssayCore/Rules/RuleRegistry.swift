// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Rule ids and their definitions, from every source: Swift, C, plugins.
///
/// Shared by threads; registering while others resolve is safe, and a resolution sees the rules as
/// they were at one moment. The rules of a plugin can be replaced while others validate.
public final class RuleRegistry: Sendable {
    let rules = Locked(Versioned(Rulebook()))
    /// The managers that are bound to this registry.
    ///
    /// Its lock serialises what changes rules or validators; who validates does not take it.
    let managers = Locked(ManagerList())
    /// How often rules were replaced.
    let replacements = Atomic<UInt64>(0)

    /// An empty registry.
    ///
    /// `RuleRegistry.standard()` in AssayRules has the built-in rules.
    public init() {}

    /// What holds now; everything that was prepared for it is seen by who has read it.
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
        try managers.withLock { _ throws(RegistryError) in
            try rules.withLock { rules throws(RegistryError) in
                var next = rules.current
                try next.add(new, from: source)
                rules.replace(by: next)
            }
        }
    }

    /// The definition for an id, or nil.
    public func definition(for id: String) -> RuleDefinition? { rulebook.definitions[id] }

    /// Every definition, ordered by id.
    public var allDefinitions: [RuleDefinition] {
        rulebook.definitions.values.sorted { $0.id < $1.id }
    }

    /// The ids of the plugins that the rules come from.
    public var pluginIds: Set<String> { rulebook.pluginIds }

    /// Resolves an expression.
    ///
    /// - Throws: `RuleError` for an unknown rule or a wrong argument, with the place in the text.
    public func bind(_ expression: RuleExpression) throws(RuleError) -> BoundRule {
        try rulebook.bind(expression)
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

// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A rule whose definition is made when it is first needed; until then only its id is known.
///
/// A program uses few of the built-in rules, and making the definitions of all of them takes longer
/// than compiling a rule set.
package struct NamedDefinition: Sendable {
    package let id: String
    package let make: @Sendable () -> RuleDefinition

    /// - Parameters:
    ///   - id: The id of the definition.
    ///   - make: Makes the definition, on any thread; called at most once for each registry.
    package init(_ id: String, _ make: @escaping @Sendable () -> RuleDefinition) {
        self.id = id
        self.make = make
    }
}

/// A rule of a registry.
final class RegisteredRule: Sendable {
    let source: RuleSource
    private let relations: RuleRelations
    private let facets: RuleFacets?
    private let named: NamedDefinition
    private let made = Locked<RuleDefinition?>(nil)

    init(
        _ named: NamedDefinition, from source: RuleSource, relations: RuleRelations = .none,
        facets: RuleFacets? = nil
    ) {
        self.named = named
        self.source = source
        self.relations = relations
        self.facets = facets
    }

    /// Returns the rule with other relations.
    func related(by relations: RuleRelations) -> RegisteredRule {
        RegisteredRule(named, from: source, relations: relations, facets: facets)
    }

    /// Returns the rule with facets in place of those of its definition.
    func stating(_ facets: RuleFacets) -> RegisteredRule {
        RegisteredRule(named, from: source, relations: relations, facets: facets)
    }

    var definition: RuleDefinition {
        made.withLock { made in
            if let made { return made }
            var definition = named.make()
            precondition(definition.id == named.id, "'\(named.id)' makes '\(definition.id)'")
            definition.source = source
            definition.relations = relations
            if let facets { definition.facets = facets }
            made = definition
            return definition
        }
    }
}

extension RuleDefinition {
    /// The definition with its id, already made.
    var named: NamedDefinition { NamedDefinition(id) { self } }
}

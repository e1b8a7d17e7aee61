// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A rule of which nothing but the id is known until its definition is first asked for: a program uses few of
/// the built-in rules, and making the definitions of all of them took longer than compiling a rule set.
package struct NamedDefinition: Sendable {
    package let id: String
    package let make: @Sendable () -> RuleDefinition

    /// - Parameters:
    ///   - id: That of the definition.
    ///   - make: Makes the definition, on any thread; called once at most for each registry.
    package init(_ id: String, _ make: @escaping @Sendable () -> RuleDefinition) {
        self.id = id
        self.make = make
    }
}

/// A rule of a registry.
final class RegisteredRule: Sendable {
    let source: RuleSource
    private let relations: RuleRelations
    private let named: NamedDefinition
    private let made = Locked<RuleDefinition?>(nil)

    init(_ named: NamedDefinition, from source: RuleSource, relations: RuleRelations = .none) {
        self.named = named
        self.source = source
        self.relations = relations
    }

    /// The same rule with what its verdict says of others.
    func related(by relations: RuleRelations) -> RegisteredRule {
        RegisteredRule(named, from: source, relations: relations)
    }

    var definition: RuleDefinition {
        made.withLock { made in
            if let made { return made }
            var definition = named.make()
            precondition(definition.id == named.id, "'\(named.id)' makes '\(definition.id)'")
            definition.source = source
            definition.relations = relations
            made = definition
            return definition
        }
    }
}

extension RuleDefinition {
    /// The definition as one that is made.
    var named: NamedDefinition { NamedDefinition(id) { self } }
}

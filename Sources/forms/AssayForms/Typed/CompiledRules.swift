// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The engine's rules of one field, resolved against a registry.
struct CompiledRules: Sendable {
    /// The placeholder of the field in reports, until its name replaces it.
    static let field = FieldPath(key: "value")

    /// The manager that checks the field alone, or `nil` if a rule cannot be used.
    private(set) var validators: ValidatorsManager?
    /// Rules that name other fields and asynchronous ones, which the form checks.
    private(set) var relations: [Relation] = []
    /// Rules that cannot be used, with their errors.
    private(set) var errors: [(rule: String, error: RuleError)] = []

    /// A rule that the form checks and the fields that it names.
    struct Relation: Sendable {
        let entry: RuleEntry
        /// The place of the rule among all rules of the field, if it has one.
        let place: Int?
        let others: [String]
        /// `true` if the rule runs on absent values too.
        let acceptsMissing: Bool
    }

    private init(_ entries: [RuleEntry], registry: RuleRegistry) {
        var own: [RuleEntry] = []
        for entry in entries {
            do throws(RuleError) {
                let rule = try registry.bind(entry.expression)
                if rule.dependencies.isEmpty && !rule.definition.isAsynchronous {
                    own.append(entry)
                } else {
                    var entry = entry
                    let place = entry.location?.line
                    entry.location = nil
                    let others = rule.dependencies.map(\.description)
                    relations.append(
                        Relation(
                            entry: entry, place: place, others: others,
                            acceptsMissing: rule.definition.traits.contains(.acceptsMissing)))
                }
            } catch {
                errors.append((entry.expression.id, error))
            }
        }
        var ruleSet = RuleSet(Field(CompiledRules.field, Validator(rules: own)))
        ruleSet.hasTypedFields = true
        validators = errors.isEmpty ? try? ValidatorsManager(ruleSet, registry: registry) : nil
    }

    /// The rules of a list, compiled once whatever number of fields and forms use it.
    static func of(_ entries: [RuleEntry], registry: RuleRegistry) -> CompiledRules {
        cache.value(for: Key(entries: entries, registry: registry)) {
            CompiledRules(entries, registry: registry)
        }
    }

    private static let cache = BoundedCache<Key, CompiledRules>()

    private struct Key: Hashable {
        let entries: [RuleEntry]
        let registry: RuleRegistry

        static func == (left: Key, right: Key) -> Bool {
            left.registry === right.registry && left.entries == right.entries
        }

        /// Hashes enough to tell most lists apart; `==` compares the arguments too.
        func hash(into hasher: inout Hasher) {
            for entry in entries {
                hasher.combine(entry.expression.id)
                hasher.combine(entry.message)
            }
        }
    }
}

extension RuleRegistry {
    /// The built-in rules, for forms that are given no registry.
    public static let forms = RuleRegistry.standard()
}

/// A cache of values by key.
///
/// It is bounded: lists of rules that are computed at run time do not fill the memory. A value is
/// forgotten if it was not used while `capacity` others were.
final class BoundedCache<Key: Hashable & Sendable, Made: Sendable>: Sendable {
    private let capacity = 500
    private let generations = Locked(Generations())

    private struct Generations {
        var recent: [Key: Made] = [:]
        var older: [Key: Made] = [:]
    }

    /// The first value made for the key; makes it outside of the lock.
    func value(for key: Key, _ make: () -> Made) -> Made {
        if let made = known(key) { return made }
        let made = make()
        return known(key, or: made) ?? made
    }

    /// The value of a key, which becomes a recent one.
    private func known(_ key: Key, or new: Made? = nil) -> Made? {
        generations.withLock { generations in
            if let made = generations.recent[key] { return made }
            guard let made = generations.older[key] ?? new else { return nil }
            if generations.recent.count >= capacity {
                generations = Generations(recent: [:], older: generations.recent)
            }
            generations.recent[key] = made
            return made
        }
    }
}

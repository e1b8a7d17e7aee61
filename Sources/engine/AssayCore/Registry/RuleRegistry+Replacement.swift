// SPDX-License-Identifier: Apache-2.0
import Synchronization

extension RuleRegistry {
    /// Replaces the rules of a plugin, in the registry and in every manager bound to it, at one
    /// moment.
    ///
    /// A call that validates keeps the rules with which it began. A thread that has seen the new
    /// rules in one place never sees the old ones in another. Plans that a caller holds without a
    /// manager, such as the plan of a running stream, stay as they are.
    ///
    /// Managers of this registry that are made or changed wait while the rules are made: making a
    /// rule must not change the registry or its managers.
    ///
    /// - Parameters:
    ///   - id: The plugin; if it has no rules here, the new ones are added.
    ///   - new: All of its rules from now on.
    ///   - source: Named in lists of rules and in errors.
    /// - Throws: `RuleReplacementError`; nothing changes then.
    package func replaceRules(
        ofPlugin id: String, with new: [RuleDefinition], from source: RuleSource
    ) throws(RuleReplacementError) {
        // The old plans end outside of the lock, since plugins see the end of their rules.
        let old = try managers.withLock { managers throws(RuleReplacementError) in
            var next = rulebook
            next.removeRules(ofPlugin: id)
            do throws(RegistryError) {
                try next.add(new.map(\.named), from: source)
            } catch {
                throw .duplicate(error)
            }
            return commit(next, plans: try Self.plans(of: managers.living, with: next))
        }
        withExtendedLifetime(old) {}
    }

    /// Every manager with its validators compiled against other rules.
    private static func plans(
        of managers: [ValidatorsManager], with rules: Rulebook
    ) throws(RuleReplacementError) -> [(manager: ValidatorsManager, plan: ValidationPlan)] {
        var plans: [(manager: ValidatorsManager, plan: ValidationPlan)] = []
        var issues: [RuleSetIssue] = []
        for manager in managers {
            do throws(RuleSetError) {
                let plan = try ValidationPlan(
                    manager.ruleSet, rules: rules, clock: manager.registry.clock)
                plans.append((manager, plan))
            } catch {
                issues += error.issues
            }
        }
        guard issues.isEmpty else { throw .ruleSets(RuleSetError(issues)) }
        return plans
    }

    /// Hands everything out under the next number and then moves to that number: one store, at
    /// which all of it takes over.
    ///
    /// - Returns: The plans and sessions that were in use until now.
    private func commit(
        _ next: Rulebook, plans: [(manager: ValidatorsManager, plan: ValidationPlan)]
    ) -> [ValidatorsManager.Retired] {
        let generation = self.generation + 1
        rules.withLock { $0.prepare(next, for: generation) }
        for (manager, plan) in plans { manager.prepare(plan, for: generation) }
        var retired = plans.map { $0.manager.current }
        replacements.store(generation, ordering: .releasing)
        _ = rulebook
        retired += plans.map { $0.manager.settle() }
        return retired
    }

    // MARK: - Managers

    /// Binds a manager to the registry.
    func adopt(_ manager: ValidatorsManager) {
        managers.withLock { $0.add(manager) }
    }

    /// Runs `body` unless rules were replaced since a generation.
    ///
    /// No rules are replaced while it runs.
    ///
    /// - Returns: The result of `body`, or `false` if it did not run.
    func change(
        since generation: UInt64, _ body: () -> Bool
    ) -> Bool {
        managers.withLock { _ in self.generation == generation && body() }
    }
}

/// The managers of a registry, none of which it keeps alive.
struct ManagerList: Sendable {
    private struct Reference: Sendable {
        weak var manager: ValidatorsManager?
    }

    private var references: [Reference] = []
    /// The number of entries at which the ones of deallocated managers are removed.
    private var limit = 16

    var living: [ValidatorsManager] { references.compactMap(\.manager) }

    mutating func add(_ manager: ValidatorsManager) {
        if references.count >= limit {
            references.removeAll { $0.manager == nil }
            limit = max(16, references.count * 2)
        }
        references.append(Reference(manager: manager))
    }
}

/// The reason the rules of a plugin cannot be replaced.
package enum RuleReplacementError: Error, Sendable, Equatable, CustomStringConvertible {
    /// An id appears twice or belongs to another plugin.
    case duplicate(RegistryError)
    /// Validators in use cannot be compiled with the new rules; the issues name the fields.
    case ruleSets(RuleSetError)

    package var description: String {
        switch self {
        case .duplicate(let error): error.description
        case .ruleSets(let error): "validators in use do not fit the new rules: \(error)"
        }
    }
}

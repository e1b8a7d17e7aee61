// SPDX-License-Identifier: Apache-2.0
import Assay

/// Two rules that no value passes.
enum Contradiction {
    /// Returns the reason that no value passes both rules, or `nil` if a value may.
    static func reason(_ first: BoundRule, _ second: BoundRule) -> String? {
        if let a = DateForm(first), let b = DateForm(second), a.excludes(b) {
            return "one reads \(a.noun), the other \(b.noun)"
        }
        if let a = Bounds(first), let b = Bounds(second), a.excludes(b) {
            return "no \(a.noun) is within both"
        }
        let isPresence = [first, second].map { $0.definition.traits.contains(.acceptsMissing) }
        if isPresence == [true, true] {
            let passed = zip(PresenceProbe.passed(by: first), PresenceProbe.passed(by: second))
            return passed.contains { $0 && $1 } ? nil : "one requires what the other forbids"
        }
        guard !isPresence[0], !isPresence[1] else { return nil }
        let (a, b) = (first.definition.kinds, second.definition.kinds)
        guard a.isDisjoint(with: b) else { return nil }
        return "one takes \(a.phrase), the other \(b.phrase)"
    }
}

/// A rule that fails only if another one fails.
enum Implication {
    /// Returns `true` if every value that passes the first rule is known to pass the second.
    static func holds(from first: BoundRule, to second: BoundRule) -> Bool {
        if let a = Bounds(first), let b = Bounds(second) { return b.contains(a) && a != b }
        if isNamed(second, by: first) { return true }
        guard first.definition.traits.contains(.acceptsMissing),
            second.definition.traits.contains(.acceptsMissing), first.isBuiltIn, second.isBuiltIn
        else { return false }
        return zip(PresenceProbe.passed(by: first), PresenceProbe.passed(by: second))
            .allSatisfy { !$0 || $1 }
    }
}

extension Implication {
    /// Returns `true` if the definition of the first rule implies the second, with their arguments.
    private static func isNamed(_ second: BoundRule, by first: BoundRule) -> Bool {
        first.definition.relations.implied.contains { $0.holds(from: first, to: second) }
    }
}

/// Values that distinguish rules about presence.
enum PresenceProbe {
    private static let values: [Value] = [
        .absent, .null, "", " ", "\t", "a", "yes", "no", "on", "off", "true", "false", "1", "0",
        0, 1, -1, 0.0, 1.0, true, false, [], [.null], [1], .object(Value.Object()), ["a": 1],
    ]

    /// Returns for each value `true` if it passes a rule.
    ///
    /// All values pass a rule that cannot be compiled on its own.
    static func passed(by rule: BoundRule) -> [Bool] {
        let set = RuleSet(Field("value", rule.expression))
        let registry = RuleRegistry.standard()
        guard let manager = try? ValidatorsManager(set, registry: registry) else {
            return values.map { _ in true }
        }
        return values.map { value in
            let fields = value == .absent ? [] : [("value", value)]
            return manager.validate(ValidationRecord(Value.Object(fields))).isValid
        }
    }
}

extension BoundRule {
    fileprivate var isBuiltIn: Bool {
        if case .plugin = definition.source { false } else { true }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The order in which the rules of a validator run, whatever the order is in which they are written.
///
/// Rules whose failure stops the others run first: what is missing, has a wrong kind or cannot be read
/// is reported once. Rules that withhold values from others run before them. Reports keep the order of
/// the rule set.
package enum ExecutionOrder {
    private enum Rank: Int {
        case presence, kind, withholding, other
    }

    /// Orders rules.
    ///
    /// - Parameters:
    ///   - rules: The rules in the order in which they are written.
    ///   - policy: The policy of the validator; under `first` the order of rules that do not decide
    ///     about presence or kind is the written one, which says which failure is the first.
    /// - Returns: The indexes of the rules in the order in which they run.
    package static func indexes(of rules: [BoundRule], under policy: Validator.Policy) -> [Int] {
        // Under `first`, what names other fields waits, and the rules after it with it.
        let ranks = rules.map { rule in
            policy == .first && rule.namesFields
                ? Rank.other.rawValue : rank(of: rule.definition, under: policy)
        }
        let lastReader = rules.lastIndex { $0.definition.facets.reading != nil } ?? -1
        // What compares values that a rule reads comes after that rule.
        let places = rules.enumerated().map { place, rule in
            rule.needsReading && place < lastReader ? (lastReader, 1) : (place, 0)
        }
        return rules.indices.sorted { left, right in
            if ranks[left] != ranks[right] { return ranks[left] < ranks[right] }
            if policy == .all, ranks[left] < Rank.other.rawValue {
                let (first, second) = (rules[left].definition.id, rules[right].definition.id)
                if first != second { return first < second }
            }
            if places[left] != places[right] { return places[left] < places[right] }
            return left < right
        }
    }

    private static func rank(of rule: RuleDefinition, under policy: Validator.Policy) -> Int {
        let rank: Rank =
            if rule.traits.contains(.converts) || policy == .all && rule.facets.reading != nil {
                .kind
            } else if rule.traits.contains(.stopsOnFailure) {
                rule.traits.contains(.acceptsMissing) ? .presence : .kind
            } else if policy == .all, rule.withholdsValues {
                .withholding
            } else {
                .other
            }
        return rank.rawValue
    }
}

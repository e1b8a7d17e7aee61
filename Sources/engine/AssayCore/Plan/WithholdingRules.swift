// SPDX-License-Identifier: Apache-2.0

/// The rules of a validator that withhold a value from later ones, each with a bit of its own.
///
/// `length` withholds a text that is too long from rules that search texts. A rule that proves a
/// form withholds a value without that form from rules that could only repeat that it has another
/// one. A rule that warns withholds nothing, because the record stays valid.
struct WithholdingRules {
    private var rules: [BoundRule] = []

    /// Returns the bits of the rules that withhold values from a later rule.
    func bits(withholding rule: BoundRule) -> UInt32 {
        var bits: UInt32 = 0
        for (place, earlier) in rules.enumerated() where earlier.withholdsValues(from: rule) {
            bits |= 1 << UInt32(truncatingIfNeeded: place)
        }
        return bits
    }

    /// Adds a rule.
    ///
    /// - Returns: Its bit, or 0 if it withholds nothing or 32 rules before it do.
    mutating func add(_ rule: BoundRule, severity: Severity) -> UInt32 {
        guard severity == .error, rules.count < UInt32.bitWidth, rule.definition.withholdsValues
        else { return 0 }
        rules.append(rule)
        return 1 << UInt32(truncatingIfNeeded: rules.count - 1)
    }
}

extension RuleDefinition {
    /// `true` if a failure of the rule can withhold a value from others.
    var withholdsValues: Bool {
        traits.contains(.boundsText) || !relations.withheld.isEmpty || !relations.implied.isEmpty
    }
}

extension BoundRule {
    /// Returns `true` if a value that fails this rule is withheld from a later one.
    fileprivate func withholdsValues(from later: BoundRule) -> Bool {
        definition.traits.contains(.boundsText) && later.searchesText
            || definition.relations.withheld.contains(later.definition.id)
            || definition.relations.implied.contains { $0.holds(from: self, to: later) }
    }
}

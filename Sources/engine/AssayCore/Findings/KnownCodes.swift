// SPDX-License-Identifier: Apache-2.0

/// The codes that findings can have.
package struct KnownCodes {
    package let codes: Set<String>
    /// The ids of the rules.
    private let ids: [String]

    /// Collects the codes of all rules that rule sets can have.
    package init(registry: RuleRegistry) {
        let rules = registry.allDefinitions
        self.init(rules, registry.recordsRules, tolerant: rules.map(\.id))
    }

    /// Collects the codes of the rules of a rule set.
    package init(plan: ValidationPlan) {
        let tolerant = plan.plannedRules.filter { $0.entry.tolerance != nil }
        self.init(
            plan.plannedRules.map(\.bound.definition), plan.recordsRules.map(\.definition),
            tolerant: tolerant.map(\.bound.definition.id))
    }

    private init(
        _ definitions: [RuleDefinition], _ records: [RecordsRuleDefinition], tolerant: [String]
    ) {
        let rules = definitions.flatMap { definition in
            (definition.allCodes + [definition.code(at: Verdict.undecidedCode)]).map(\.id)
        }
        codes = Set(
            rules + records.flatMap(\.rule.codes).map(\.id)
                + tolerant.map { "\($0).\(RecordsRuleDefinition.toleranceCode)" }
                + FaultReason.allCases.map(\.code) + RecordIssue.allCodes
                + ContainerRule.codes.map(\.id))
        ids = definitions.map(\.id) + records.map(\.id)
    }

    /// Returns `true` if a finding can have this code.
    package func contains(_ code: String) -> Bool { codes.contains(code) }

    /// Returns `true` if a text is a code or the id of a rule, or the beginning of one up to a dot.
    package func covers(_ code: String) -> Bool {
        codes.contains(code) || (ids + codes).contains { CodeFilter.covers(code, $0) }
    }

    /// Returns the code that a text was probably meant to be.
    package func nearestCode(to code: String) -> String? { nearestName(to: code, in: codes) }

    /// Returns the code, the id of a rule, or the beginning of either, that a text was probably meant to be.
    package func nearest(to code: String) -> String? { nearestName(to: code, in: names) }

    /// The codes and their beginnings up to a dot.
    package var names: Set<String> {
        var names: Set<String> = []
        for code in ids + codes {
            var words = code.split(separator: ".")
            while !words.isEmpty {
                names.insert(words.joined(separator: "."))
                words.removeLast()
            }
        }
        return names
    }
}

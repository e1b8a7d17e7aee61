// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The rules of fields that may fail a number of times in a data set.
struct RunTolerances: Sendable {
    let plan: ValidationPlan
    /// The filter of findings, or `nil` to report all.
    private let filter: CodeFilter?

    /// Creates the tolerances of a plan, or returns `nil` if it has none.
    init?(_ plan: ValidationPlan, filter: CodeFilter?) {
        guard !plan.tolerantRules.isEmpty else { return nil }
        self.plan = plan
        self.filter = filter
    }

    /// Returns the findings about the rules that have failed too often.
    ///
    /// If not all records were read, a rule that has failed and may still be within its tolerance is undecided.
    func findings(
        _ counts: ToleranceCounts?, isWhole: Bool, layout: FindingLayout
    ) -> [DataSetFinding] {
        guard let counts else { return [] }
        var violations = counts.violations(in: plan)[...]
        let findings: [DataSetFinding] = zip(plan.tolerantRules, counts.rules).compactMap {
            rule, counts in
            let place = RulePlace.field(validator: rule.validator, step: rule.step)
            let index = layout.index(of: place)
            let planned = layout.fieldRules[index]
            guard rule.tolerance.allows(counts.failed, of: counts.decided) else {
                let violation = violations.removeFirst()
                return DataSetFinding(
                    reported: .violation(violation), rule: place,
                    slot: layout.slot(of: violation.code, ofRule: index))
            }
            guard !isWhole, counts.failed > 0 else { return nil }
            let reason = FaultReason.recordsIncomplete
            return DataSetFinding(
                reported: .fault(
                    Fault(
                        pointer: "", field: planned.key, rule: planned.bound.definition.id,
                        reason: reason, ruleLocation: planned.entry.location)),
                rule: place, slot: layout.slot(of: reason.code, ofRule: index))
        }
        return findings.filter { finding in
            switch finding.reported {
            case .violation(let found): filter?.includes(found.code, rule: found.rule) ?? true
            case .fault(let found): filter?.includes(found.code, rule: found.rule) ?? true
            }
        }
    }
}

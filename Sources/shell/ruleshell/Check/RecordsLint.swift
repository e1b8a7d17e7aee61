// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Finds fields that rules about records name and that are probably mistyped.
enum RecordsLint {
    static func findings(in plan: ValidationPlan, of ruleSet: RuleSet) -> [LintFinding] {
        let fields = ruleSet.fields.map(\.path.description)
        return plan.recordsRules.flatMap { rule in
            rule.paths.map(\.description).compactMap { name -> LintFinding? in
                // A rule about records can name a field without rules; short names are near to each other by chance.
                guard !fields.contains(name), let near = nearestName(to: name, in: fields),
                    name.count > 2 || name.lowercased() == near.lowercased()
                else { return nil }
                return LintFinding(
                    code: .unknownField,
                    message: "\(rule.expression) names '\(name)', and no rule is about it",
                    help: "did you mean '\(near)'?",
                    extent: LintExtent(ruleSet.records[rule.index].entry, part: nil))
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Finds parts of a rule set's identity that are sensitive, or are probably mistyped fields.
///
/// With such a part, no record has an identity, and no baseline recognizes a finding.
enum IdentityLint {
    static func findings(
        in ruleSet: RuleSet, plan: ValidationPlan, bytes: [UInt8], file: String
    ) -> [LintFinding] {
        let sensitive = ruleSet.identity.filter { plan.isSensitive($0) }.map(\.description)
        return sensitive.map { name in
            LintFinding(
                code: .sensitiveIdentity,
                message: "'identity' names '\(name)', which is sensitive: reports have no "
                    + "fingerprint of it, and no baseline can be written",
                help: "name a field that is not sensitive",
                extent: extent(of: name, bytes: bytes, file: file))
        } + mistyped(in: ruleSet, bytes: bytes, file: file)
    }

    /// Returns what `identity` does not do, or `nil` for a rule set without one, and for one with a rule `unique` that
    /// finds records of the same identity.
    static func note(on ruleSet: RuleSet, plan: ValidationPlan) -> String? {
        let names = ruleSet.identity.map { "'\($0)'" }
        let isCovered = plan.recordsRules.contains { rule in
            guard case .unique = rule.check else { return false }
            return !rule.hasConditions && !rule.onlyValid && rule.severity == .error
                && rule.tolerance == nil
                && Set(rule.paths).isSubset(of: ruleSet.identity)
        }
        guard !names.isEmpty, !isCovered else { return nil }
        return "'identity' recognizes records in a later run; it does not check that no two "
            + "records have the same \(names.joined(separator: " and "))"
    }

    private static func mistyped(
        in ruleSet: RuleSet, bytes: [UInt8], file: String
    ) -> [LintFinding] {
        let fields = ruleSet.fields.map(\.path.description)
        return ruleSet.identity.compactMap { path -> LintFinding? in
            let name = path.description
            // An identity need not have rules; short names are near to each other by chance.
            guard !fields.contains(name), let near = nearestName(to: name, in: fields),
                name.count > 2 || name.lowercased() == near.lowercased()
            else { return nil }
            return LintFinding(
                code: .identity, message: "no rule is about '\(name)', which 'identity' names",
                help: "did you mean '\(near)'?", extent: extent(of: name, bytes: bytes, file: file))
        }
    }

    private static func extent(of name: String, bytes: [UInt8], file: String) -> LintExtent? {
        guard let identity = (try? PlacedValueReader.read(bytes: bytes, file: file))?["identity"]
        else { return nil }
        var parts = [identity]
        if case .list(let elements) = identity.content { parts = elements }
        guard let part = parts.first(where: { $0.value == .string(name) }) else { return nil }
        return LintExtent(
            part.location, endColumn: FileLines(path: file).endColumn(ofWordAt: part.location))
    }
}

// SPDX-License-Identifier: Apache-2.0
import Assay

/// Finds parts of a rule set's identity that are probably mistyped fields.
///
/// With a mistyped part, no record has an identity, and no baseline recognizes a finding.
enum IdentityLint {
    static func findings(in ruleSet: RuleSet, bytes: [UInt8], file: String) -> [LintFinding] {
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

// SPDX-License-Identifier: Apache-2.0
import Assay

/// All rules, a line each, by what they are about.
enum RuleListing {
    /// The built-in families, then the rules of each plugin.
    static func text(of registry: RuleRegistry) -> String {
        var sections = RuleFamily.allCases.map { family in
            (title: family.rawValue, rules: family.rules(in: registry))
        }
        let listed = Set(sections.flatMap(\.rules).map(\.id))
        for rule in registry.allDefinitions where !listed.contains(rule.id) {
            let title = title(of: rule.source)
            if let index = sections.firstIndex(where: { $0.title == title }) {
                sections[index].rules.append(rule)
            } else {
                sections.append((title, [rule]))
            }
        }
        sections.append(("Records of a data set", registry.recordsRules.map(\.rule)))
        return sections.filter { !$0.rules.isEmpty }.map { section in
            let lines = DefinitionText.lines(of: section.rules).split(separator: "\n")
            return SafeText.line(section.title) + "\n" + lines.map { "  \($0)\n" }.joined()
        }.joined(separator: "\n")
    }

    private static func title(of source: RuleSource) -> String {
        if case .plugin(let id, let version, _) = source { return "Plugin \(id) \(version)" }
        return "Others"
    }
}

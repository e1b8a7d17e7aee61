// SPDX-License-Identifier: Apache-2.0
import Assay

/// The built-in rules as a page: a table for each family.
enum RulesPage {
    /// Markdown that begins with the first heading and ends with a line feed.
    static func markdown(of registry: RuleRegistry) -> String {
        RuleFamily.allCases.flatMap { family in
            ["### \(family.rawValue)", ""]
                + Markdown.table(
                    ["rule", "what it checks", "codes"], family.rules(in: registry).map(row))
        }.joined(separator: "\n")
    }

    private static func row(of definition: RuleDefinition) -> [String] {
        let prefix = definition.id + "."
        let codes = definition.allCodes.map { code in
            let name = code.id.hasPrefix(prefix) ? code.id.dropFirst(prefix.count) : code.id[...]
            return Markdown.code(String(name))
        }
        let standard = definition.standard.map { " (\(Markdown.text($0)))" } ?? ""
        return [
            Markdown.code(DefinitionText.signature(of: definition)),
            Markdown.text(definition.summary) + standard, codes.joined(separator: " "),
        ]
    }
}

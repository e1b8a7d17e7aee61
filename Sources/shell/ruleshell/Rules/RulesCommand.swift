// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// `ruleshell rules`: what is registered.
struct RulesCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Lists rules, or shows everything about one.",
        discussion: """
            A pattern matches part of an id, a summary or a standard, or the word that another tool has \
            for a rule. With * for any characters and ? for one, it matches whole ids. Case is ignored. \
            If only one rule matches, its parameters, codes, examples and source are shown.
            """)

    @Flag(help: "Print the definitions as JSON.")
    var json = false

    @Flag(help: "Print the built-in rules as tables in Markdown, by family.")
    var markdown = false

    @OptionGroup var plugins: PluginOptions
    @OptionGroup var color: ColorOptions
    @OptionGroup var pager: PagerOptions

    @Argument(help: "Rules to list; all by default.", completion: ShellCompletion.rules)
    var pattern: String?

    func validate() throws {
        if markdown, json || pattern != nil {
            throw ValidationError("--markdown prints all built-in rules: leave the rest out")
        }
    }

    func execute() throws(Diagnostic) -> ExitStatus {
        if markdown {
            let page = RulesPage.markdown(of: .standard())
            return pager.show(page) ? .valid : .unusable
        }
        let registry = try plugins.load()
        let all = registry.allDefinitions
        let chosen = pattern.map { RuleSearch($0).rules(among: all) } ?? all
        let records = registry.recordsRules.filter { rule in
            pattern.map { !RuleSearch($0).rules(among: [rule.rule]).isEmpty } ?? true
        }
        if chosen.isEmpty, records.isEmpty, let pattern {
            let near = nearestName(to: pattern, in: all.map(\.id) + registry.recordsRules.map(\.id))
            throw Diagnostic(
                "rule.unknown", "no rule matches '\(pattern)'",
                help: Synonym.named(pattern)?.help ?? near.map { "did you mean '\($0)'?" }
                    ?? "'ruleshell rules' lists all rules")
        }
        let text =
            json
            ? DefinitionJSON.text(of: chosen, records)
            : pattern == nil
                ? RuleListing.text(of: registry)
                : [
                    chosen.isEmpty ? "" : DefinitionText.list(of: chosen),
                    records.count > 1
                        ? DefinitionText.lines(of: records.map(\.rule))
                        : records.map { DefinitionText.block(of: $0) }.joined(),
                ].filter { !$0.isEmpty }.joined(separator: "\n")
        let shown = json ? text : Terminal.outputPaint.headings(of: text)
        return pager.show(shown) ? .valid : .unusable
    }
}

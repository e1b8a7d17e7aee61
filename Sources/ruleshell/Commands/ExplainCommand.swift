// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// `ruleshell explain`: what a rule or a code means.
struct ExplainCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explains a rule or the code of a message.")

    @OptionGroup var plugins: PluginOptions

    @Argument(help: ArgumentHelp("A rule's id or a code.", valueName: "rule|code"))
    var name: String

    func execute() throws(Diagnostic) -> ExitStatus {
        let registry = try plugins.load()
        guard let text = explanation(registry) else { throw unknown(registry) }
        return StandardOutput.write(Array(text.utf8)) ? .valid : .unusable
    }

    private func explanation(_ registry: RuleRegistry) -> String? {
        if let definition = registry.definition(for: name) {
            return DefinitionText.block(definition)
        }
        if let meaning = CodeCatalogue.meaning(of: name) { return "\(name)\n  \(meaning)\n" }
        for definition in registry.allDefinitions {
            if let code = Self.codes(of: definition).first(where: { $0.id == name }) {
                return "\(code.id)\n  \(code.message)\n\n" + DefinitionText.block(definition)
            }
        }
        return nil
    }

    /// What a rule's violations can be called, the code of a fault that counts as one included.
    private static func codes(of definition: RuleDefinition) -> [RuleCode] {
        definition.allCodes + [definition.code(at: Verdict.undecidedCode)]
    }

    private func unknown(_ registry: RuleRegistry) -> Diagnostic {
        let definitions = registry.allDefinitions
        let names =
            definitions.map(\.id) + definitions.flatMap { Self.codes(of: $0).map(\.id) }
            + CodeCatalogue.codes
        return Diagnostic(
            "explain.unknown", "there is no rule and no code '\(name)'",
            help: nearestName(to: name, in: names).map { "did you mean '\($0)'?" }
                ?? "'ruleshell rules' lists the rules and their codes")
    }
}

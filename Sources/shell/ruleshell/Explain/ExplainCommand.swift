// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// `ruleshell explain`: what a rule or a code means.
struct ExplainCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains a rule, the code of a message, or a key of rule sets.")

    @OptionGroup var plugins: PluginOptions
    @OptionGroup var color: ColorOptions
    @OptionGroup var pager: PagerOptions

    @Argument(
        help: ArgumentHelp("Rule id, code or key.", valueName: "rule|code|key"),
        completion: ShellCompletion.explained)
    var name: String

    func execute() throws(Diagnostic) -> ExitStatus {
        let explanation = Explanation(registry: try plugins.load())
        guard let text = explanation.text(of: name) else { throw explanation.unknown(name) }
        let shown = Terminal.outputPaint.headings(of: text)
        return pager.show(shown) ? .valid : .unusable
    }
}

// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `ruleshell man`: the manual page.
struct ManCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "man", abstract: "Shows the manual page.",
        discussion: """
            On a terminal it is shown as text; otherwise its source for man(1) is printed: \
            ruleshell man | man -l -
            """)

    @OptionGroup var color: ColorOptions
    @OptionGroup var pager: PagerOptions

    func execute() throws(Diagnostic) -> ExitStatus {
        let page = ManualPage(RuleShell._dumpHelp()).text
        guard let columns = Terminal.columnsOfOutput else {
            return StandardOutput.write(Array(page.utf8)) ? .valid : .unusable
        }
        let text = ManualText(columns: columns, paint: Terminal.outputPaint).text(of: page)
        return pager.show(text) ? .valid : .unusable
    }
}

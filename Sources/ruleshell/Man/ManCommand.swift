// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `ruleshell man`: the manual page.
struct ManCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "man", abstract: "Prints the manual page: ruleshell man | man -l -")

    @OptionGroup var color: ColorOptions

    func execute() throws(Diagnostic) -> ExitStatus {
        StandardOutput.write(Array(ManualPage(RuleShell._dumpHelp()).text.utf8))
            ? .valid : .unusable
    }
}

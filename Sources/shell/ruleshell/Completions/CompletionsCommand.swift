// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `ruleshell completions`: a script for a shell.
struct CompletionsCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Prints a shell completion script.",
        discussion: """
            bash: ruleshell completions bash > ~/.local/share/bash-completion/completions/ruleshell
            zsh: ruleshell completions zsh > DIR/_ruleshell, with DIR one of $fpath
            fish: ruleshell completions fish > ~/.config/fish/completions/ruleshell.fish
            """)

    /// The shells that there are scripts for.
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish
    }

    @OptionGroup var color: ColorOptions

    @Argument(help: ArgumentHelp("Shell to complete commands in.", valueName: "shell"))
    var shell: Shell

    func execute() throws(Diagnostic) -> ExitStatus {
        let form: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        return StandardOutput.print(RuleShell.completionScript(for: form)) ? .valid : .unusable
    }
}

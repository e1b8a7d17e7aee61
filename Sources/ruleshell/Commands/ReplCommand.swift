// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import Glibc

/// `ruleshell repl`: the prompt.
struct ReplCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "repl", abstract: "Tries rules, records and patterns at a prompt.",
        discussion: """
            Lines that are piped in run as a script, which ends at the first mistake with status 2. \
            A verdict is an answer, whatever it is. Type :help at the prompt.
            """)

    @Option(
        name: [.customShort("r", allowingJoined: true), .long],
        help: ArgumentHelp("Open a rule set; may stand several times.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var rules: [String] = []

    @OptionGroup var plugins: PluginOptions

    @Flag(help: "Let no command load, read or write a file.")
    var safe = false

    @Flag(help: "Go on behind a mistake in a script.")
    var keepGoing = false

    func execute() throws(Diagnostic) -> ExitStatus {
        let (registry, host) = try plugins.open(readsEnvironment: !safe)
        let interruption = PromptInterruption()
        let session = PromptSession(
            registry, host, isSafe: safe, interruption: interruption
        ) { text in
            _ = StandardOutput.write(Array(text.utf8))
        }
        if !rules.isEmpty { try session.use(rules) }
        guard Self.isTerminal, let prompt = TerminalPrompt(session) else {
            return ScriptPrompt(session: session, keepsGoing: keepGoing).run()
        }
        interruption.install()
        return prompt.run()
    }

    /// Lines can be edited: both ends are a terminal that obeys.
    static var isTerminal: Bool {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return false }
        return getenv("TERM").map { String(cString: $0) } != "dumb"
    }
}

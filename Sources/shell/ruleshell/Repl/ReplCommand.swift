// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// `ruleshell repl`: the prompt.
struct ReplCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "repl", abstract: "Tries rules, records and patterns at a prompt.",
        discussion: """
            Without a terminal, the lines of standard input run as a script, which stops at the first \
            error with status 2; a verdict is an answer, not an error. Type :help at the prompt.
            """)

    @Option(
        name: [.customShort("r", allowingJoined: true), .long],
        help: ArgumentHelp("Open a rule set; repeatable.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var rules: [String] = []

    @Flag(help: "Combine the rules of a field that several of these rule sets name.")
    var combine = false

    @Flag(help: "Validate records that have only some fields, like :set partial on.")
    var partial = false

    @OptionGroup var plugins: PluginOptions
    @OptionGroup var messages: MessageOptions

    @Flag(help: "Disable commands that load, read or write files.")
    var safe = false

    @Flag(help: "Continue after errors in a script.")
    var keepGoing = false

    @OptionGroup var color: ColorOptions
    @OptionGroup var pager: PagerOptions

    func execute() throws(Diagnostic) -> ExitStatus {
        let (registry, host) = try plugins.open(readsEnvironment: !safe)
        try messages.use(with: registry)
        let interruption = PromptInterruption()
        let session = PromptSession(
            registry: registry, host: host, configurationFile: plugins.configurationFile,
            kept: kept, combines: combine, isSafe: safe, interruption: interruption
        ) { text in
            _ = StandardOutput.write(Array(text.utf8))
        }
        session.settings.usesColor = Terminal.wantsColor
        session.settings.isPartial = partial
        if !rules.isEmpty { try session.use(rules) }
        guard Terminal.editsLines, let prompt = TerminalPrompt(session: session) else {
            return ScriptPrompt(session: session, keepsGoing: keepGoing).run()
        }
        if pager.noPager { session.settings.usesPager = false }
        interruption.install()
        return prompt.run()
    }

    /// The files that the command line names, except the rule set, which another can replace.
    private var kept: FileUses {
        var kept = FileUses()
        kept.add(inputs: ["-"])
        for file in messages.files { kept.add(path: file, as: "the messages") }
        plugins.add(to: &kept)
        return kept
    }
}

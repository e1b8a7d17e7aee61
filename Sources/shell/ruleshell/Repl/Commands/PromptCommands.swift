// SPDX-License-Identifier: Apache-2.0
import Assay

extension PromptCommand {
    /// Every command, in the order of `:help`.
    static let all: [PromptCommand] = rules + validation + files + plugins + session

    private static let rules: [PromptCommand] = [
        PromptCommand(
            "rules", "[PATTERN]", "lists rules; the pattern is part of a name", argument: .rule
        ) { session, argument throws(Diagnostic) in
            try session.listRules(argument)
        },
        PromptCommand(
            "explain", "EXPR [VALUE]", "explains rules or a code, and checks a value",
            argument: .ruleOrCode
        ) { session, argument throws(Diagnostic) in
            try session.explain(argument)
        },
        PromptCommand(
            "example", "EXPR", "finds a small value that passes, and small ones that fail",
            argument: .expression
        ) { session, argument throws(Diagnostic) in
            try session.showExamples(argument)
        },
        PromptCommand(
            "redos", "PATTERN", "looks for catastrophic backtracking in a pattern",
            argument: .text
        ) { session, argument throws(Diagnostic) in
            try session.attack(argument)
        },
    ]

    private static let validation: [PromptCommand] = [
        PromptCommand("why", "", "shows the outcome and the time of every rule in the last answer")
        {
            session, _ throws(Diagnostic) in try session.explainLast()
        },
        PromptCommand("last", "", "shows the last verdict again") {
            session, _ throws(Diagnostic) in session.show(try session.lastTrial())
        },
        PromptCommand("use", "RULES", "opens a rule set", argument: .file, usesFiles: true) {
            session, argument throws(Diagnostic) in try session.use(argument)
        },
        PromptCommand("open", "FILE", "opens a file of records", argument: .file, usesFiles: true) {
            session, argument throws(Diagnostic) in try session.open(argument)
        },
        PromptCommand(
            "next", "[fail|CODE|NUMBER]",
            "validates the next record, the next that fails or has a code, or a record by its number",
            argument: .next
        ) { session, argument throws(Diagnostic) in
            try session.next(argument)
        },
        PromptCommand(
            "validate", "",
            "validates all records of the open file, and shows the first invalid ones",
            usesFiles: true
        ) { session, _ throws(Diagnostic) in
            try session.validateFile()
        },
        PromptCommand(
            "summary", "", "counts the findings of the open file by rule and by field",
            usesFiles: true
        ) { session, _ throws(Diagnostic) in
            try session.summarizeFile()
        },
        PromptCommand(
            "watch", "[FILE]",
            "validates a file, or the last input, whenever it or the rule set changes",
            argument: .file,
            usesFiles: true
        ) { session, argument throws(Diagnostic) in
            try session.watch(argument)
        },
    ]

    private static let files: [PromptCommand] = [
        PromptCommand(
            "save", "FILE", "writes the inputs so far as cases for 'ruleshell test'",
            argument: .file,
            usesFiles: true
        ) { session, argument throws(Diagnostic) in
            try session.saveCases(to: argument.text)
        },
        PromptCommand("read", "FILE", "runs the lines of a file", argument: .file, usesFiles: true)
        {
            session, argument throws(Diagnostic) in try session.readFile(at: argument.text)
        },
        PromptCommand(
            "once", "FILE", "writes the next answer to a file", argument: .file, usesFiles: true
        ) {
            session, argument throws(Diagnostic) in try session.writeOnce(to: argument.text)
        },
    ]

    private static let plugins: [PromptCommand] = [
        PromptCommand("load", "SO", "loads a plugin", argument: .file, usesFiles: true) {
            session, argument throws(Diagnostic) in try session.loadPlugin(at: argument.text)
        },
        PromptCommand(
            "reload", "[ID]", "reloads plugins and the rule set from their files",
            argument: .plugin,
            usesFiles: true
        ) { session, argument throws(Diagnostic) in
            try session.reload(argument)
        },
        PromptCommand("plugins", "", "lists the plugins") { session, _ throws(Diagnostic) in
            session.listPlugins()
        },
    ]

    private static let session: [PromptCommand] = [
        PromptCommand("set", "[NAME [VALUE]]", "shows or changes settings", argument: .setting) {
            session, argument throws(Diagnostic) in try session.set(argument)
        },
        PromptCommand(
            "mode", "[full|concise|json]", "shows or sets the format of answers", argument: .mode
        ) {
            session, argument throws(Diagnostic) in try session.set("mode", argument: argument)
        },
        PromptCommand(
            "timer", "[on|off]", "shows or sets whether answers show their time", argument: .flag
        ) {
            session, argument throws(Diagnostic) in try session.set("timer", argument: argument)
        },
        PromptCommand(
            "help", "[TOPIC]", "shows this list, or help about a command or a topic",
            argument: .topic
        ) {
            session, argument throws(Diagnostic) in try session.help(argument)
        },
        PromptCommand("quit", "", "ends ruleshell") { session, _ throws(Diagnostic) in
            session.end()
        },
    ]
}

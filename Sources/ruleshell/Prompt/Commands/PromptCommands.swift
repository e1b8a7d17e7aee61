// SPDX-License-Identifier: Apache-2.0
import Assay

extension PromptCommand {
    /// Every command, in the order of `:help`.
    static let all: [PromptCommand] = rules + judging + files + plugins + session

    private static let rules: [PromptCommand] = [
        PromptCommand(
            "rules", "[PATTERN]", "lists rules; a pattern is a part of a name", .rule
        ) { session, argument throws(Diagnostic) in
            try session.listRules(argument)
        },
        PromptCommand(
            "explain", "EXPR [VALUE]", "says what rules or a code mean, and judges a value",
            .ruleOrCode
        ) { session, argument throws(Diagnostic) in
            try session.explain(argument)
        },
        PromptCommand(
            "example", "EXPR", "finds a small value that passes, and small ones that fail",
            .expression
        ) { session, argument throws(Diagnostic) in
            try session.showExamples(argument)
        },
        PromptCommand(
            "redos", "PATTERN", "looks for a text on which a pattern takes too long", .text
        ) { session, argument throws(Diagnostic) in
            try session.attack(argument)
        },
    ]

    private static let judging: [PromptCommand] = [
        PromptCommand("why", "", "shows what every rule said in the last answer, and its cost") {
            session, _ throws(Diagnostic) in try session.explainLast()
        },
        PromptCommand("last", "", "shows the last verdict again") {
            session, _ throws(Diagnostic) in session.show(try session.lastTrial())
        },
        PromptCommand("use", "RULES", "opens a rule set", .file, usesFiles: true) {
            session, argument throws(Diagnostic) in try session.use(argument)
        },
        PromptCommand("open", "FILE", "opens a file of records", .file, usesFiles: true) {
            session, argument throws(Diagnostic) in try session.open(argument.text)
        },
        PromptCommand(
            "next", "[fail]", "judges the next record, or the next that fails", .next
        ) { session, argument throws(Diagnostic) in
            try session.next(argument)
        },
        PromptCommand(
            "watch", "[FILE]",
            "judges a file, or what was tried last, whenever it or the rule set changes", .file,
            usesFiles: true
        ) { session, argument throws(Diagnostic) in
            try session.watch(argument)
        },
    ]

    private static let files: [PromptCommand] = [
        PromptCommand(
            "save", "FILE", "writes what was tried as cases for 'ruleshell test'", .file,
            usesFiles: true
        ) { session, argument throws(Diagnostic) in
            try session.saveCases(argument.text)
        },
        PromptCommand("read", "FILE", "runs the lines of a file", .file, usesFiles: true) {
            session, argument throws(Diagnostic) in try session.readFile(argument.text)
        },
        PromptCommand("once", "FILE", "writes the next answer to a file", .file, usesFiles: true) {
            session, argument throws(Diagnostic) in session.writeOnce(to: argument.text)
        },
    ]

    private static let plugins: [PromptCommand] = [
        PromptCommand("load", "SO", "loads a plugin", .file, usesFiles: true) {
            session, argument throws(Diagnostic) in try session.loadPlugin(argument.text)
        },
        PromptCommand(
            "reload", "[ID]", "loads the files of plugins and of the rule set again", .plugin,
            usesFiles: true
        ) { session, argument throws(Diagnostic) in
            try session.reload(argument)
        },
        PromptCommand("plugins", "", "lists the plugins") { session, _ throws(Diagnostic) in
            session.listPlugins()
        },
    ]

    private static let session: [PromptCommand] = [
        PromptCommand("set", "[NAME [VALUE]]", "shows or changes settings", .setting) {
            session, argument throws(Diagnostic) in try session.set(argument)
        },
        PromptCommand("mode", "[full|concise|json]", "how answers are written", .mode) {
            session, argument throws(Diagnostic) in try session.set("mode", argument)
        },
        PromptCommand("timer", "[on|off]", "shows how long an answer took", .flag) {
            session, argument throws(Diagnostic) in try session.set("timer", argument)
        },
        PromptCommand("help", "[TOPIC]", "this list, a command, or a topic", .topic) {
            session, argument throws(Diagnostic) in try session.help(argument)
        },
        PromptCommand("quit", "", "ends ruleshell") { session, _ throws(Diagnostic) in
            session.end()
        },
    ]
}

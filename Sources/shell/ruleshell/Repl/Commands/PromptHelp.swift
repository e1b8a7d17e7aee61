// SPDX-License-Identifier: Apache-2.0

/// The texts of `:help`.
enum PromptHelp {
    static let topics: [(name: String, text: String)] = [
        ("values", values), ("expressions", expressions), ("keys", keys), ("scripts", scripts),
    ]

    static func overview(with paint: Paint) -> String {
        let width = PromptCommand.all.map(\.call.count).max() ?? 0
        var text = """
            RULES VALUE      checks a value: length(3...20) "ab"
            FIELD VALUE      checks a value with the rules of a field of the open rule set
            {"name": ...}    validates a record with the open rule set
            RULES or FIELD   explains the rules


            """
        for command in PromptCommand.all {
            let space = String(repeating: " ", count: width - command.call.count + 2)
            text += paint.strong(command.call) + space + command.summary + "\n"
        }
        let names = topics.map { ":help \($0.name)" }.joined(separator: ", ")
        return text + "\nThe beginning of a name is enough. More: \(names).\n"
    }

    static func text(of command: PromptCommand, paint: Paint) -> String {
        let files = command.usesFiles ? "  Disabled by --safe.\n" : ""
        return "\(paint.strong(command.call))\n  \(command.summary)\n" + files
            + (details[command.name].map { "\n\($0)" } ?? "")
    }

    private static let values = """
        A value is JSON if it parses as JSON: 12, true, null, "a b", [1, 2], {"a": 1}.
        Anything else is text, without quotes: 2024-02-30.
        'absent' is a missing value; "absent" is the word.
        With ':set text on', every value is text, like a cell of a CSV file.
        With ':set partial on', records have only some fields; absent ones are not required.

        """

    private static let expressions = """
        Rules are separated by commas; all of them must pass: required, length(3...20)
        Arguments are in parentheses, by position or by name: length(min=3, unit=bytes)
        Ranges are 3...20, 3... or ...20; patterns are between slashes: regex(/^a+$/i)
        Rules can be arguments: anyOf(email, e164), each(length(1...))
        ':rules' lists the rules; ':explain length' explains one.

        """

    private static let keys = """
        Tab completes commands, rules, arguments, choices, fields and files.
        Up and Down move through the history; ^R searches it.
        ^C discards the line or ends an answer; ^D on an empty line ends ruleshell.
        ':set keys vi' selects the keys of vi. Your ~/.editrc is read (see editrc(5)).
        An input continues until its brackets are closed; an empty line ends it anyway.

        """

    private static let scripts = """
        'ruleshell repl < FILE' runs the lines of a file, as ':read FILE' does at the prompt.
        A script stops at the first error, with status 2; with --keep-going, it continues.
        A verdict is an answer, not an error. Lines that begin with # are comments.

        """

    private static let details: [String: String] = [
        "why": """
        Failed rules come first, then undecided ones. Marks: ✓ passed, ✗ failed, ? undecided,
        · did not run. The time after a rule is that of this one check, with the rules inside it.
        The time in the first line is the sum of all rules and of reading values and reporting.
        After a pattern, you see the steps of its search from the position that takes the most, and
        the steps that are allowed for a text of this length.

        """,
        "example": """
        Values are generated from the examples of the rules, their arguments and patterns, then
        made smaller while the verdict stays the same. Each one is checked before it is shown.

        """,
        "next": """
        :next             the next record
        :next fail        the next that is not valid
        :next email.syntax, :next email
                          the next with a finding of this code, or of this rule
        :next 4711        record 4711 of the file, even if it was read before

        The last line counts the records that were read. If you type a field and a value next, they
        are checked with the other fields of this record.

        """,
        "watch": """
        Without a file, the last input is checked again when the rule set changes. ^C ends it.

        """,
        "save": """
        Writes a case for each rule that ran, as ':why' shows them. Values of sensitive fields and
        undecided rules are left out. A file whose name ends in .yaml or .json becomes one document;
        any other file has a line for each case.

        """,
        "redos": """
        :redos /^(a+)+$/   or with flags: /^(a+)+$/i

        """,
    ]
}

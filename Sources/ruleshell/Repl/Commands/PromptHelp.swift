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
        A value is JSON if it reads as JSON: 12, true, null, "a b", [1, 2], {"a": 1}.
        Anything else is text, without quotes: 2024-02-30.
        'absent' is a missing value, "absent" the word.
        With ':set text on' every value is text, like a cell of a CSV file.

        """

    private static let expressions = """
        Rules are separated by commas; all of them must pass: required, length(3...20)
        Arguments are in parentheses, by position or by name: length(min=3, unit=bytes)
        Ranges are 3...20, 3... or ...20; patterns are between slashes: regex(/^a+$/i)
        Rules can be arguments: anyOf(email, e164), each(length(1...))
        ':rules' lists the rules, ':explain length' explains one.

        """

    private static let keys = """
        Tab completes commands, rules, arguments, choices, fields and files.
        Up and Down move through the history, ^R searches it.
        ^C discards the line or ends an answer, ^D on an empty line ends ruleshell.
        ':set keys vi' selects the keys of vi. ~/.editrc is read (see editrc(5)).
        An input continues until its brackets are closed; an empty line ends it anyway.

        """

    private static let scripts = """
        'ruleshell repl < FILE' runs the lines of a file, as ':read FILE' does at the prompt.
        A script stops at the first error with status 2; with --keep-going it continues.
        A verdict is an answer, not an error. Lines that begin with # are comments.

        """

    private static let details: [String: String] = [
        "why": """
        What failed is first, then what is undecided. Marks: ✓ passed, ✗ failed, ? undecided,
        · did not run. A rule is followed by the time of this one check, which holds the times of
        the rules inside it; the times of all rules and of the rest, which is reading values and
        reporting, are that of the first line. A pattern is followed by the steps of its search from the position that takes the
        most, and the number of steps allowed for a text of this length.

        """,
        "example": """
        Values are generated from the examples of the rules, their arguments and patterns, then
        made smaller as long as the verdict stays the same. Each is checked before it is shown.

        """,
        "next": """
        :next             the next record
        :next fail        the next that is not valid
        :next email.syntax, :next email
                          the next with a finding of this code, or of this rule
        :next 4711        record 4711 of the file, also one that was before

        The last line counts what has been read. A field and a value that are typed after it are
        checked with the other fields of this record.

        """,
        "watch": """
        Without a file, the last input is checked again when the rule set changes. ^C ends it.

        """,
        "save": """
        Writes a case for each rule that ran, as ':why' shows them. Values of sensitive fields and
        undecided rules are left out. A name that ends in .yaml or .json gets one document, any
        other a line for each case.

        """,
        "redos": """
        :redos /^(a+)+$/   or with flags: /^(a+)+$/i

        """,
    ]
}

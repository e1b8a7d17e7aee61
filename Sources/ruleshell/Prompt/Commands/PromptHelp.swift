// SPDX-License-Identifier: Apache-2.0

/// What `:help` says.
enum PromptHelp {
    static let topics: [(name: String, text: String)] = [
        ("values", values), ("expressions", expressions), ("keys", keys), ("scripts", scripts),
    ]

    static func overview(_ paint: Paint) -> String {
        let width = PromptCommand.all.map(\.call.count).max() ?? 0
        var text = """
            RULES VALUE      judges a value: length(3...20) "ab"
            FIELD VALUE      the same by the rules of a field of the open rule set
            {"name": ...}    judges a record by the open rule set
            RULES or FIELD   says what the rules are


            """
        for command in PromptCommand.all {
            let space = String(repeating: " ", count: width - command.call.count + 2)
            text += paint.strong(command.call) + space + command.summary + "\n"
        }
        let names = topics.map { ":help \($0.name)" }.joined(separator: ", ")
        return text + "\nThe start of a name is enough. More: \(names).\n"
    }

    static func text(of command: PromptCommand, _ paint: Paint) -> String {
        let files = command.usesFiles ? "  Not with --safe.\n" : ""
        return "\(paint.strong(command.call))\n  \(command.summary)\n" + files
            + (details[command.name].map { "\n\($0)" } ?? "")
    }

    private static let values = """
        A value is JSON where it reads as JSON: 12, true, null, "a b", [1, 2], {"a": 1}.
        Other text stands for itself, without quotes: 2024-02-30.
        'absent' is no value at all, "absent" the word.
        With ':set text on' every value is text, as a cell of a CSV file.

        """

    private static let expressions = """
        Rules stand with commas between them, a comma means and: required, length(3...20)
        Arguments stand in parentheses, by place or by name: length(min=3, unit=bytes)
        Ranges are 3...20, 3... or ...20; patterns stand between slashes: regex(/^a+$/i)
        Rules can be arguments: anyOf(email, e164), each(length(1...))
        ':rules' lists the rules, ':explain length' says everything about one.

        """

    private static let keys = """
        Tab completes commands, rules, arguments, choices, fields and files.
        Up and down go through what was typed before, ^R searches it.
        ^C forgets the line or ends an answer, ^D on an empty line ends ruleshell.
        ':set keys vi' takes the keys of vi. ~/.editrc is read (see editrc(5)).
        A line goes on until its brackets are closed; an empty line ends it anyway.

        """

    private static let scripts = """
        ruleshell repl < FILE runs the lines of a file; ':read FILE' does here.
        It ends at the first mistake with its line and status 2; --keep-going goes on behind it.
        A verdict is an answer, whatever it is. Lines that begin with # are left out.

        """

    private static let details: [String: String] = [
        "why": """
        Marks: ✓ passed, ✗ failed, ? undecided, · not asked. Behind a rule stands what it cost in
        this one evaluation, behind a pattern the steps of its search from the place that takes
        most, and how many are allowed for a text of this length.

        """,
        "example": """
        Values are made from the examples of the rules, their arguments and patterns, then made
        smaller as long as the verdict stays. Each is judged by the rules before it is shown.

        """,
        "next": """
        A field and a value that are judged behind it see the other fields of this record.

        """,
        "watch": """
        Without a file, what was tried last is judged again when the rule set changes. ^C ends it.

        """,
        "save": """
        A case for each rule that was asked, as ':why' shows them. Values of sensitive fields are
        left out, as is what was undecided. A name that ends in .yaml or .json gets one document,
        any other a line for each case.

        """,
        "redos": """
        :redos /^(a+)+$/   or with flags: /^(a+)+$/i

        """,
    ]
}

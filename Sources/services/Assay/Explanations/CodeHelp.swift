// SPDX-License-Identifier: Apache-2.0

/// Help about a code for `ruleshell explain`, with an example of what is wrong and what is right.
struct CodeHelp {
    let text: String
    var wrong: String?
    var right: String?

    init(_ text: String, wrong: String? = nil, right: String? = nil) {
        self.text = text
        self.wrong = wrong
        self.right = right
    }

    /// The lines after the meaning of a code; empty if the meaning says enough.
    static func text(of code: String) -> String {
        guard let help = help(on: code) else { return "" }
        var text = "\n  \(help.text)\n"
        if let wrong = help.wrong { text += "\n    wrong: \(wrong)\n" }
        if let right = help.right { text += "    right: \(right)\n" }
        return text
    }

    private static func help(on code: String) -> CodeHelp? {
        if let known = all[code] { return known }
        if code.hasPrefix("fault.") {
            return CodeHelp(
                "A record with a fault counts as invalid, so that nothing slips through."
            )
        }
        if code.hasPrefix("plugin.") {
            return CodeHelp("'ruleshell plugin check SO' examines the plugin.")
        }
        return nil
    }

    private static let all: [String: CodeHelp] = [
        // Faults.
        "fault.matchLimit": CodeHelp(
            "The pattern backtracks too much on this text: ':redos' at the prompt shows why and looks for a safer pattern; --match-limit allows more steps."
        ),
        "fault.subjectLimit": CodeHelp(
            "Patterns that backtrack search texts of up to 65,536 bytes: a 'length' before the pattern rejects longer texts without a search; --subject-limit allows longer ones."
        ),
        "fault.deadline": CodeHelp("Allow more time, or shorten the input of the rule."),
        "fault.unavailable": CodeHelp(
            "The rule needs a service or a file that is not available now."),

        // Records.
        "record.malformed": CodeHelp(
            "The message says what the reader found and where; a field with an unclosed quote also takes in the lines that follow it."
        ),
        "record.duplicateKey": CodeHelp("Remove one of the two where the record is created."),
        "record.unknownField": CodeHelp(
            "Add the field or member to the rule set ('name: []' and 'address.zip: []' allow anything), or write 'unknownFields: allow'. A column without a name comes from a separator at the end of a CSV header: remove it there and in the records, or name the column."
        ),

        // Paths.
        "path.object": CodeHelp(
            "Correct the record. If the value may be of another kind, give the rules below it a condition with 'when', such as 'when: {address: object}'."
        ),
        "path.array": CodeHelp(
            "Correct the record. If the value may be of another kind, give the rules below it a condition with 'when', such as 'when: {tags: array}'."
        ),
        "field.container": CodeHelp(
            "Members of an object are written 'items.price', and members of each element of an array 'items[*].price'. Where records of different kinds have an object or an array in one place, give the rules of both fields conditions with 'when'."
        ),
        "field.cell": CodeHelp(
            #"A column or an input whose name has a dot is one key, which is written in double quotes: '"address.zip"'."#
        ),

        // Expressions.
        "expression.syntax": CodeHelp(
            "Separate rules with commas, and write arguments in parentheses.",
            wrong: "length 3...20", right: "length(3...20)"),
        "expression.ruleName": CodeHelp(
            "Ids consist of ASCII letters, digits, '_' and '-', with dots between their parts.",
            wrong: "länge(3...)", right: "length(3...)"),
        "expression.escape": CodeHelp(
            "Strings have the escapes of JSON; patterns are between slashes and need no further escapes.",
            wrong: #"regex("\d+")"#, right: #"regex(/\d+/)"#),
        "expression.unterminatedString": CodeHelp(
            "A quote inside a string is written \\\".", wrong: #"equals("a)"#,
            right: #"equals("a")"#),
        "expression.unterminatedPattern": CodeHelp(
            "A slash inside a pattern is written \\/.", wrong: "regex(/^a+$)",
            right: "regex(/^a+$/)"),
        "expression.number": CodeHelp(
            "Write no leading zeros, no plus sign, and a digit on both sides of the point.",
            wrong: "range(07...9)",
            right: "range(7...9)"),
        "expression.controlCharacter": CodeHelp(
            "Write a tab as \\t, a line feed as \\n, any other as \\u{...} with its number."),
        "expression.depth": CodeHelp("Calls and lists nest at most 64 levels."),
        "expression.range": CodeHelp(
            "A range has three dots and includes both ends; the lower one comes first.",
            wrong: "length(3..20)",
            right: "length(3...20)"),
        "expression.quote": CodeHelp(
            "Single and typographic quotes are not quotes here.", wrong: "oneOf('a')",
            right: #"oneOf("a")"#),
        "expression.colon": CodeHelp(
            "A colon has no meaning here, and YAML would read the text before it as a key.",
            wrong: "length(min: 3)",
            right: "length(min=3)"),

        // Rules and their arguments.
        "rule.unknown": CodeHelp(
            "'ruleshell rules' lists all rules; ids of a plugin's rules begin with the plugin's id.",
            wrong: "lenght(3...20)", right: "length(3...20)"),
        "argument.type": CodeHelp(
            "'ruleshell explain RULE' shows the types.", wrong: #"length("3")"#,
            right: "length(3...)"),
        "argument.invalid": CodeHelp("The message says what is wrong with it."),
        "argument.range": CodeHelp(
            "'ruleshell explain RULE' shows the limits.", wrong: "length(-1...)",
            right: "length(0...)"),
        "argument.missing": CodeHelp(
            "'ruleshell explain RULE' shows the required ones.", wrong: "regex()",
            right: "regex(/^a+$/)"),
        "argument.duplicate": CodeHelp(
            "An argument was given by position and again by name.", wrong: "length(3, min=4)",
            right: "length(min=4)"),
        "argument.unknown": CodeHelp(
            "'ruleshell explain RULE' shows the names.", wrong: "length(least=3)",
            right: "length(min=3)"),
        "argument.choice": CodeHelp(
            "'ruleshell explain RULE' shows the choices.", wrong: "length(3, unit=letters)",
            right: "length(3..., unit=characters)"),
        "argument.extra": CodeHelp(
            "Write several values for one argument as a list.", wrong: "luhn(true, 2)",
            right: "luhn(true)"),
        "pattern.syntax": CodeHelp(
            "The caret is where PCRE2 stopped reading (pcre2pattern(3)).",
            wrong: "regex(/[a-z/)",
            right: "regex(/[a-z]/)"),
        "pattern.flag": CodeHelp(
            "i: ignore case, m: ^ and $ match at line breaks, s: . matches line feeds, x: spaces and comments, n: no captures.",
            wrong: "regex(/a/g)", right: "regex(/a/i)"),
        "pattern.tooLarge": CodeHelp("Split it into several rules, or bound its repetitions."),

        // Rule sets.
        "field.syntax": CodeHelp(
            "Write a key that contains a dot or a bracket in double quotes.",
            wrong: "items[].price",
            right: "items[*].price"),
        "field.duplicate": CodeHelp(
            "Two files that are opened together may not have the same field either."),
        "field.elements": CodeHelp(
            "Give both paths the same [*], or name a field without [*].",
            wrong: "items[*].end: after(others[*].start)",
            right: "items[*].end: after(items[*].start)"),
        "ruleSet.syntax": CodeHelp(
            "': ' and ' #' are special in YAML: put the whole expression in single quotes."),
        "ruleSet.version": CodeHelp("The first line of a rule set is 'assay: 1'."),
        "ruleSet.unknownKey": CodeHelp("'docs/rule-sets.md' lists the keys of the format."),
        "ruleSet.type": CodeHelp(
            "A validator is an expression, a list, or a mapping with 'rules'."),
        "plugin.missing": CodeHelp(
            "Load it with --plugin SO, with ':load SO' at the prompt, or through ASSAY_PLUGIN_PATH."
        ),
        "plugin.version": CodeHelp(
            "'acme >= 1.2' does not accept 1.3.0-rc.1, but 'acme >= 1.3.0-rc.1' does: a pre-release is accepted only if a comparison names a pre-release of the same version."
        ),
        "plugin.requirement": CodeHelp(
            "Inside [ ], a comma separates elements: write plugins: [\"acme >= 1.2, < 2\"], with the quotes."
        ),
        "plugin.exit": CodeHelp(
            "Correct the plugin: a rule must report what it found as a verdict, or 'undecided' if it cannot decide, and must never call exit."
        ),
        "plugin.crash": CodeHelp(
            "The exit status is that of the signal. 'ruleshell plugin check SO' tries the rule on many values in processes of its own and prints the one that crashes it."
        ),
        "plugin.configuration": CodeHelp(
            "The keys of the file are plugin ids; 'ruleshell plugin inspect SO' shows a plugin's settings."
        ),

        // The tool.
        "usage": CodeHelp("'ruleshell help COMMAND' shows its options."),
        "case.form": CodeHelp(
            "A case is on one line.", wrong: #"{"rule": "length", "value": "a"}"#,
            right: #"{"rule": "length", "args": {"min": 2}, "value": "a", "valid": false}"#),
        "input.unreadable": CodeHelp("The other inputs are read; the exit status is 3."),
        "column.missing": CodeHelp(
            "The header is compared with the rule set before the first record is validated; --allow-missing-columns turns that off."
        ),
        "column.duplicate": CodeHelp(
            "No record of the input is validated, because it is unclear which of the columns is meant."
        ),
        "field.neverSeen": CodeHelp(
            "It is a warning at the end of 'validate': the exit status changes only with --strict or --max-warnings."
        ),
        "cell.severalLines": CodeHelp(
            "It is a warning at the end of 'validate': the exit status changes only with --strict or --max-warnings."
        ),
        "cell.quotedText": CodeHelp(
            "It is a warning at the end of 'validate'; --quote '\"' reads the quotes, and --quote none says that they are text."
        ),
        "input.shrunk": CodeHelp(
            "Only records before the place where it ended are validated; the exit status is 3. A program that writes a new file and renames it (rename(2)) lets readers finish the old one."
        ),
        "input.noRecords": CodeHelp(
            "It is a warning at the end of 'validate': --min-records 1 makes it an error, and --min-records 0 allows it. The jobs of ruleshell.toml have 1 unless they say otherwise."
        ),
        "input.tooFewRecords": CodeHelp(
            "The exit status is 3, as for an input that cannot be read. A job has --min-records 1 unless it gives min-records."
        ),
        "input.foreign": CodeHelp(
            "Inputs are NDJSON, JSON, CSV or Arrow, plain or compressed with gzip or Zstandard."),
        "input.arrow": CodeHelp(
            "Records before the place that the message names are validated. The exit status is 3."),
        "input.encoding": CodeHelp(
            "--encoding takes utf-8, utf-16, utf-16le, utf-16be, latin-1 or windows-1252."),
        "input.header": CodeHelp(
            "--delimiter takes the field separator: ';', or the word tab."),
        "output.unwritable": CodeHelp("The exit status is 2, whatever was found."),

        // The prompt.
        "prompt.command": CodeHelp(
            "':help' lists the commands; a rule has no colon before its name.",
            wrong: ":length ab",
            right: "length(3...20) \"ab\""),
        "prompt.ambiguous": CodeHelp(
            "The beginning of a name is enough if only one command has it.", wrong: ":re",
            right: ":read"),
        "prompt.argument": CodeHelp("':help COMMAND' shows what a command takes."),
        "prompt.unsafe": CodeHelp(
            "Files named by --rules and --plugin are loaded anyway, before the first line."),
        "prompt.ruleSet": CodeHelp(
            "A line of rules needs no rule set.", wrong: #"{"name": "Bo"}"#,
            right: #"length(3...20) "Bo""#),
        "prompt.data": CodeHelp(
            "':open FILE' opens a file, then ':next' reads it record by record."),
        "prompt.nothingTried": CodeHelp(
            "':why', ':last' and ':save' refer to earlier inputs."),
        "prompt.value": CodeHelp(
            "A value that begins with a quote or a bracket is read as JSON.",
            wrong: "length(3...) \"ab",
            right: "length(3...) \"ab\""),
        "prompt.incomplete": CodeHelp(
            "An input continues on the next line until its brackets are closed."),
        "prompt.nesting": CodeHelp("Check for a script that includes itself."),
        "prompt.watch": CodeHelp("The system limits how many files can be watched (inotify(7))."),
    ]
}

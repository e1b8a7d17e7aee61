// SPDX-License-Identifier: Apache-2.0
import Assay

/// What to do about a code, for `ruleshell explain`: examples of what is wrong and right, or a way
/// out.
struct CodeAdvice {
    let text: String
    var wrong: String?
    var right: String?

    init(_ text: String, wrong: String? = nil, right: String? = nil) {
        self.text = text
        self.wrong = wrong
        self.right = right
    }

    /// The lines behind the meaning of a code; empty for one that says enough.
    static func text(_ code: String) -> String {
        guard let advice = advice(on: code) else { return "" }
        var text = "\n  \(advice.text)\n"
        if let wrong = advice.wrong { text += "\n    wrong: \(wrong)\n" }
        if let right = advice.right { text += "    right: \(right)\n" }
        return text
    }

    private static func advice(on code: String) -> CodeAdvice? {
        if let known = all[code] { return known }
        if code.hasPrefix("fault.") {
            return CodeAdvice(
                "A record that could not be judged counts as invalid, so that nothing slips through."
            )
        }
        if code.hasPrefix("plugin.") {
            return CodeAdvice("'ruleshell plugin check SO' looks into a plugin that is refused.")
        }
        return nil
    }

    private static let all: [String: CodeAdvice] = [
        // Faults.
        "fault.matchLimit": CodeAdvice(
            "The pattern backtracks too much on this text: ':redos' at the prompt shows why and looks for a safer form; --match-limit allows more steps."
        ),
        "fault.subjectLimit": CodeAdvice(
            "Patterns that backtrack search texts of up to 65,536 bytes: a 'length' before the pattern rejects longer ones without a search; --subject-limit allows longer ones."
        ),
        "fault.deadline": CodeAdvice("Allow more time, or give the rule less to look at."),
        "fault.unavailable": CodeAdvice(
            "The rule needs a service or a file that is not there now."),

        // Records.
        "record.malformed": CodeAdvice(
            "The message says what the reader found and where; an unclosed quote takes the following lines with it."
        ),
        "record.duplicateKey": CodeAdvice("Take one of the two away where the record is written."),
        "record.unknownField": CodeAdvice(
            "Add the field to the rule set ('name: []' allows anything), or write 'unknownFields: allow'."
        ),

        // Expressions.
        "expression.syntax": CodeAdvice(
            "Rules stand with commas between them, arguments in parentheses.",
            wrong: "length 3...20", right: "length(3...20)"),
        "expression.ruleName": CodeAdvice(
            "Ids have ASCII letters, digits, '_' and '-', with dots between their parts.",
            wrong: "länge(3...)", right: "length(3...)"),
        "expression.escape": CodeAdvice(
            "Strings have the escapes of JSON; patterns stand between slashes and need none more.",
            wrong: #"regex("\d+")"#, right: #"regex(/\d+/)"#),
        "expression.unterminatedString": CodeAdvice(
            "A quote inside of a string is written \\\".", wrong: #"equals("a)"#,
            right: #"equals("a")"#),
        "expression.unterminatedPattern": CodeAdvice(
            "A slash inside of a pattern is written \\/.", wrong: "regex(/^a+$)",
            right: "regex(/^a+$/)"),
        "expression.number": CodeAdvice(
            "No leading zeros, no plus, a digit on both sides of the point.",
            wrong: "range(07...9)",
            right: "range(7...9)"),
        "expression.controlCharacter": CodeAdvice(
            "A tab is \\t, a line feed \\n, any other \\u{...} with its number."),
        "expression.depth": CodeAdvice("Calls and lists stand at most 64 deep inside each other."),
        "expression.range": CodeAdvice(
            "Three dots, both ends included, the smaller one first.", wrong: "length(3..20)",
            right: "length(3...20)"),
        "expression.quote": CodeAdvice(
            "Single and typographic quotes are none.", wrong: "oneOf('a')", right: #"oneOf("a")"#),
        "expression.colon": CodeAdvice(
            "A colon has no meaning here, and YAML would take it for a key.",
            wrong: "length(min: 3)",
            right: "length(min=3)"),

        // Rules and their arguments.
        "rule.unknown": CodeAdvice(
            "'ruleshell rules' lists what is there; ids of plugins begin with the plugin's.",
            wrong: "lenght(3...20)", right: "length(3...20)"),
        "argument.type": CodeAdvice(
            "'ruleshell explain RULE' shows the types.", wrong: #"length("3")"#,
            right: "length(3...)"),
        "argument.invalid": CodeAdvice("The message says what the rule found wrong with it."),
        "argument.range": CodeAdvice(
            "'ruleshell explain RULE' shows the limits.", wrong: "length(-1...)",
            right: "length(0...)"),
        "argument.missing": CodeAdvice(
            "'ruleshell explain RULE' shows which are required.", wrong: "regex()",
            right: "regex(/^a+$/)"),
        "argument.duplicate": CodeAdvice(
            "Once by place and once by name is twice.", wrong: "length(3, min=4)",
            right: "length(min=4)"),
        "argument.unknown": CodeAdvice(
            "'ruleshell explain RULE' shows the names.", wrong: "length(least=3)",
            right: "length(min=3)"),
        "argument.choice": CodeAdvice(
            "'ruleshell explain RULE' shows the words.", wrong: "length(3, unit=letters)",
            right: "length(3..., unit=characters)"),
        "argument.extra": CodeAdvice(
            "Several values for one argument stand in a list.", wrong: "luhn(true, 2)",
            right: "luhn(true)"),
        "pattern.syntax": CodeAdvice(
            "The caret stands where PCRE2 stopped reading (pcre2pattern(3)).",
            wrong: "regex(/[a-z/)",
            right: "regex(/[a-z]/)"),
        "pattern.flag": CodeAdvice(
            "i: either case, m: ^ and $ at line breaks, s: . takes line feeds, x: spaces and comments, n: no groups.",
            wrong: "regex(/a/g)", right: "regex(/a/i)"),
        "pattern.tooLarge": CodeAdvice("Split it into several rules, or bound its repetitions."),

        // Rule sets.
        "field.syntax": CodeAdvice(
            "A key with a dot or a bracket in it stands in double quotes.", wrong: "items[].price",
            right: "items[*].price"),
        "field.duplicate": CodeAdvice(
            "Two files that are opened together may not name the same field either."),
        "field.elements": CodeAdvice(
            "Both paths share their [*], or the other one has none.",
            wrong: "items[*].end: after(others[*].start)",
            right: "items[*].end: after(items[*].start)"),
        "ruleSet.syntax": CodeAdvice(
            "': ' and ' #' mean something to YAML: put the whole expression in single quotes."),
        "ruleSet.version": CodeAdvice("The first line of a rule set is 'assay: 1'."),
        "ruleSet.unknownKey": CodeAdvice("'docs/rule-sets.md' lists the keys of the format."),
        "ruleSet.type": CodeAdvice(
            "A validator is an expression, a list, or a mapping with 'rules'."),
        "plugin.missing": CodeAdvice(
            "--plugin SO loads it, as does ':load SO' at the prompt and ASSAY_PLUGIN_PATH."),
        "plugin.configuration": CodeAdvice(
            "The keys of the file are the ids of plugins; 'ruleshell plugin inspect SO' shows one's settings."
        ),

        // The tool.
        "usage": CodeAdvice("'ruleshell help COMMAND' shows its options."),
        "case.form": CodeAdvice(
            "A case stands on one line.", wrong: #"{"rule": "length", "value": "a"}"#,
            right: #"{"rule": "length", "args": {"min": 2}, "value": "a", "valid": false}"#),
        "input.unreadable": CodeAdvice("The other inputs are read; the status is 3."),
        "input.header": CodeAdvice(
            "Behind --delimiter stands what separates the cells: ';', or the word tab."),
        "output.unwritable": CodeAdvice("The status is 2, whatever was found."),

        // The prompt.
        "prompt.command": CodeAdvice(
            "':help' lists the commands; a rule's name stands without a colon.",
            wrong: ":length ab",
            right: "length(3...20) \"ab\""),
        "prompt.ambiguous": CodeAdvice(
            "The start of a name is enough as long as one command has it.", wrong: ":re",
            right: ":read"),
        "prompt.argument": CodeAdvice("':help COMMAND' shows what a command takes."),
        "prompt.unsafe": CodeAdvice(
            "What --rules and --plugin name is loaded before the first line all the same."),
        "prompt.ruleSet": CodeAdvice(
            "Rules alone need none.", wrong: #"{"name": "Bo"}"#, right: #"length(3...20) "Bo""#),
        "prompt.data": CodeAdvice(
            "':open FILE' opens one, then ':next' reads it record by record."),
        "prompt.nothingTried": CodeAdvice(
            "':why', ':last' and ':save' are about what was judged before them."),
        "prompt.value": CodeAdvice(
            "What begins with a quote or a bracket is read as JSON.", wrong: "length(3...) \"ab",
            right: "length(3...) \"ab\""),
        "prompt.incomplete": CodeAdvice(
            "A line goes on in the next one until its brackets are closed."),
        "prompt.nesting": CodeAdvice("A file that reads itself never ends."),
        "prompt.watch": CodeAdvice("The system bounds what can be watched (inotify(7))."),
    ]
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The grammar: one method for each production, over the scanner's literals.
struct ExpressionGrammar {
    var scanner: ExpressionScanner
    private var depth = 0
    /// The number of rules so far, nested ones included.
    private(set) var ruleCount = 0

    init(_ text: String) {
        scanner = ExpressionScanner(text)
    }

    // MARK: - Expressions

    mutating func expressions() throws(ExpressionError) -> [RuleExpression] {
        var expressions = [try expression()]
        while true {
            scanner.skipSpace()
            if scanner.isAtEnd { return expressions }
            try comma(closing: "the end")
            expressions.append(try expression())
        }
    }

    mutating func leadingExpressions() throws(ExpressionError) -> ([RuleExpression], Int) {
        var expressions = [try expression()]
        while true {
            // Without a space before it, such a sign begins no value.
            if let help = signHelp { throw scanner.expected("',' or a value", help: help) }
            scanner.skipSpace()
            guard scanner.take(",") else { return (expressions, scanner.position) }
            expressions.append(try expression())
        }
    }

    mutating func singleExpression() throws(ExpressionError) -> RuleExpression {
        let expression = try expression()
        scanner.skipSpace()
        guard scanner.isAtEnd else { throw scanner.expected("the end") }
        return expression
    }

    private mutating func expression() throws(ExpressionError) -> RuleExpression {
        scanner.skipSpace()
        let start = scanner.position
        guard scanner.next?.startsWord == true else { throw expectedRule() }
        let word = try scanner.word()
        try checkRuleID(word, from: start)
        return try call(word, from: start)
    }

    private func expectedRule() -> ExpressionError {
        if scanner.isAtEnd, scanner.bytes.contains(UInt8(ascii: ",")) {
            return scanner.expected("a rule", help: "remove the comma after the last rule")
        }
        return scanner.expected("a rule", help: quoteHelp)
    }

    func checkRuleID(_ word: String, from start: Int) throws(ExpressionError) {
        let isID = word.utf8.allSatisfy {
            $0 < 0x80 && ($0.continuesWord || $0 == UInt8(ascii: "."))
        }
        guard isID, !word.utf8.contains(UInt8(ascii: "$")), !word.utf8.contains(UInt8(ascii: "@"))
        else {
            throw ExpressionError(
                "expression.ruleName", "'\(abbreviated(word))' is not the name of a rule",
                help:
                    "write a name of ASCII letters, digits, '_' and '-', with dots between its parts",
                extent: start..<scanner.position)
        }
    }

    /// The arguments of a rule whose id has been read, if it has any.
    mutating func call(
        _ id: String, from start: Int
    ) throws(ExpressionError) -> RuleExpression {
        ruleCount += 1
        guard ruleCount <= RuleSetLimits.rules else {
            throw ExpressionError(
                "expression.tooManyRules",
                "more than \(RuleSetLimits.rules) rules in one expression",
                help: "split the rule set", extent: start..<scanner.position)
        }
        var expression = RuleExpression(id, extent: start..<scanner.position)
        guard isCallNext() else { return expression }
        expression.arguments = try nested { grammar throws(ExpressionError) in
            try grammar.arguments()
        }
        expression.extent = start..<scanner.position
        return expression
    }

    /// True when a parenthesis follows; white space before it is skipped only then.
    mutating func isCallNext() -> Bool {
        let end = scanner.position
        scanner.skipSpace()
        if scanner.isNext("(") { return true }
        scanner.position = end
        return false
    }

    // MARK: - Arguments

    /// Reads from `(` to `)`.
    private mutating func arguments() throws(ExpressionError) -> [RuleArgument] {
        scanner.position += 1
        scanner.closing = UInt8(ascii: ")")
        scanner.skipSpace()
        if scanner.take(")") { return [] }
        var arguments: [RuleArgument] = []
        while true {
            arguments.append(try argument())
            scanner.skipSpace()
            if scanner.take(")") { return arguments }
            try comma(closing: "')'")
        }
    }

    private mutating func argument() throws(ExpressionError) -> RuleArgument {
        scanner.skipSpace()
        let start = scanner.position
        let name = try argumentName()
        scanner.skipSpace()
        let valueStart = scanner.position
        let value = try value()
        let end = scanner.position
        return RuleArgument(
            name: name, value, extent: start..<end, valueExtent: valueStart..<end)
    }

    /// The name before `=`; nil, with nothing read, for a positional argument.
    private mutating func argumentName() throws(ExpressionError) -> String? {
        let start = scanner.position
        guard scanner.next?.startsWord == true else { return nil }
        while scanner.next?.continuesWord == true { scanner.position += 1 }
        let name = scanner.text(in: start..<scanner.position)
        scanner.skipSpace()
        if scanner.isNext("==") {
            throw ExpressionError(
                "expression.syntax", "expected '=', found '=='",
                extent: scanner.position..<scanner.position + 2)
        }
        if scanner.take("=") { return name }
        if scanner.isNext(":") {
            let name = abbreviated(name)
            throw ExpressionError(
                "expression.colon", "expected '=' after the name '\(name)', found ':'",
                help: "write \(name)=…", extent: scanner.nextCharacter)
        }
        scanner.position = start
        return nil
    }

    // MARK: - Punctuation and depth

    mutating func comma(closing: String) throws(ExpressionError) {
        guard !scanner.take(",") else { return }
        let startsValue = scanner.next?.startsWord == true || scanner.next == UInt8(ascii: "\"")
        throw scanner.expected(
            "',' or \(closing)",
            help: signHelp ?? (startsValue ? "write a comma between the two" : nil))
    }

    /// Returns help for the sign that other languages write between rules, or `nil` for any other
    /// character.
    private var signHelp: String? {
        if scanner.isNext("||") { return "write anyOf(a, b) if one of the rules must pass" }
        if scanner.isNext("|") {
            return "write a comma if all rules must pass, or anyOf(a, b) if one of them must"
        }
        if scanner.isNext("&") || scanner.isNext(";") {
            return "write a comma between rules; all of them must pass"
        }
        return nil
    }

    mutating func nested<Result>(
        _ body: (inout ExpressionGrammar) throws(ExpressionError) -> Result
    ) throws(ExpressionError) -> Result {
        let closing = scanner.closing
        depth += 1
        defer {
            depth -= 1
            scanner.closing = closing
        }
        guard depth <= RuleExpressionParser.maximumDepth else {
            throw ExpressionError(
                "expression.depth",
                "more than \(RuleExpressionParser.maximumDepth) nested calls, lists and objects",
                extent: scanner.nextCharacter)
        }
        return try body(&self)
    }
}

// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// Reads the rule expression language: `required, length(3...20), regex(/^[a-z]+$/)`.
///
/// The grammar stands in `docs/rule-sets.md`. Every expression and argument carries its bytes in the
/// text. Whether the rules exist and take these arguments is the registry's business.
public enum RuleExpressionParser {
    /// Calls and lists that may stand inside each other.
    public static let maximumDepth = 64

    /// Reads one or more expressions with commas between them; a comma means and.
    ///
    /// - Throws: The first mistake, with its place in the text.
    public static func parse(_ text: String) throws(ExpressionError) -> [RuleExpression] {
        var grammar = ExpressionGrammar(text)
        return try grammar.expressions()
    }

    /// Reads expressions.
    ///
    /// - Returns: The expressions, and how many rules they have in all, those inside others included.
    static func parseCounting(
        _ text: String
    ) throws(ExpressionError) -> (expressions: [RuleExpression], ruleCount: Int) {
        var grammar = ExpressionGrammar(text)
        return (try grammar.expressions(), grammar.ruleCount)
    }

    /// Reads the expressions that a text begins with.
    ///
    /// - Returns: The expressions, and the byte where what follows begins: the end, or what stands
    ///   behind white space and is no comma.
    /// - Throws: The first mistake, with its place in the text.
    public static func parsePrefix(
        _ text: String
    ) throws(ExpressionError) -> (expressions: [RuleExpression], end: Int) {
        var grammar = ExpressionGrammar(text)
        return try grammar.leadingExpressions()
    }

    /// Reads exactly one expression.
    ///
    /// - Throws: The first mistake, with its place in the text; a comma is one.
    public static func parseOne(_ text: String) throws(ExpressionError) -> RuleExpression {
        var grammar = ExpressionGrammar(text)
        return try grammar.singleExpression()
    }
}

/// The grammar: one method for each production, over the scanner's literals.
struct ExpressionGrammar {
    private var scanner: ExpressionScanner
    private var depth = 0
    /// Rules so far, those inside others included.
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
        try checkRuleID(word, start)
        return try call(word, from: start)
    }

    private func expectedRule() -> ExpressionError {
        if scanner.isAtEnd, scanner.bytes.contains(UInt8(ascii: ",")) {
            return scanner.expected("a rule", help: "no comma stands behind the last rule")
        }
        return scanner.expected("a rule", help: quoteHelp)
    }

    private func checkRuleID(_ word: String, _ start: Int) throws(ExpressionError) {
        let isID = word.utf8.allSatisfy {
            $0 < 0x80 && ($0.continuesWord || $0 == UInt8(ascii: "."))
        }
        guard isID, !word.utf8.contains(UInt8(ascii: "$")), !word.utf8.contains(UInt8(ascii: "@"))
        else {
            throw ExpressionError(
                "expression.ruleName", "'\(abbreviated(word))' is not the name of a rule",
                help: "a name has ASCII letters, digits, '_' and '-', with dots between its parts",
                extent: start..<scanner.position)
        }
    }

    /// The arguments of a rule whose id has been read, if it has any.
    private mutating func call(
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
    private mutating func isCallNext() -> Bool {
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

    /// The name in front of `=`; nil for a positional argument, which then is still to be read.
    private mutating func argumentName() throws(ExpressionError) -> String? {
        let start = scanner.position
        guard scanner.next?.startsWord == true else { return nil }
        while scanner.next?.continuesWord == true { scanner.position += 1 }
        let name = scanner.text(start..<scanner.position)
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
                "expression.colon", "expected '=' behind the name '\(name)', found ':'",
                help: "write \(name)=…", extent: scanner.nextCharacter)
        }
        scanner.position = start
        return nil
    }

    // MARK: - Values

    private mutating func value() throws(ExpressionError) -> ArgumentValue {
        if scanner.isNext("...") { return try range(from: nil, start: scanner.position) }
        let start = scanner.position
        switch scanner.next {
        case UInt8(ascii: "["):
            return .list(try nested { grammar throws(ExpressionError) in try grammar.list() })
        case UInt8(ascii: "/"): return try scanner.pattern()
        case UInt8(ascii: "\""):
            let string = try scanner.string()
            guard scanner.continuesPath else { return try bound(.string(string), start) }
            try scanner.restOfPath()
            return .word(scanner.text(start..<scanner.position))
        case let byte? where byte.startsWord: return try wordValue()
        default:
            guard scanner.isNumberNext else { throw expectedValue() }
            return try bound(try scanner.number(), start)
        }
    }

    private func expectedValue() -> ExpressionError {
        switch scanner.next {
        case UInt8(ascii: "'"):
            scanner.expected("a value", code: "expression.quote", help: quoteHelp)
        case UInt8(ascii: ")"), UInt8(ascii: "]"):
            scanner.expected("a value", help: "no comma stands behind the last value")
        case UInt8(ascii: "{"): scanner.expected("a value", help: "there are no objects here")
        default: scanner.expected("a value", help: quoteHelp)
        }
    }

    private var quoteHelp: String? {
        scanner.isNext("'") ? "a string stands in double quotes" : nil
    }

    private mutating func list() throws(ExpressionError) -> [ArgumentValue] {
        scanner.position += 1
        scanner.closing = UInt8(ascii: "]")
        scanner.skipSpace()
        if scanner.take("]") { return [] }
        var elements: [ArgumentValue] = []
        while true {
            scanner.skipSpace()
            elements.append(try value())
            scanner.skipSpace()
            if scanner.take("]") { return elements }
            try comma(closing: "']'")
        }
    }

    /// true, false, null, a call, a choice or a field path.
    private mutating func wordValue() throws(ExpressionError) -> ArgumentValue {
        let start = scanner.position
        let word = try scanner.word()
        if isCallNext() {
            try checkRuleID(word, start)
            return .rule(try call(word, from: start))
        }
        if word.unicodeScalars.contains(where: { "“”„‘’«»".unicodeScalars.contains($0) }) {
            throw ExpressionError(
                "expression.quote", "expected a value, found typographic quotes",
                help: "a string stands in straight double quotes", extent: start..<scanner.position)
        }
        if scanner.isNext("...") {
            throw ExpressionError(
                "expression.range", "'\(abbreviated(word))' cannot be a bound of a range",
                help: "bounds are numbers, or strings such as \"2024-02-29\"",
                extent: start..<scanner.position)
        }
        switch word {
        case "true": return .value(.bool(true))
        case "false": return .value(.bool(false))
        case "null": return .value(.null)
        default: return .word(word)
        }
    }

    // MARK: - Ranges

    /// A literal, or the range that it begins.
    private mutating func bound(
        _ literal: Value, _ start: Int
    ) throws(ExpressionError) -> ArgumentValue {
        let end = scanner.position
        scanner.skipSpace()
        if scanner.isNext("...") { return try range(from: literal, start: start) }
        if scanner.isNext("..") {
            throw ExpressionError(
                "expression.range", "expected '...', found '..'", help: "a range has three dots",
                extent: scanner.position..<scanner.position + 2)
        }
        scanner.position = end
        return .value(literal)
    }

    /// Reads `...` and the upper bound.
    private mutating func range(
        from lower: Value?, start: Int
    ) throws(ExpressionError) -> ArgumentValue {
        scanner.position += 3
        let dots = scanner.position
        scanner.skipSpace()
        guard let upper = try upperBound() else {
            scanner.position = dots
            guard lower != nil else { throw scanner.expected("a bound behind '...'") }
            return .range(lower: lower, upper: nil)
        }
        if let lower, let problem = Self.problem(lower, upper) {
            throw ExpressionError("expression.range", problem, extent: start..<scanner.position)
        }
        return .range(lower: lower, upper: upper)
    }

    private mutating func upperBound() throws(ExpressionError) -> Value? {
        if scanner.next == UInt8(ascii: "\"") { return .string(try scanner.string()) }
        if scanner.isNext("<") || scanner.isNext(".") {
            throw scanner.expected("a bound", help: "a range is written 3...20")
        }
        guard scanner.isNumberNext else { return Optional.none }
        return try scanner.number()
    }

    private static func problem(_ lower: Value, _ upper: Value) -> String? {
        switch (ExactNumber(lower), ExactNumber(upper)) {
        case (let low?, let high?) where high < low:
            "the range begins above its end: \(abbreviated(lower.json))...\(abbreviated(upper.json))"
        case (nil, _?), (_?, nil): "one bound of the range is a number and the other a string"
        default: nil
        }
    }

    // MARK: - Punctuation and depth

    private mutating func comma(closing: String) throws(ExpressionError) {
        guard !scanner.take(",") else { return }
        let startsValue = scanner.next?.startsWord == true || scanner.next == UInt8(ascii: "\"")
        throw scanner.expected(
            "',' or \(closing)", help: startsValue ? "a comma stands between two" : nil)
    }

    private mutating func nested<Result>(
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
                "more than \(RuleExpressionParser.maximumDepth) calls and lists inside each other",
                extent: scanner.nextCharacter)
        }
        return try body(&self)
    }
}

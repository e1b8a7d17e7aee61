// SPDX-License-Identifier: Apache-2.0
import AssayCore

// The values of arguments: lists, objects, patterns, words, literals and ranges.
extension ExpressionGrammar {
    mutating func value() throws(ExpressionError) -> ArgumentValue {
        if scanner.isNext("...") { return try range(from: nil, start: scanner.position) }
        let start = scanner.position
        switch scanner.next {
        case UInt8(ascii: "["):
            return .list(try nested { grammar throws(ExpressionError) in try grammar.list() })
        case UInt8(ascii: "{"):
            return .value(try nested { grammar throws(ExpressionError) in try grammar.object() })
        case UInt8(ascii: "/"): return try scanner.pattern()
        case UInt8(ascii: "\""):
            let string = try scanner.string()
            guard scanner.continuesPath else { return try bound(.string(string), from: start) }
            try scanner.restOfPath()
            return .word(scanner.text(in: start..<scanner.position))
        case let byte? where byte.startsWord: return try wordValue()
        default:
            guard scanner.isNumberNext else { throw expectedValue() }
            return try bound(try scanner.number(), from: start)
        }
    }

    private func expectedValue() -> ExpressionError {
        switch scanner.next {
        case UInt8(ascii: "'"):
            scanner.expected("a value", code: "expression.quote", help: quoteHelp)
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            scanner.expected("a value", help: "remove the comma after the last value")
        default: scanner.expected("a value", help: quoteHelp)
        }
    }

    var quoteHelp: String? {
        scanner.isNext("'") ? "write a string in double quotes" : nil
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

    // MARK: - Objects

    /// Reads from `{` to `}`: an object of JSON.
    private mutating func object() throws(ExpressionError) -> Value {
        scanner.position += 1
        scanner.closing = UInt8(ascii: "}")
        scanner.skipSpace()
        var object = Value.Object()
        if scanner.take("}") { return .object(object) }
        var keys: Set<ExactKey> = []
        while true {
            scanner.skipSpace()
            let start = scanner.position
            let key = try objectKey()
            guard keys.insert(ExactKey(key)).inserted else {
                throw ExpressionError(
                    "expression.duplicateKey",
                    "the key '\(abbreviated(key))' appears twice in the object",
                    help: "remove one of the two members", extent: start..<scanner.position)
            }
            scanner.skipSpace()
            object.members.append((key, try objectValue()))
            scanner.skipSpace()
            if scanner.take("}") { return .object(object) }
            try comma(closing: "'}'")
        }
    }

    /// Reads a key and the colon after it.
    private mutating func objectKey() throws(ExpressionError) -> String {
        guard scanner.isNext("\"") else {
            let help =
                scanner.isNext("}")
                ? "remove the comma after the last value" : "write a member as \"key\": value"
            throw scanner.expected("a key in double quotes", help: help)
        }
        let key = try scanner.string()
        scanner.skipSpace()
        guard scanner.take(":") else {
            throw scanner.expected("':' after the key", help: "write a member as \"key\": value")
        }
        return key
    }

    /// Reads the value of a member, which is a literal, a list of literals or an object.
    private mutating func objectValue() throws(ExpressionError) -> Value {
        let start = scanner.position
        let value = try value()
        guard let literal = value.literal else {
            let shown = abbreviated(scanner.text(in: start..<scanner.position))
            var help: String?
            if case .word = value { help = "write a string in double quotes" }
            throw ExpressionError(
                "expression.objectValue",
                "a member of an object takes a string, a number, true, false, null, a list or an "
                    + "object, not \(shown)",
                help: help, extent: start..<scanner.position)
        }
        return literal
    }

    // MARK: - Words

    /// true, false, null, a call, a choice or a field path.
    private mutating func wordValue() throws(ExpressionError) -> ArgumentValue {
        let start = scanner.position
        let word = try scanner.word()
        if isCallNext() {
            try checkRuleID(word, from: start)
            return .rule(try call(word, from: start))
        }
        if word.unicodeScalars.contains(where: { "“”„‘’«»".unicodeScalars.contains($0) }) {
            throw ExpressionError(
                "expression.quote", "expected a value, found typographic quotes",
                help: "write a string in straight double quotes", extent: start..<scanner.position)
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
        _ literal: Value, from start: Int
    ) throws(ExpressionError) -> ArgumentValue {
        let end = scanner.position
        scanner.skipSpace()
        if scanner.isNext("...") { return try range(from: literal, start: start) }
        if scanner.isNext("..") {
            throw ExpressionError(
                "expression.range", "expected '...', found '..'",
                help: "write three dots in a range",
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
            guard lower != nil else { throw scanner.expected("a bound after '...'") }
            return .range(lower: lower, upper: nil)
        }
        if let lower, let message = Self.rangeIssue(lower: lower, upper: upper) {
            throw ExpressionError("expression.range", message, extent: start..<scanner.position)
        }
        return .range(lower: lower, upper: upper)
    }

    private mutating func upperBound() throws(ExpressionError) -> Value? {
        if scanner.next == UInt8(ascii: "\"") { return .string(try scanner.string()) }
        if scanner.isNext("<") || scanner.isNext(".") {
            throw scanner.expected("a bound", help: "write a range as 3...20")
        }
        guard scanner.isNumberNext else { return Optional.none }
        return try scanner.number()
    }

    /// Returns the reason that two bounds are no range, or `nil` if they are one.
    private static func rangeIssue(lower: Value, upper: Value) -> String? {
        switch (ExactNumber(lower), ExactNumber(upper)) {
        case (let low?, let high?) where high < low:
            "the range ends before it begins: \(abbreviated(lower.json))...\(abbreviated(upper.json))"
        case (nil, _?), (_?, nil): "one bound of the range is a number and the other a string"
        default: nil
        }
    }
}

extension ArgumentValue {
    /// The value as JSON has it, or `nil` for a value that JSON does not have.
    fileprivate var literal: Value? {
        switch self {
        case .value(let value): return value
        case .list(let elements):
            var literals: [Value] = []
            for element in elements {
                guard let literal = element.literal else { return nil }
                literals.append(literal)
            }
            return .array(literals)
        case .range, .pattern, .word, .rule: return nil
        }
    }
}

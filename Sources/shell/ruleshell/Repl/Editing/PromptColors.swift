// SPDX-License-Identifier: Apache-2.0
import Assay

/// The colors of an input while it is typed.
///
/// A rule or a command that does not exist is red as soon as nothing that exists begins like it.
struct PromptColors {
    /// The number of an SGR sequence for each byte of the input.
    private(set) var numbers: [UInt8]
    private let session: PromptSession

    private enum Color: UInt8 {
        case wrong = 31
        case literal = 32
        case constant = 33
        case name = 35
        case known = 36
        case comment = 90
    }

    init(_ input: String, session: PromptSession) {
        self.session = session
        numbers = Array(repeating: 0, count: input.utf8.count)
        let spaces = input.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
        let text = String(decoding: input.utf8.dropFirst(spaces), as: UTF8.self)
        switch text.first {
        case "#": color(0..<text.utf8.count, .comment, after: spaces)
        case ":": color(command: text, after: spaces)
        case "{": color(json: text, after: spaces)
        default: color(check: text, after: spaces)
        }
    }

    private mutating func color(_ range: Range<Int>, _ color: Color?, after offset: Int) {
        for place in range where offset + place < numbers.count {
            numbers[offset + place] = color?.rawValue ?? 0
        }
    }

    // MARK: - Inputs

    private mutating func color(command text: String, after offset: Int) {
        let name = text.dropFirst().prefix { !$0.isWhitespace }
        let names = PromptCommand.all.map(\.name)
        let isKnown = names.contains { $0.hasPrefix(name) }
        color(0..<1 + name.utf8.count, isKnown ? .known : .wrong, after: offset)
        guard let command = try? PromptCommand.find(String(name)) else { return }
        switch command.argument {
        case .expression, .ruleOrCode:
            let rest = text.dropFirst(1 + name.count)
            let argument = String(rest.drop(while: \.isWhitespace))
            // A code is no expression.
            if command.argument == .ruleOrCode, session.isCode(argument) { return }
            color(
                expression: argument, after: offset + text.utf8.count - argument.utf8.count)
        default: break
        }
    }

    /// Colors a field and its value, or an expression and a value.
    private mutating func color(check text: String, after offset: Int) {
        guard let target = session.target(at: text) else {
            return color(expression: text, after: offset)
        }
        let count = target.path.utf8.count
        color(0..<count, .known, after: offset)
        color(
            value: String(decoding: text.utf8.dropFirst(count), as: UTF8.self),
            after: offset + count)
    }

    // MARK: - Expressions

    private mutating func color(expression text: String, after offset: Int) {
        let place = PromptText(text)
        let bytes = Array(text.utf8)
        for token in place.tokens {
            let word = String(decoding: bytes[token.range], as: UTF8.self)
            color(token.range, color(of: token, word: word, in: bytes), after: offset)
        }
        guard let start = place.valueStart else { return }
        color(value: String(decoding: bytes[start...], as: UTF8.self), after: offset + start)
    }

    private func color(of token: PromptText.Token, word: String, in bytes: [UInt8]) -> Color? {
        switch token.kind {
        case .literal: return .literal
        case .name: return .name
        case .argument where session.registry.definition(for: word) == nil: return .constant
        case .argument: return .known
        case .rule:
            if session.registry.definition(for: word) != nil { return .known }
            // At the end of the input it may become a rule or a field.
            let isLast = token.range.upperBound == bytes.count
            return isLast && session.canBegin(with: word) ? nil : .wrong
        }
    }

    // MARK: - Values

    /// Colors a value, as JSON if it begins like JSON.
    private mutating func color(value text: String, after offset: Int) {
        let spaces = text.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
        let own = String(decoding: text.utf8.dropFirst(spaces), as: UTF8.self)
        if let first = own.first, "\"[{".contains(first) {
            return color(json: own, after: offset + spaces)
        }
        guard !session.settings.isText, own == PromptSession.absent || Self.isConstant(own) else {
            return
        }
        color(0..<own.utf8.count, .constant, after: offset + spaces)
    }

    /// A number, true, false or null.
    private static func isConstant(_ text: String) -> Bool {
        !text.isEmpty && (try? JSONValueParser.parse(text)) != nil
    }

    /// Colors keys, texts, numbers and words of JSON, whole or not.
    private mutating func color(json text: String, after offset: Int) {
        let bytes = Array(text.utf8)
        var place = 0
        while place < bytes.count {
            let start = place
            if bytes[place] == UInt8(ascii: "\"") {
                place = Self.end(ofText: bytes, from: place)
                color(start..<place, Self.isKey(bytes, to: place) ? .name : .literal, after: offset)
            } else if Self.isOfWord(bytes[place]) {
                while place < bytes.count, Self.isOfWord(bytes[place]) { place += 1 }
                let word = String(decoding: bytes[start..<place], as: UTF8.self)
                let isWhole = place < bytes.count
                color(
                    start..<place, Self.isConstant(word) ? .constant : isWhole ? .wrong : nil,
                    after: offset)
            } else {
                place += 1
            }
        }
    }

    private static func end(ofText bytes: [UInt8], from start: Int) -> Int {
        var place = start + 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(bytes.count, place + 1)
    }

    /// Returns `true` if a colon follows.
    private static func isKey(_ bytes: [UInt8], to end: Int) -> Bool {
        bytes[end...].first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: ":")
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte > 0x20 && !"\"[]{}:,".utf8.contains(byte)
    }
}

extension PromptSession {
    /// Returns `true` if the name of a rule or a field begins with a word.
    fileprivate func canBegin(with word: String) -> Bool {
        registry.allDefinitions.contains { $0.id.hasPrefix(word) }
            || ruleSet.fields.contains { $0.path.description.hasPrefix(word) }
    }

    fileprivate func isCode(_ name: String) -> Bool {
        name.contains(".") && Explanation(registry: registry).text(of: name) != nil
    }
}

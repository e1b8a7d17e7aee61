// SPDX-License-Identifier: Apache-2.0

/// The text of an input up to the cursor: which brackets are open, and what is in them.
///
/// It knows as much of the rule expression language as completion, hints and line breaks need. An
/// incomplete expression is not an error here.
struct PromptText {
    /// A bracket that is open.
    struct Bracket {
        let opening: UInt8
        /// The rule whose arguments are in a parenthesis.
        let rule: String?
        /// The number of arguments before the one that is being written.
        var argument = 0
        /// The names of the arguments so far, including the last one.
        var names: [String] = []
        /// The name before `=` in the argument that is being written.
        var name: String?
    }

    /// A part of the text, for its color.
    struct Token {
        enum Kind {
            /// The id of a rule, or what may become one.
            case rule
            /// The name of an argument, before `=`.
            case name
            /// A number, a choice, a path in an argument.
            case argument
            /// A text or a pattern, closed or not.
            case literal
        }

        var kind: Kind
        /// The place of the token in the text, in bytes.
        let range: Range<Int>
    }

    private(set) var brackets: [Bracket] = []
    /// The words and literals of the expressions.
    private(set) var tokens: [Token] = []
    /// The byte where the value begins, or `nil` before it.
    private(set) var valueStart: Int?
    /// The word that the text ends with; empty after anything else.
    private(set) var word = ""
    /// The text ends inside a string or a pattern.
    private(set) var isInLiteral = false
    /// The expressions are over: what follows them is a value.
    private(set) var isInValue = false
    /// `true` if the text ends after a whole argument or expression, and `false` where one begins.
    private var isAfterItem = false
    private var isValueJSON = false

    private let bytes: [UInt8]
    private var position = 0

    /// Reads an expression with what may follow it.
    init(_ text: some StringProtocol) {
        bytes = Array(text.utf8)
        while position < bytes.count, !isInLiteral { step() }
    }

    /// `true` if the input is incomplete.
    var isOpen: Bool {
        !brackets.isEmpty && !isInLiteral && (!isInValue || isValueJSON)
    }

    /// `true` if only white space follows the expressions, which may continue with a comma.
    var isAfterExpression: Bool { brackets.isEmpty && isAfterItem && word.isEmpty && !isInValue }

    private mutating func step() {
        let byte = bytes[position]
        let isSpace = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
        if !isSpace, isAfterExpression, byte != UInt8(ascii: ","), byte != UInt8(ascii: "(") {
            isInValue = true
            valueStart = position
            isValueJSON = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
        }
        if isInValue, !isValueJSON {
            position = bytes.count
            return
        }
        switch byte {
        case UInt8(ascii: "\""): literal(end: byte)
        case UInt8(ascii: "/") where !isAfterItem && !brackets.isEmpty && !isInValue:
            literal(end: byte)
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open(byte)
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            _ = brackets.popLast()
            end(isAfterItem: true)
        case UInt8(ascii: ","):
            if !brackets.isEmpty {
                // A range gives the least and the most.
                brackets[brackets.count - 1].argument += isRange(lastWord) ? 2 : 1
                brackets[brackets.count - 1].name = nil
            }
            end(isAfterItem: false)
        case UInt8(ascii: "="):
            if !brackets.isEmpty, !lastWord.isEmpty {
                brackets[brackets.count - 1].name = lastWord
                brackets[brackets.count - 1].names.append(lastWord)
                if tokens.last?.kind == .argument { tokens[tokens.count - 1].kind = .name }
            }
            end(isAfterItem: false)
        default:
            if isSpace {
                if !word.isEmpty { isAfterItem = true }
                word = ""
                position += 1
            } else {
                readWord()
            }
        }
    }

    private func isRange(_ word: String) -> Bool {
        word.contains("...") && brackets.last?.opening == UInt8(ascii: "(")
    }

    /// The word before the position, with or without white space between them.
    private var lastWord = ""

    private mutating func end(isAfterItem: Bool) {
        self.isAfterItem = isAfterItem
        word = ""
        lastWord = ""
        position += 1
    }

    private mutating func open(_ byte: UInt8) {
        let isCall = byte == UInt8(ascii: "(") && !lastWord.isEmpty
        if isCall, !tokens.isEmpty { tokens[tokens.count - 1].kind = .rule }
        brackets.append(Bracket(opening: byte, rule: isCall ? lastWord : nil))
        end(isAfterItem: false)
    }

    private mutating func readWord() {
        let start = position
        while position < bytes.count, !Self.endsWord.contains(bytes[position]) { position += 1 }
        word = String(decoding: bytes[start..<max(position, start + 1)], as: UTF8.self)
        position = max(position, start + 1)
        if !isInValue {
            tokens.append(
                Token(kind: brackets.isEmpty ? .rule : .argument, range: start..<position))
        }
        lastWord = word
        isAfterItem = position < bytes.count
    }

    private static let endsWord: Set<UInt8> = Set(" \t\r\n\"()[]{},=".utf8)

    /// Steps over a string or a pattern.
    private mutating func literal(end: UInt8) {
        let start = position
        defer {
            if !isInValue {
                tokens.append(Token(kind: .literal, range: start..<min(position, bytes.count)))
            }
        }
        position += 1
        while position < bytes.count, bytes[position] != end {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        isInLiteral = position >= bytes.count
        position += 1
        // The flags of a pattern.
        while end == UInt8(ascii: "/"), position < bytes.count,
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[position] | 0x20)
        {
            position += 1
        }
        isAfterItem = true
        word = ""
        lastWord = ""
    }
}

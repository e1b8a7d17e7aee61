// SPDX-License-Identifier: Apache-2.0

/// The reason a pattern of ECMA-262 has no exact equivalent.
struct ECMAPatternError: Error {
    let reason: String
}

/// Translates patterns of ECMA-262 into patterns of PCRE2 that match the same texts.
///
/// Patterns are read with the flag `u`, except that an escaped character which is no letter or digit means itself
/// anywhere, as without the flag. What has another meaning in PCRE2, or none, is an error.
struct ECMAPattern {
    private let scalars: [UnicodeScalar]
    private var position = 0
    private var output = ""
    private var isQuantifiable = false
    private var groups: [Bool] = []

    /// The members of `\s` in ECMA-262.
    private static let space =
        #"\x09-\x0D\x20\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}"#
    /// All others.
    private static let notSpace =
        #"\x00-\x08\x0E-\x1F\x21-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}\x{202A}-\x{202E}"#
        + #"\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF}"#

    /// The pattern for PCRE2.
    static func translated(_ pattern: String) throws(ECMAPatternError) -> String {
        var translator = ECMAPattern(pattern)
        try translator.run()
        return translator.output
    }

    private init(_ pattern: String) {
        scalars = Array(pattern.unicodeScalars)
    }

    private var next: UnicodeScalar? { position < scalars.count ? scalars[position] : nil }

    private func peek(_ offset: Int) -> UnicodeScalar? {
        position + offset < scalars.count ? scalars[position + offset] : nil
    }

    private func startsWith(_ text: String) -> Bool {
        scalars[position...].starts(with: text.unicodeScalars)
    }

    private mutating func run() throws(ECMAPatternError) {
        while let scalar = next {
            switch scalar {
            case "\\": try escape()
            case "[": try characterClass()
            case "(": try group()
            case ")":
                guard let isAssertion = groups.popLast() else {
                    throw ECMAPatternError(reason: "a ')' has no '('")
                }
                take(")", isQuantifiable: !isAssertion)
            case ".": take(#"[^\n\r\x{2028}\x{2029}]"#, isQuantifiable: true)
            case "^", "$": take(String(scalar), isQuantifiable: false)
            case "|": take("|", isQuantifiable: false)
            case "*", "+", "?": try quantifier(String(scalar), length: 1)
            case "{":
                if let (text, length) = bounds() {
                    try quantifier(text, length: length)
                } else {
                    take(#"\{"#, isQuantifiable: true)
                }
            case "}", "]": take("\\" + String(scalar), isQuantifiable: true)
            default: take(Self.literal(scalar), isQuantifiable: true)
            }
        }
        guard groups.isEmpty else { throw ECMAPatternError(reason: "a '(' has no ')'") }
    }

    private mutating func take(_ text: String, isQuantifiable: Bool) {
        position += 1
        output += text
        self.isQuantifiable = isQuantifiable
    }

    /// A character that means itself: control characters as escapes, which rule sets can hold.
    private static func literal(_ scalar: UnicodeScalar) -> String {
        if scalar.value < 0x20 || scalar.value == 0x7F || (0x80...0x9F).contains(scalar.value)
            || scalar.value == 0x2028 || scalar.value == 0x2029
        {
            return code(scalar.value)
        }
        return String(scalar)
    }

    private static func code(_ value: UInt32) -> String {
        #"\x{"# + String(value, radix: 16, uppercase: true) + "}"
    }

    // MARK: - Quantifiers and groups

    private mutating func quantifier(_ text: String, length: Int) throws(ECMAPatternError) {
        guard isQuantifiable else {
            throw ECMAPatternError(reason: "there is nothing that '\(text)' repeats")
        }
        position += length
        output += text
        if next == "?" {
            output += "?"
            position += 1
        }
        isQuantifiable = false
    }

    /// The bounds of a repetition that begins here, or `nil` if the brace means itself.
    private func bounds() -> (text: String, length: Int)? {
        var index = position + 1
        var text = "{"
        var commas = 0
        while index < scalars.count, scalars[index] != "}" {
            let scalar = scalars[index]
            if scalar == "," {
                commas += 1
            } else if !("0"..."9").contains(scalar) {
                return nil
            }
            text.unicodeScalars.append(scalar)
            index += 1
        }
        guard index < scalars.count, commas <= 1, text != "{", !text.hasPrefix("{,") else {
            return nil
        }
        return (text + "}", index - position + 1)
    }

    private mutating func group() throws(ECMAPatternError) {
        guard peek(1) == "?" else {
            groups.append(false)
            return take("(", isQuantifiable: false)
        }
        for opening in ["(?:", "(?=", "(?!", "(?<=", "(?<!"] where startsWith(opening) {
            position += opening.unicodeScalars.count
            output += opening
            groups.append(opening != "(?:")
            isQuantifiable = false
            return
        }
        guard startsWith("(?<") else {
            throw ECMAPatternError(
                reason: "the group begins with '(?', which means something else in PCRE2")
        }
        position += 3
        while let scalar = next, scalar != ">" {
            guard scalar.isASCII,
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || scalar == "_"
            else {
                throw ECMAPatternError(
                    reason:
                        "the name of a group has other characters than letters of ASCII, digits and _"
                )
            }
            position += 1
        }
        // No reference can name it, and two alternatives may have one name.
        output += "("
        position += 1
        groups.append(false)
        isQuantifiable = false
    }

    // MARK: - Escapes

    private mutating func escape() throws(ECMAPatternError) {
        guard let scalar = peek(1) else {
            throw ECMAPatternError(reason: "it ends with a backslash")
        }
        switch scalar {
        case "b", "B":
            position += 2
            output += "\\" + String(scalar)
            isQuantifiable = false
        case "d", "D", "w", "W":
            position += 2
            output += "\\" + String(scalar)
            isQuantifiable = true
        case "s", "S":
            position += 2
            output += (scalar == "s" ? "[" : "[^") + Self.space + "]"
            isQuantifiable = true
        case "p", "P":
            output += try property()
            isQuantifiable = true
        case "1"..."9":
            throw ECMAPatternError(
                reason: "'\\\(scalar)' refers to a group, which PCRE2 does in another way")
        case "k":
            throw ECMAPatternError(
                reason: "'\\k' refers to a group, which PCRE2 does in another way")
        default:
            output += Self.escaped(try character(inClass: false))
            isQuantifiable = true
        }
    }

    /// A code point as it is written in a pattern or a class.
    private static func escaped(_ value: UInt32) -> String {
        guard let scalar = UnicodeScalar(value) else { return code(value) }
        if scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar),
            value > 0x20, value != 0x7F
        {
            return "\\" + String(scalar)
        }
        return literal(scalar)
    }

    /// Reads an escape that means one character.
    private mutating func character(inClass: Bool) throws(ECMAPatternError) -> UInt32 {
        guard let scalar = peek(1) else {
            throw ECMAPatternError(reason: "it ends with a backslash")
        }
        position += 2
        switch scalar {
        case "t": return 9
        case "n": return 10
        case "v": return 11
        case "f": return 12
        case "r": return 13
        case "b" where inClass: return 8
        case "0":
            if let digit = next, ("0"..."9").contains(digit) {
                throw ECMAPatternError(reason: "'\\0' must not have a digit after it")
            }
            return 0
        case "c":
            guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else {
                throw ECMAPatternError(reason: "'\\c' must have a letter after it")
            }
            position += 1
            return letter.value & 31
        case "x": return try hexadecimal(digits: 2, of: "\\x")
        case "u": return try unicode()
        default:
            guard !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar), scalar != "_"
            else {
                throw ECMAPatternError(reason: "'\\\(scalar)' is not an escape of ECMA-262")
            }
            return scalar.value
        }
    }

    private mutating func hexadecimal(digits: Int, of name: String) throws(ECMAPatternError)
        -> UInt32
    {
        let text = String(String.UnicodeScalarView(scalars[position...].prefix(digits)))
        guard text.unicodeScalars.count == digits, let value = UInt32(text, radix: 16),
            !text.hasPrefix("+"), !text.hasPrefix("-")
        else {
            throw ECMAPatternError(
                reason: "'\(name)' must have \(digits) hexadecimal digits after it")
        }
        position += digits
        return value
    }

    private mutating func unicode() throws(ECMAPatternError) -> UInt32 {
        if next == "{" {
            guard let end = scalars[position...].firstIndex(of: "}"), end - position <= 9,
                let value = UInt32(
                    String(String.UnicodeScalarView(scalars[(position + 1)..<end])), radix: 16),
                UnicodeScalar(value) != nil
            else {
                throw ECMAPatternError(reason: "'\\u{' must have a code point and '}' after it")
            }
            position = end + 1
            return value
        }
        let high = try hexadecimal(digits: 4, of: "\\u")
        guard (0xD800...0xDFFF).contains(high) else { return high }
        guard high < 0xDC00, startsWith("\\u") else {
            throw ECMAPatternError(reason: "it has half of a surrogate pair")
        }
        position += 2
        let low = try hexadecimal(digits: 4, of: "\\u")
        guard (0xDC00...0xDFFF).contains(low) else {
            throw ECMAPatternError(reason: "it has half of a surrogate pair")
        }
        return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
    }

    // MARK: - Properties

    private mutating func property() throws(ECMAPatternError) -> String {
        let letter = String(scalars[position + 1])
        guard peek(2) == "{", let end = scalars[position...].firstIndex(of: "}") else {
            throw ECMAPatternError(reason: "'\\\(letter)' must have a property in braces after it")
        }
        let name = String(String.UnicodeScalarView(scalars[(position + 3)..<end]))
        position = end + 1
        let parts = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = String(parts[parts.count - 1])
        guard value.utf8.allSatisfy({ $0 == 0x5F || ($0 | 0x20 >= 97 && $0 | 0x20 <= 122) }) else {
            throw ECMAPatternError(reason: "'\\\(letter){\(name)}' is not a property of ECMA-262")
        }
        switch parts.count == 1 ? "gc" : String(parts[0]) {
        case "gc", "General_Category":
            if let short = Self.categories[value] { return "\\\(letter){\(short)}" }
            if Self.categories.values.contains(value) { return "\\\(letter){\(value)}" }
            if parts.count == 1, name == "Any" {
                return letter == "p" ? #"[\x{0}-\x{10FFFF}]"# : "(?!)"
            }
        case "sc", "Script": return "\\\(letter){sc:\(value)}"
        case "scx", "Script_Extensions": return "\\\(letter){scx:\(value)}"
        default: break
        }
        throw ECMAPatternError(
            reason: "the property of '\\\(letter){\(name)}' is not a general category or a script")
    }

    private static let categories: [String: String] = [
        "Letter": "L", "Cased_Letter": "L&", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll",
        "Titlecase_Letter": "Lt", "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Mark": "M",
        "Combining_Mark": "M", "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc",
        "Enclosing_Mark": "Me", "Number": "N", "Decimal_Number": "Nd", "digit": "Nd",
        "Letter_Number": "Nl", "Other_Number": "No", "Punctuation": "P", "punct": "P",
        "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps",
        "Close_Punctuation": "Pe", "Initial_Punctuation": "Pi", "Final_Punctuation": "Pf",
        "Other_Punctuation": "Po", "Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc",
        "Modifier_Symbol": "Sk", "Other_Symbol": "So", "Separator": "Z", "Space_Separator": "Zs",
        "Line_Separator": "Zl", "Paragraph_Separator": "Zp", "Control": "Cc", "cntrl": "Cc",
        "Format": "Cf",
    ]

    // MARK: - Classes

    private mutating func characterClass() throws(ECMAPatternError) {
        position += 1
        let isNegated = next == "^"
        if isNegated { position += 1 }
        var parts = ""
        while true {
            guard let scalar = next else { throw ECMAPatternError(reason: "a '[' has no ']'") }
            if scalar == "]" { break }
            let (first, firstSet) = try classAtom()
            guard next == "-", let after = peek(1), after != "]" else {
                parts += firstSet ?? Self.inClass(first)
                continue
            }
            position += 1
            let (last, lastSet) = try classAtom()
            if firstSet != nil || lastSet != nil {
                throw ECMAPatternError(reason: "a range in a class must be between two characters")
            }
            guard first <= last else {
                throw ECMAPatternError(reason: "a range in a class is out of order")
            }
            parts += Self.inClass(first) + "-" + Self.inClass(last)
        }
        position += 1
        isQuantifiable = true
        if parts.isEmpty {
            output += isNegated ? #"[\x{0}-\x{10FFFF}]"# : "(?!)"
            if !isNegated { isQuantifiable = false }
        } else {
            output += (isNegated ? "[^" : "[") + parts + "]"
        }
    }

    private static func inClass(_ value: UInt32) -> String {
        guard let scalar = UnicodeScalar(value) else { return code(value) }
        return #"[]^\-&~"#.unicodeScalars.contains(scalar) ? "\\" + String(scalar) : literal(scalar)
    }

    /// One character of a class, or the text of a set.
    private mutating func classAtom() throws(ECMAPatternError) -> (UInt32, set: String?) {
        guard let scalar = next, scalar == "\\" else {
            let value = next?.value ?? 0
            position += 1
            return (value, nil)
        }
        switch peek(1) {
        case "d", "D", "w", "W":
            let set = "\\" + String(scalars[position + 1])
            position += 2
            return (0, set)
        case "s", "S":
            let set = scalars[position + 1] == "s" ? Self.space : Self.notSpace
            position += 2
            return (0, set)
        case "p", "P":
            let set = try property()
            guard set.hasPrefix("\\") else {
                throw ECMAPatternError(reason: "'\\p{Any}' cannot be in a class")
            }
            return (0, set)
        default: return (try character(inClass: true), nil)
        }
    }
}

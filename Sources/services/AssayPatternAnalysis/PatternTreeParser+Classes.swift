// SPDX-License-Identifier: Apache-2.0
import AssayRegex

// MARK: - Code points and sets of them

extension PatternTreeParser {
    /// Reads `d` of `\d` and the like; nil and nothing read for another letter.
    mutating func takeShorthand() -> ScalarSet? {
        guard let letter = peek else { return nil }
        if letter == "p" || letter == "P" {
            position += 1
            return property(isNegated: letter == "P")
        }
        guard let set = Self.shorthands[letter] else { return nil }
        position += 1
        return set
    }

    /// A few members stand for all of a property: samples need no more.
    private mutating func property(isNegated: Bool) -> ScalarSet {
        var name = ""
        if take("{") {
            while let next = peek, !take("}") {
                name.unicodeScalars.append(next)
                position += 1
            }
        } else if let next = peek {
            name.unicodeScalars.append(next)
            position += 1
        }
        let set =
            switch name.first {
            case "N": ScalarSet.digits
            case "P", "S": ScalarSet.punctuation
            case "Z": ScalarSet.spaces
            default: ScalarSet.letters
            }
        return isNegated ? set.inverted : set
    }

    private static let shorthands: [Unicode.Scalar: ScalarSet] = [
        "d": .digits, "D": ScalarSet.digits.inverted,
        "w": .wordCharacters, "W": ScalarSet.wordCharacters.inverted,
        "s": .spaces, "S": ScalarSet.spaces.inverted,
        "h": ScalarSet([0x09...0x09, 0x20...0x20]), "v": ScalarSet([0x0A...0x0D]),
        "H": ScalarSet([0x09...0x09, 0x20...0x20]).inverted, "V": ScalarSet([0x0A...0x0D]).inverted,
        "N": ScalarSet.lineFeed.inverted, "R": .lineFeed, "X": .letters,
    ]

    /// The code point that is written after a backslash.
    mutating func escapedLiteral() -> Unicode.Scalar {
        guard let letter = peek else { return "\\" }
        position += 1
        switch letter {
        case "x": return hexadecimal()
        case "0": return "\0"
        case "c":
            guard let next = peek else { return letter }
            position += 1
            return Unicode.Scalar((next.value & 0x1F)) ?? letter
        default: return Self.controls[letter] ?? letter
        }
    }

    private static let controls: [Unicode.Scalar: Unicode.Scalar] = [
        "a": "\u{07}", "e": "\u{1B}", "f": "\u{0C}", "n": "\n", "r": "\r", "t": "\t",
    ]

    private mutating func hexadecimal() -> Unicode.Scalar {
        var digits = ""
        if take("{") {
            while let next = peek, !take("}") {
                digits.unicodeScalars.append(next)
                position += 1
            }
        } else {
            while digits.utf8.count < 2, let next = peek, next.properties.isASCIIHexDigit {
                digits.unicodeScalars.append(next)
                position += 1
            }
        }
        return UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) } ?? "\0"
    }

    /// Reads a class after its bracket; a closing bracket that comes first is a literal.
    mutating func characterClass() -> ScalarSet {
        let isNegated = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        repeat {
            ranges += classMember()
        } while peek != nil && !take("]")
        let set = ScalarSet(ranges)
        return isNegated ? set.inverted : set
    }

    private mutating func classMember() -> [ClosedRange<UInt32>] {
        if take("[", ":") { return posixClass().ranges }
        if take("\\", "E") || take("\\", "Q") { return [] }
        guard let low = classLiteral() else { return nextShorthand }
        guard peek == "-", position + 1 < input.count, input[position + 1] != "]" else {
            return [low.value...low.value]
        }
        let dash = position
        position += 1
        guard let high = classLiteral(), low.value <= high.value else {
            position = dash
            return [low.value...low.value]
        }
        return [low.value...high.value]
    }

    /// One code point of a class; nil before a shorthand.
    private mutating func classLiteral() -> Unicode.Scalar? {
        guard let next = peek else { return nil }
        guard next == "\\" else {
            position += 1
            return next
        }
        guard position + 1 < input.count else {
            position += 1
            return next
        }
        let letter = input[position + 1]
        if letter == "p" || letter == "P" || Self.shorthands[letter] != nil { return nil }
        position += 1
        if letter == "b" {
            position += 1
            return "\u{08}"
        }
        return escapedLiteral()
    }

    /// The shorthand that comes next, with its backslash.
    private var nextShorthand: [ClosedRange<UInt32>] {
        mutating get {
            guard take("\\") else { return [] }
            return takeShorthand()?.ranges ?? []
        }
    }

    private mutating func posixClass() -> ScalarSet {
        let isNegated = take("^")
        var name = ""
        while let next = peek, !take(":", "]") {
            name.unicodeScalars.append(next)
            position += 1
        }
        let set =
            switch name {
            case "digit", "xdigit": ScalarSet.digits
            case "space", "blank": ScalarSet.spaces
            case "punct": ScalarSet.punctuation
            case "word", "alnum": ScalarSet.wordCharacters
            default: ScalarSet.letters
            }
        return isNegated ? set.inverted : set
    }
}

extension ScalarSet {
    static let letters = ScalarSet([0x41...0x5A, 0x61...0x7A])
    static let punctuation = ScalarSet([0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E])

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar.value) }
    }
}

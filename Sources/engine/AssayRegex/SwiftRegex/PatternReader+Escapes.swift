// SPDX-License-Identifier: Apache-2.0
import AssayCore

// MARK: - Escapes

extension PatternReader {
    /// Reads a backslash and what follows it, outside of a class.
    mutating func escape() throws(PatternError) -> PatternNode {
        let start = position
        position += 1
        guard let letter = peek else { throw error(.finalBackslash) }
        if let set = try shorthand() { return .set(set) }
        switch letter {
        case "A", "G": return at(.subjectStart)
        case "z": return at(.subjectEnd)
        case "Z":
            let lastLine = PatternNode.sequence([.set(.lineFeed), .subjectEnd])
            return at(.lookahead(.choice([.subjectEnd, lastLine]), isNegated: false))
        case "b": return at(.wordBoundary(isNegated: false))
        case "B": return at(.wordBoundary(isNegated: true))
        case "N":
            position += 1
            guard isNext("{") else { return .set(ScalarSet.lineFeed.inverted) }
            guard isNext("{", "U", "+") else {
                var copy = self
                if try copy.isCount() { return .set(ScalarSet.lineFeed.inverted) }
                throw error(.unsupportedEscape)
            }
            position += 3
            return literal(try codePoint(radix: 16, until: "}"))
        case "R": return at(Self.lineBreak)
        case "X": throw unsupported("\\X", at: start)
        case "K": throw unsupported("\\K", at: start)
        case "C":
            position += 1
            throw error(.byteEscape)
        case "k", "g": return try namedReference(from: start)
        case "1"..."9":
            let before = position
            let number = number() ?? 0
            if number < 10 || letter >= "8" || number <= groupCount {
                return try reference(number: number, name: nil, at: start)
            }
            position = before
            return literal(try escapedLiteral())
        default: return literal(try escapedLiteral())
        }
    }

    private mutating func at(_ node: PatternNode) -> PatternNode {
        position += 1
        return node
    }

    private mutating func isCount() throws(PatternError) -> Bool {
        position += 1
        guard number() != nil else { return false }
        if take(",") { _ = number() }
        return peek == "}"
    }

    private static let lineBreak = PatternNode.atomic(
        .choice([
            .sequence([.set(ScalarSet([0x0D...0x0D])), .set(.lineFeed)]), .set(.verticalSpaces),
        ]))

    private mutating func namedReference(from start: Int) throws(PatternError) -> PatternNode {
        let letter = peek
        position += 1
        if letter == "k" {
            let brackets: [(Unicode.Scalar, Unicode.Scalar)] = [("{", "}"), ("<", ">"), ("'", "'")]
            for (open, close) in brackets where take(open) {
                return try reference(number: nil, name: try name(until: close), at: start)
            }
            throw error(.noReferenceName)
        }
        if isNext("<") || isNext("'") { throw unsupported("recursion", at: start) }
        let isBraced = take("{")
        let sign: Unicode.Scalar? = take("-") ? "-" : take("+") ? "+" : nil
        if let number = number() {
            guard !isBraced || take("}") else { throw error(.wrongReference) }
            switch sign {
            case "-":
                guard number > 0, number <= groupCount else {
                    throw error(number == 0 ? .zeroReference : .noSuchGroup)
                }
                return try reference(number: groupCount - number + 1, name: nil, at: start)
            case "+":
                guard number > 0 else { throw error(.zeroReference) }
                return try reference(number: groupCount + number, name: nil, at: start)
            default:
                guard number > 0 else { throw error(.zeroReference) }
                return try reference(number: number, name: nil, at: start)
            }
        }
        guard isBraced, sign == nil else { throw error(.wrongReference) }
        return try reference(number: nil, name: try name(until: "}"), at: start)
    }

    /// `d` of `\d` and the like; nil, and nothing read, for another letter.
    mutating func shorthand() throws(PatternError) -> PatternClass? {
        guard let letter = peek else { return nil }
        if letter == "p" || letter == "P" { return try property() }
        guard let set = Self.shorthands[letter] else { return nil }
        position += 1
        return PatternClass(set)
    }

    private static let shorthands: [Unicode.Scalar: ScalarSet] = [
        "d": .digits, "D": ScalarSet.digits.inverted,
        "w": .wordCharacters, "W": ScalarSet.wordCharacters.inverted,
        "s": .spaces, "S": ScalarSet.spaces.inverted,
        "h": .horizontalSpaces, "H": ScalarSet.horizontalSpaces.inverted,
        "v": .verticalSpaces, "V": ScalarSet.verticalSpaces.inverted,
    ]

    // MARK: - Properties

    private mutating func property() throws(PatternError) -> PatternClass {
        let start = position - 1
        var isNegated = peek == "P"
        position += 1
        var name = ""
        if take("{") {
            if take("^") { isNegated.toggle() }
            while let next = peek, next != "}" {
                name.unicodeScalars.append(next)
                position += 1
            }
            guard take("}") else { throw error(.wrongProperty) }
        } else if let next = peek {
            name.unicodeScalars.append(next)
            position += 1
        }
        guard !name.isEmpty else { throw error(.wrongProperty) }
        guard
            let spelling = PatternProperty.spelling(
                of: name, ignoringCase: options.contains(.ignoreCase))
        else { throw unsupported("\\p{\(name)}", at: start) }
        if spelling.isEmpty { return PatternClass(isNegated ? ScalarSet([]) : .all) }
        var result = PatternClass(ScalarSet([]))
        result.properties = spelling.map { PatternClass.Property(name: $0, isNegated: false) }
        result.isNegated = isNegated
        return result
    }

    // MARK: - Code points

    /// The code point that is written after a backslash.
    mutating func escapedLiteral() throws(PatternError) -> UInt32 {
        guard let letter = peek else { throw error(.finalBackslash) }
        position += 1
        switch letter {
        case "x":
            if take("{") { return try codePoint(radix: 16, until: "}") }
            return digits(radix: 16, most: 2)
        case "o":
            guard take("{") else { throw error(.noOctalBrace) }
            return try codePoint(radix: 8, until: "}")
        case "0":
            position -= 1
            return digits(radix: 8, most: 3)
        case "1"..."7":
            position -= 1
            return digits(radix: 8, most: 3)
        case "8", "9": return letter.value
        case "c":
            guard let next = peek, next.value > 0x1F, next.value < 0x7F else {
                throw error(peek == nil ? .finalControl : .wrongControl)
            }
            position += 1
            let upper = ("a"..."z").contains(next) ? next.value - 0x20 : next.value
            return upper ^ 0x40
        default:
            if let control = Self.controls[letter] { return control }
            if "FLlNUu".unicodeScalars.contains(letter) { throw error(.unsupportedEscape) }
            let isWord = ("a"..."z").contains(letter) || ("A"..."Z").contains(letter)
            if isWord { throw error(.unknownEscape, at: position - 1) }
            return letter.value
        }
    }

    private static let controls: [Unicode.Scalar: UInt32] = [
        "a": 0x07, "e": 0x1B, "f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09,
    ]

    private mutating func digits(radix: UInt32, most: Int) -> UInt32 {
        var value: UInt32 = 0
        var count = 0
        while count < most, let next = peek, let digit = Self.digit(next), digit < radix {
            value = value * radix + digit
            position += 1
            count += 1
        }
        return value
    }

    private mutating func codePoint(
        radix: UInt32, until end: Unicode.Scalar
    ) throws(PatternError) -> UInt32 {
        guard peek != end else { throw error(.noDigits) }
        var value: UInt32 = 0
        while let next = peek, let digit = Self.digit(next), digit < radix {
            value = value * radix + digit
            position += 1
            guard value <= 0x10_FFFF else { throw error(.largeCodePoint) }
        }
        guard take(end) else { throw error(radix == 8 ? .wrongOctal : .wrongHexadecimal) }
        guard Unicode.Scalar(value) != nil else { throw error(.surrogate) }
        return value
    }

    private static func digit(_ scalar: Unicode.Scalar) -> UInt32? {
        guard scalar.isASCII else { return nil }
        return Character(scalar).hexDigitValue.map(UInt32.init)
    }
}

// MARK: - Classes

extension PatternReader {
    /// Reads a class; a closing bracket that comes first is a literal.
    mutating func characterClass() throws(PatternError) -> PatternClass {
        if let end = posixEnd() {
            throw error(input[end - 2] == ":" ? .posixOutside : .collation)
        }
        position += 1
        var result = PatternClass(ScalarSet([]))
        if isNext("\\", "E") || isNext("\\", "Q") {
            throw unsupported("\\Q and \\E in a class", at: position)
        }
        let isNegated = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        var isFirst = true
        while true {
            guard let next = peek else { throw error(.openClass) }
            if next == "]", !isFirst { break }
            if isNext("\\", "E") || isNext("\\", "Q") {
                throw unsupported("\\Q and \\E in a class", at: position)
            }
            isFirst = false
            try member(into: &result, ranges: &ranges)
        }
        position += 1
        result.set = ScalarSet(ranges)
        result.isNegated = isNegated
        if result.properties.isEmpty { return PatternClass(result.bounds) }
        return result
    }

    private mutating func member(
        into result: inout PatternClass, ranges: inout [ClosedRange<UInt32>]
    ) throws(PatternError) {
        if let end = posixEnd() {
            ranges += try posixClass(end: end).ranges
            try checkNoRangeFollows()
            return
        }
        if peek == "\\" {
            position += 1
            if let set = try shorthand() {
                if set.properties.isEmpty {
                    ranges += set.bounds.ranges
                } else {
                    // A negated union cannot be a member; each of PCRE2's properties is one or few.
                    guard !set.isNegated || set.properties.count == 1 else {
                        throw unsupported("this property in a class", at: position)
                    }
                    result.properties += set.properties.map {
                        PatternClass.Property(name: $0.name, isNegated: set.isNegated)
                    }
                }
                try checkNoRangeFollows()
                return
            }
            position -= 1
        }
        let low = try classLiteral()
        guard isNext("-"), position + 1 < input.count, !isNext("-", "]") else {
            ranges += withCases(ScalarSet([low...low])).ranges
            return
        }
        position += 1
        if posixEnd() != nil { throw error(.wrongRange) }
        if isNext("\\", "Q") || isNext("\\", "E") {
            throw unsupported("\\Q and \\E in a class", at: position)
        }
        let before = position
        if peek == "\\" {
            position += 1
            if try shorthand() != nil { throw error(.wrongRange) }
            position = before
        }
        let high = try classLiteral()
        guard low <= high else { throw error(.rangeOutOfOrder, at: position - 1) }
        ranges += withCases(ScalarSet([low...high])).ranges
    }

    /// A shorthand is no end of a range.
    private func checkNoRangeFollows() throws(PatternError) {
        if isNext("-"), !isNext("-", "]"), position + 1 < input.count { throw error(.wrongRange) }
    }

    private mutating func classLiteral() throws(PatternError) -> UInt32 {
        guard let next = peek else { throw error(.openClass) }
        position += 1
        guard next == "\\" else { return next.value }
        switch peek {
        case "b":
            position += 1
            return 0x08
        case "B", "R", "X": throw error(.escapeInClass)
        case "g", "k": throw unsupported("\\g and \\k in a class", at: position)
        case "N":
            if isNext("N", "{", "U", "+") {
                position += 4
                return try codePoint(radix: 16, until: "}")
            }
            position += 1
            throw error(.notLineFeedInClass)
        case nil: throw error(.finalBackslash)
        default: return try escapedLiteral()
        }
    }

    /// The place after a POSIX class that begins here; nil where none does.
    private func posixEnd() -> Int? {
        guard isNext("["), position + 1 < input.count else { return nil }
        let mark = input[position + 1]
        guard mark == ":" || mark == "." || mark == "=" else { return nil }
        var place = position + 2
        while place + 1 < input.count {
            let (this, next) = (input[place], input[place + 1])
            if this == "\\", next == "]" || next == "\\" {
                place += 2
                continue
            }
            if this == "]" || (this == "[" && next == mark) { return nil }
            if this == mark, next == "]" { return place + 2 }
            place += 1
        }
        return nil
    }

    private mutating func posixClass(end: Int) throws(PatternError) -> ScalarSet {
        guard input[position + 1] == ":" else { throw error(.collation) }
        position += 2
        let isNegated = take("^")
        var name = ""
        for scalar in input[position..<(end - 2)] { name.unicodeScalars.append(scalar) }
        if options.contains(.ignoreCase), name == "upper" || name == "lower" { name = "alpha" }
        if name == "<" || name == ">" {
            throw unsupported("[[:<:]] and [[:>:]]", at: position)
        }
        guard let set = Self.posixClasses[name] else { throw error(.unknownPosixName) }
        position = end
        return isNegated ? set.inverted : set
    }

    private static let posixClasses: [String: ScalarSet] = [
        "alpha": ScalarSet([0x41...0x5A, 0x61...0x7A]), "lower": ScalarSet([0x61...0x7A]),
        "upper": ScalarSet([0x41...0x5A]),
        "alnum": ScalarSet([0x30...0x39, 0x41...0x5A, 0x61...0x7A]),
        "ascii": ScalarSet([0x00...0x7F]), "blank": ScalarSet([0x09...0x09, 0x20...0x20]),
        "cntrl": ScalarSet([0x00...0x1F, 0x7F...0x7F]), "digit": .digits,
        "graph": ScalarSet([0x21...0x7E]), "print": ScalarSet([0x20...0x7E]),
        "punct": ScalarSet([0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]),
        "space": .spaces, "word": .wordCharacters,
        "xdigit": ScalarSet([0x30...0x39, 0x41...0x46, 0x61...0x66]),
    ]
}

extension ScalarSet {
    /// `\h`.
    fileprivate static let horizontalSpaces = ScalarSet([
        0x09...0x09, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x180E...0x180E, 0x2000...0x200A,
        0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
    ])
    /// `\v`.
    fileprivate static let verticalSpaces = ScalarSet([
        0x0A...0x0D, 0x85...0x85, 0x2028...0x2029,
    ])
}

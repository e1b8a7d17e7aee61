// SPDX-License-Identifier: Apache-2.0

/// Reads the regular subset of PCRE2's syntax, and rejects everything else.
///
/// It is only given patterns that PCRE2 has accepted. The subset: literals; `.`; classes; `\d \w \s`
/// and their opposites; escaped punctuation and control characters; groups; `|`; greedy and lazy
/// repetition; `^`, `\A` at the start and `$`, `\z` at the end of the alternatives of the whole
/// pattern. Where PCRE2's reading of a text depends on more than this, the pattern is rejected.
struct AutomatonParser {
    private let input: [Unicode.Scalar]
    private var position = 0
    private let dot: ScalarSet
    private let ignoresCase: Bool

    /// Options under which the subset's syntax keeps its meaning.
    static let readableOptions: Pattern.Options = [.ignoreCase, .dotAll, .noAutoCapture]

    /// Prepares for reading a pattern.
    init(_ source: String, options: Pattern.Options) throws(NotRegular) {
        guard options.isSubset(of: Self.readableOptions) else { throw NotRegular() }
        input = Array(source.unicodeScalars)
        dot = options.contains(.dotAll) ? .all : ScalarSet.lineFeed.inverted
        ignoresCase = options.contains(.ignoreCase)
    }

    /// Reads the whole pattern.
    mutating func branches() throws(NotRegular) -> [AutomatonBranch] {
        var branches = [try branch()]
        while take("|") { branches.append(try branch()) }
        guard peek == nil else { throw NotRegular() }
        return branches
    }

    private mutating func branch() throws(NotRegular) -> AutomatonBranch {
        let startsAtStart = take("^") || take("\\", "A")
        let node = try sequence()
        let endsAtEnd = take("$") || take("\\", "z")
        guard peek == nil || peek == "|" else { throw NotRegular() }
        return AutomatonBranch(
            node: node, startsAtStart: startsAtStart, endsAtEnd: endsAtEnd)
    }

    private mutating func sequence() throws(NotRegular) -> AutomatonNode {
        var parts: [AutomatonNode] = []
        while let next = peek, next != "|", next != ")", next != "$", !isNext("\\", "z") {
            let part = try atom()
            parts.append(try repeated(part))
        }
        return .sequence(parts)
    }

    private mutating func atom() throws(NotRegular) -> AutomatonNode {
        switch try take() {
        case "(": return try group()
        case "[": return .set(try characterClass())
        case ".": return .set(dot)
        case "\\": return .set(try escape())
        case "^", "*", "+", "?", "{": throw NotRegular()
        case let literal: return .set(ScalarSet(try cases(of: literal.value...literal.value)))
        }
    }

    private mutating func group() throws(NotRegular) -> AutomatonNode {
        if take("?") {
            guard take(":") else { throw NotRegular() }
        } else if peek == "*" {
            throw NotRegular()
        }
        var parts = [try sequence()]
        while take("|") { parts.append(try sequence()) }
        guard take(")") else { throw NotRegular() }
        return .choice(parts)
    }

    private mutating func repeated(
        _ node: AutomatonNode
    ) throws(NotRegular) -> AutomatonNode {
        let (least, most): (Int, Int?)
        switch peek {
        case "*": (least, most) = (0, nil)
        case "+": (least, most) = (1, nil)
        case "?": (least, most) = (0, 1)
        case "{": (least, most) = try counts()
        default: return node
        }
        position += 1
        _ = take("?")
        if let next = peek, "*+?{".unicodeScalars.contains(next) { throw NotRegular() }
        return .repetition(node, least: least, most: most)
    }

    /// Reads `{n`, `{n,` or `{n,m`, up to the closing brace.
    private mutating func counts() throws(NotRegular) -> (Int, Int?) {
        position += 1
        let least = try number()
        var most: Int? = least
        if take(",") { most = peek == "}" ? nil : try number() }
        guard peek == "}", most ?? least >= least else { throw NotRegular() }
        return (least, most)
    }

    private mutating func number() throws(NotRegular) -> Int {
        var number: Int?
        while let next = peek, (0x30...0x39).contains(next.value), number ?? 0 <= 65_535 {
            number = (number ?? 0) * 10 + Int(next.value - 0x30)
            position += 1
        }
        guard let number, number <= 65_535 else { throw NotRegular() }
        return number
    }
}

// MARK: - Code points

extension AutomatonParser {
    /// Reads what follows a backslash, outside a class.
    private mutating func escape() throws(NotRegular) -> ScalarSet {
        let letter = try take()
        if let set = AutomatonParser.shorthand(letter) { return set }
        let literal = try escapedLiteral(letter)
        return ScalarSet(try cases(of: literal...literal))
    }

    /// A range in all its cases, where case is ignored.
    ///
    /// Beyond ASCII only PCRE2 knows them.
    private func cases(
        of range: ClosedRange<UInt32>
    ) throws(NotRegular) -> [ClosedRange<UInt32>] {
        guard ignoresCase else { return [range] }
        guard range.upperBound < 0x80 else { throw NotRegular() }
        return [range] + range.otherCases
    }

    /// The code point of `\t` and its like, and of escaped ASCII punctuation.
    private func escapedLiteral(_ letter: Unicode.Scalar) throws(NotRegular) -> UInt32 {
        if let control = AutomatonParser.control(letter) { return control }
        let isWord = ScalarSet.wordCharacters.ranges.contains { $0.contains(letter.value) }
        guard letter.isASCII, letter.value > 0x20, letter.value < 0x7F, !isWord || letter == "_"
        else { throw NotRegular() }
        return letter.value
    }

    /// The set of a shorthand: `\d`.
    private static func shorthand(_ letter: Unicode.Scalar) -> ScalarSet? {
        switch letter {
        case "d": .digits
        case "D": ScalarSet.digits.inverted
        case "w": .wordCharacters
        case "W": ScalarSet.wordCharacters.inverted
        case "s": .spaces
        case "S": ScalarSet.spaces.inverted
        default: nil
        }
    }

    /// The code point of an escaped letter: `\t`.
    private static func control(_ letter: Unicode.Scalar) -> UInt32? {
        switch letter {
        case "a": 0x07
        case "e": 0x1B
        case "f": 0x0C
        case "n": 0x0A
        case "r": 0x0D
        case "t": 0x09
        default: nil
        }
    }

    /// Reads a class after its opening bracket; a closing bracket that comes first is a literal.
    private mutating func characterClass() throws(NotRegular) -> ScalarSet {
        let isNegated = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        repeat {
            ranges += try classMember()
        } while !take("]")
        let set = ScalarSet(ranges)
        return isNegated ? set.inverted : set
    }

    /// Reads one member of a class: a code point, a range, or a shorthand such as `\d`.
    private mutating func classMember() throws(NotRegular) -> [ClosedRange<UInt32>] {
        if isNext("\\"), let set = escapedShorthand() {
            position += 2
            // A shorthand is no end of a range; PCRE2's versions differ in what they make of it.
            if isNext("-"), !isNext("-", "]") { throw NotRegular() }
            return set.ranges
        }
        let low = try classLiteral()
        guard isNext("-"), !isNext("-", "]") else { return try cases(of: low...low) }
        position += 1
        let high = try classLiteral()
        guard low <= high else { throw NotRegular() }
        return try cases(of: low...high)
    }

    private func escapedShorthand() -> ScalarSet? {
        guard position + 1 < input.count else { return nil }
        return AutomatonParser.shorthand(input[position + 1])
    }

    private mutating func classLiteral() throws(NotRegular) -> UInt32 {
        if isNext("[", ":") || isNext("[", ".") || isNext("[", "=") { throw NotRegular() }
        let first = try take()
        return first == "\\" ? try escapedLiteral(try take()) : first.value
    }
}

// MARK: - The input

extension AutomatonParser {
    private var peek: Unicode.Scalar? { position < input.count ? input[position] : nil }

    private func isNext(_ expected: Unicode.Scalar...) -> Bool {
        input.dropFirst(position).starts(with: expected)
    }

    private mutating func take(_ expected: Unicode.Scalar...) -> Bool {
        guard input.dropFirst(position).starts(with: expected) else { return false }
        position += expected.count
        return true
    }

    private mutating func take() throws(NotRegular) -> Unicode.Scalar {
        guard let next = peek else { throw NotRegular() }
        position += 1
        return next
    }
}

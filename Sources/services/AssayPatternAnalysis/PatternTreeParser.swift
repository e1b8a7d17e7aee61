// SPDX-License-Identifier: Apache-2.0
import AssayRegex

/// Reads the shape of a pattern that PCRE2 has accepted.
///
/// It reads every pattern: unknown syntax becomes `nothing`, or the code points themselves.
struct PatternTreeParser {
    let input: [Unicode.Scalar]
    var position = 0
    private var options: Pattern.Options
    private var groupCount = 0
    private var names: [String: Int] = [:]
    private var depth = 0
    private static let deepest = 200

    private init(_ source: String, options: Pattern.Options) {
        input = Array(source.unicodeScalars)
        self.options = options
    }

    /// The tree of a pattern.
    static func tree(of source: String, options: Pattern.Options) -> PatternTree {
        var parser = PatternTreeParser(source, options: options)
        var parts: [PatternTree] = []
        while parser.peek != nil {
            parts.append(parser.choice())
            _ = parser.take(")")
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    // MARK: - Structure

    private mutating func choice() -> PatternTree {
        let outer = options
        defer { options = outer }
        var parts = [sequence()]
        while take("|") { parts.append(sequence()) }
        return parts.count == 1 ? parts[0] : .choice(parts)
    }

    private mutating func sequence() -> PatternTree {
        var parts: [PatternTree] = []
        while let next = peek, next != "|", next != ")" {
            if options.contains(.extended), skipSpaceOrComment() { continue }
            if take("\\", "Q") {
                parts += quotedLiterals()
                continue
            }
            let start = position
            let part = atom()
            parts.append(repeated(part, from: start))
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func skipSpaceOrComment() -> Bool {
        guard let next = peek else { return false }
        if next.properties.isWhitespace {
            position += 1
            return true
        }
        guard next == "#" else { return false }
        while let next = peek, next != "\n" { position += 1 }
        return true
    }

    private mutating func quotedLiterals() -> [PatternTree] {
        var parts: [PatternTree] = []
        while let next = peek, !take("\\", "E") {
            position += 1
            parts.append(.literal(next))
        }
        return parts
    }

    private mutating func atom() -> PatternTree {
        guard let next = peek else { return .nothing }
        position += 1
        switch next {
        case "(": return group()
        case "[": return .set(characterClass())
        case ".": return .set(options.contains(.dotAll) ? .all : ScalarSet.lineFeed.inverted)
        case "\\": return escape()
        case "^", "$": return .nothing
        default: return .literal(next)
        }
    }

    private mutating func repeated(_ atom: PatternTree, from start: Int) -> PatternTree {
        let end = position
        var tree = atom
        while let (least, most) = counts() {
            let mode: PatternQuantifier.Mode =
                take("?") ? .lazy : take("+") ? .possessive : .greedy
            tree = .repetition(
                tree,
                PatternQuantifier(
                    least: least, most: most, mode: mode, atom: start..<end, end: position,
                    repeatsGroup: start < input.count && input[start] == "("))
        }
        return tree
    }

    private mutating func counts() -> (Int, Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        let start = position
        guard take("{") else { return nil }
        let least = number()
        var most = least
        var isOpen = false
        if take(",") {
            most = number()
            isOpen = most == nil
        }
        guard take("}"), least != nil || most != nil else {
            position = start
            return nil
        }
        return (least ?? 0, isOpen ? nil : most)
    }

    private mutating func number() -> Int? {
        var number: Int?
        while let next = peek, ("0"..."9").contains(next), number ?? 0 <= 65_535 {
            number = (number ?? 0) * 10 + Int(next.value - 0x30)
            position += 1
        }
        return number
    }

    // MARK: - Groups

    /// Reads a group after its parenthesis.
    private mutating func group() -> PatternTree {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.deepest else { return skip(to: ")") }
        if peek == "*" { return skip(to: ")") }
        guard take("?") else {
            return options.contains(.noAutoCapture) ? closed() : captured(name: nil)
        }
        if take("#") { return skip(to: ")") }
        if take("=") || take("!") || take("<", "=") || take("<", "!") {
            return .assertion(closed())
        }
        if take(":") || take("|") || take(">") { return closed() }
        if take("P", "=") { return reference(to: name(until: ")")) }
        if take("P", "<") || take("<") { return captured(name: name(until: ">")) }
        if take("'") { return captured(name: name(until: "'")) }
        if take("(") {
            _ = skip(to: ")")
            return closed()
        }
        return flags()
    }

    /// `(?i)` sets options up to the end of the group around it, `(?i:…)` for its own.
    private mutating func flags() -> PatternTree {
        let outer = options
        var sets = true
        while let next = peek, next != ")", next != ":" {
            position += 1
            if next == "-" { sets = false }
            if next == "^" { options = [] }
            guard let option = try? Pattern.Options(flags: String(Character(next))) else {
                continue
            }
            if sets { options.insert(option) } else { options.remove(option) }
        }
        if take(")") { return .nothing }
        _ = take(":")
        defer { options = outer }
        return closed()
    }

    private mutating func captured(name: String?) -> PatternTree {
        groupCount += 1
        let number = groupCount
        if let name { names[name] = number }
        return .capture(closed(), number: number)
    }

    private mutating func closed() -> PatternTree {
        let part = choice()
        _ = take(")")
        return part
    }

    private func reference(to name: String) -> PatternTree {
        (Int(name) ?? names[name]).map { .reference($0) } ?? .nothing
    }

    private mutating func skip(to end: Unicode.Scalar) -> PatternTree {
        _ = name(until: end)
        return .nothing
    }

    private mutating func name(until end: Unicode.Scalar) -> String {
        var name = ""
        while let next = peek {
            position += 1
            if next == end { break }
            name.unicodeScalars.append(next)
        }
        return name
    }

    // MARK: - Escapes

    private mutating func escape() -> PatternTree {
        guard let letter = peek else { return .nothing }
        if let set = takeShorthand() { return .set(set) }
        switch letter {
        case "b", "B", "A", "z", "Z", "G", "K":
            position += 1
            return .nothing
        case "1"..."9": return number().map { .reference($0) } ?? .nothing
        case "k", "g":
            position += 1
            return referenceByName()
        default: return .literal(escapedLiteral())
        }
    }

    private mutating func referenceByName() -> PatternTree {
        if take("{") { return reference(to: name(until: "}")) }
        if take("<") { return reference(to: name(until: ">")) }
        if take("'") { return reference(to: name(until: "'")) }
        return number().map { .reference($0) } ?? .nothing
    }
}

// MARK: - The input

extension PatternTreeParser {
    var peek: Unicode.Scalar? { position < input.count ? input[position] : nil }

    mutating func take(_ first: Unicode.Scalar) -> Bool {
        guard peek == first else { return false }
        position += 1
        return true
    }

    mutating func take(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        guard peek == first, position + 1 < input.count, input[position + 1] == second else {
            return false
        }
        position += 2
        return true
    }
}

extension PatternTree {
    fileprivate static func literal(_ scalar: Unicode.Scalar) -> PatternTree {
        .set(ScalarSet([scalar.value...scalar.value]))
    }
}

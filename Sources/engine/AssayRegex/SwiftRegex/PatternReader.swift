// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Reads a pattern in PCRE2's syntax into a tree, and rejects what cannot mean the same without PCRE2.
///
/// What PCRE2 does not accept is an error with PCRE2's number and text; what it accepts and this does
/// not is `pattern.unsupported`. Nothing is read in another way than PCRE2 reads it.
struct PatternReader {
    /// A pattern that has been read.
    struct Pattern {
        var node: PatternNode
        /// The groups by their number.
        var groups: [Int: PatternNode]
        var groupCount: Int
    }

    private let source: String
    let input: [Unicode.Scalar]
    var position = 0
    var options: AssayRegex.Pattern.Options
    var groupCount = 0
    private var names: [String: Int] = [:]
    private var references: [(number: Int?, name: String?, position: Int)] = []
    private var groups: [Int: PatternNode] = [:]
    private var depth = 0
    private static let deepest = 250

    private init(_ source: String, options: AssayRegex.Pattern.Options) {
        self.source = source
        input = Array(source.unicodeScalars)
        self.options = options
    }

    /// Reads a whole pattern.
    ///
    /// - Throws: `PatternError` with the place of what is wrong or not supported.
    static func read(
        _ source: String, options: AssayRegex.Pattern.Options
    ) throws(PatternError) -> Pattern {
        var reader = PatternReader(source, options: options)
        try reader.skipSettings()
        var node = try reader.choice()
        if reader.peek != nil { throw reader.error(.unmatchedParenthesis) }
        node = try reader.resolved(node)
        var groups: [Int: PatternNode] = [:]
        for (number, group) in reader.groups { groups[number] = try reader.resolved(group) }
        return Pattern(node: node, groups: groups, groupCount: reader.groupCount)
    }

    // MARK: - Structure

    mutating func choice() throws(PatternError) -> PatternNode {
        var parts = [try sequence()]
        while take("|") { parts.append(try sequence()) }
        return parts.count == 1 ? parts[0] : .choice(parts)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var parts: [PatternNode] = []
        while true {
            try skipIgnored()
            guard let next = peek, next != "|", next != ")" else { break }
            if take("\\", "Q") {
                let literals = quotedLiterals()
                parts += literals.dropLast()
                guard let last = literals.last else { continue }
                parts.append(try repeated(last))
                continue
            }
            if isQuantifier { throw error(.nothingToRepeat, at: position) }
            guard let part = try atom() else { continue }
            parts.append(try repeated(part))
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    /// Skips white space and comments of the option `x`, comments in groups, and `\E` by itself.
    private mutating func skipIgnored() throws(PatternError) {
        while let next = peek {
            if isNext("\\", "E") || isNext("\\", "Q", "\\", "E") {
                position += isNext("\\", "E") ? 2 : 4
            } else if isNext("(", "?", "#") {
                while let next = peek, next != ")" { position += 1 }
                guard take(")") else { throw error(.openComment) }
            } else if options.contains(.extended), Self.isPatternSpace(next) {
                position += 1
            } else if options.contains(.extended), next == "#" {
                while let next = peek, next != "\n" { position += 1 }
            } else {
                return
            }
        }
    }

    private static func isPatternSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0x200E, 0x200F, 0x2028, 0x2029: true
        default: false
        }
    }

    private mutating func quotedLiterals() -> [PatternNode] {
        var parts: [PatternNode] = []
        while let next = peek, !take("\\", "E") {
            position += 1
            parts.append(literal(next.value))
        }
        return parts
    }

    /// The next part; nil for a setting of options, which has no text.
    private mutating func atom() throws(PatternError) -> PatternNode? {
        guard let next = peek else { return .empty }
        switch next {
        case "(": return try group()
        case "[": return .set(try characterClass())
        case "\\": return try escape()
        default: position += 1
        }
        switch next {
        case ".": return .set(options.contains(.dotAll) ? .all : ScalarSet.lineFeed.inverted)
        case "^": return options.contains(.multiline) ? .lineStart : .subjectStart
        case "$":
            guard options.contains(.multiline) else { return .subjectEnd }
            return .lookahead(.choice([.set(.lineFeed), .subjectEnd]), isNegated: false)
        default: return literal(next.value)
        }
    }

    /// One code point, in all its cases where case is ignored.
    func literal(_ value: UInt32) -> PatternNode {
        .set(withCases(ScalarSet([value...value])))
    }

    func withCases(_ set: ScalarSet) -> ScalarSet {
        options.contains(.ignoreCase) ? CaseVariants.shared.closed(set) : set
    }

    // MARK: - Repetition

    private var isQuantifier: Bool {
        guard let next = peek else { return false }
        if next == "*" || next == "+" || next == "?" { return true }
        var copy = self
        return next == "{" && copy.bounds() != nil
    }

    private mutating func repeated(_ node: PatternNode) throws(PatternError) -> PatternNode {
        try skipIgnored()
        if isQuantifier, Self.isPlace(node) { throw error(.nothingToRepeat) }
        guard let (least, most) = try counts() else { return node }
        try skipIgnored()
        let mode: PatternNode.RepetitionMode =
            take("?") ? .lazy : take("+") ? .possessive : .greedy
        try skipIgnored()
        if isQuantifier { throw error(.nothingToRepeat) }
        return Self.repetition(of: node, least: least, most: most, mode: mode)
    }

    private static func isPlace(_ node: PatternNode) -> Bool {
        switch node {
        case .subjectStart, .subjectEnd, .lineStart, .wordBoundary: true
        default: false
        }
    }

    /// Returns the repetition of a node.
    ///
    /// A lookahead takes no text, so that it is looked at once, or not at all.
    private static func repetition(
        of node: PatternNode, least: Int, most: Int?, mode: PatternNode.RepetitionMode
    ) -> PatternNode {
        switch node {
        case .lookahead:
            if most == 0 { return .empty }
            return least > 0 ? node : .choice(mode == .lazy ? [.empty, node] : [node, .empty])
        default: return .repetition(node, least: least, most: most, mode: mode)
        }
    }

    private mutating func counts() throws(PatternError) -> (Int, Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        guard peek == "{" else { return nil }
        let start = position
        guard let (least, most) = bounds() else {
            position = start
            return nil
        }
        guard least <= 65_535, most ?? 0 <= 65_535 else {
            throw error(.largeCount, at: position - 1)
        }
        if let most, most < least { throw error(.countsOutOfOrder, at: position - 1) }
        return (least, most)
    }

    /// Reads `{n}`, `{n,}` or `{n,m}`; nil for braces that are literals.
    private mutating func bounds() -> (Int, Int?)? {
        guard take("{"), let least = number() else { return nil }
        var most: Int? = least
        if take(",") {
            most = number()
            if most == nil, peek != "}" { return nil }
        }
        return take("}") ? (least, most) : nil
    }

    /// A decimal number, as far as it matters.
    mutating func number() -> Int? {
        var number: Int?
        while let next = peek, ("0"..."9").contains(next) {
            number = min(1_000_000, (number ?? 0) * 10 + Int(next.value - 0x30))
            position += 1
        }
        return number
    }

    // MARK: - Groups

    private mutating func group() throws(PatternError) -> PatternNode? {
        let start = position
        position += 1
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw error(.deepNesting) }
        if peek == "*" { throw unsupported("a verb in parentheses", at: start) }
        guard take("?") else {
            return options.contains(.noAutoCapture) ? try closed() : try captured(name: nil)
        }
        if take(":") { return try closed() }
        if take(">") { return .atomic(try closed()) }
        if take("=") { return .lookahead(try closed(), isNegated: false) }
        if take("!") { return .lookahead(try closed(), isNegated: true) }
        if isNext("<", "=") || isNext("<", "!") || isNext("<", "*") {
            throw unsupported("lookbehind", at: start)
        }
        if take("P", "<") || take("<") { return try captured(name: try name(until: ">")) }
        if take("'") { return try captured(name: try name(until: "'")) }
        if take("P", "=") {
            return try reference(number: nil, name: try name(until: ")"), at: start)
        }
        if let what = otherGroup() { throw unsupported(what, at: start) }
        return try settings(from: start)
    }

    /// Returns the name of a group that PCRE2 has and that is not read here, or `nil`.
    private func otherGroup() -> String? {
        switch peek {
        case "|": return "a group that resets numbers"
        case "(": return "a conditional group"
        case "R", "&", "+": return "recursion"
        case let digit? where ("0"..."9").contains(digit): return "recursion"
        case "P" where isNext("P", ">"): return "recursion"
        case "*": return "a lookahead that is tried again"
        case "C": return "a callout"
        case "J", "U", "a": return "this option"
        case "-":
            guard position + 1 < input.count, ("0"..."9").contains(input[position + 1]) else {
                return nil
            }
            return "recursion"
        default: return nil
        }
    }

    /// `(?i)` sets options up to the end of the group around it, `(?i:…)` for its own.
    private mutating func settings(from start: Int) throws(PatternError) -> PatternNode? {
        let outer = options
        var sets = true
        let isReset = take("^")
        if isReset { options = [] }
        while let next = peek, next != ")", next != ":" {
            if next == "-" {
                guard sets, !isReset else { throw error(.unknownGroup) }
                sets = false
                position += 1
                continue
            }
            guard let option = try? AssayRegex.Pattern.Options(flags: String(Character(next)))
            else {
                if next == "J" || next == "U" { throw unsupported("this option", at: start) }
                throw error(.unknownGroup)
            }
            position += 1
            if option == .extended, peek == "x" { throw unsupported("the option xx", at: start) }
            if sets { options.insert(option) } else { options.remove(option) }
        }
        if take(")") {
            if isQuantifier { throw error(.nothingToRepeat, at: position) }
            return nil
        }
        guard take(":") else { throw error(.openGroup) }
        let node = try closed()
        options = outer
        return node
    }

    private mutating func captured(name: String?) throws(PatternError) -> PatternNode {
        groupCount += 1
        let number = groupCount
        if let name {
            guard names[name] == nil else { throw error(.repeatedName) }
            names[name] = number
        }
        let node = try closed()
        groups[number] = node
        return .capture(node, number: number)
    }

    /// The rest of a group; options that it sets end with it.
    private mutating func closed() throws(PatternError) -> PatternNode {
        let outer = options
        let node = try choice()
        options = outer
        guard take(")") else { throw error(.openGroup) }
        return node
    }

    mutating func name(until end: Unicode.Scalar) throws(PatternError) -> String {
        var name = ""
        guard let first = peek, first != end else { throw error(.noName) }
        guard !("0"..."9").contains(first) else { throw error(.digitInName) }
        while let next = peek, next == "_" || next.properties.isAlphabetic || Self.isDigit(next) {
            name.unicodeScalars.append(next)
            position += 1
        }
        guard take(end) else { throw error(name.isEmpty ? .noName : .openName) }
        guard name.unicodeScalars.count <= 32 else { throw error(.longName) }
        return name
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .decimalNumber
    }

    // MARK: - References

    /// Refers to a group that may follow; which one is known at the end.
    mutating func reference(
        number: Int?, name: String?, at start: Int
    ) throws(PatternError) -> PatternNode {
        if options.contains(.ignoreCase) {
            throw unsupported("a reference that ignores case", at: start)
        }
        references.append((number, name, start))
        return .reference(references.count - 1)
    }

    /// The tree with the numbers of the groups that its references mean.
    private func resolved(_ node: PatternNode) throws(PatternError) -> PatternNode {
        switch node {
        case .reference(let index):
            let (number, name, position) = references[index]
            guard let group = number ?? name.flatMap({ names[$0] }), group <= groupCount, group > 0
            else { throw error(.noSuchGroup, at: position + 1) }
            return .reference(group)
        case .sequence(let parts): return .sequence(try resolved(parts))
        case .choice(let parts): return .choice(try resolved(parts))
        case .repetition(let part, let least, let most, let mode):
            return .repetition(try resolved(part), least: least, most: most, mode: mode)
        case .capture(let part, let number):
            return .capture(try resolved(part), number: number)
        case .atomic(let part): return .atomic(try resolved(part))
        case .lookahead(let part, let isNegated):
            return .lookahead(try resolved(part), isNegated: isNegated)
        case .set, .subjectStart, .subjectEnd, .lineStart, .wordBoundary: return node
        }
    }

    private func resolved(_ parts: [PatternNode]) throws(PatternError) -> [PatternNode] {
        var result: [PatternNode] = []
        for part in parts { result.append(try resolved(part)) }
        return result
    }
}

// MARK: - The input

extension PatternReader {
    var peek: Unicode.Scalar? { position < input.count ? input[position] : nil }

    func isNext(_ expected: Unicode.Scalar...) -> Bool {
        input.dropFirst(position).starts(with: expected)
    }

    mutating func take(_ expected: Unicode.Scalar...) -> Bool {
        guard input.dropFirst(position).starts(with: expected) else { return false }
        position += expected.count
        return true
    }

    /// An error at what was read last, or at a code point.
    func error(_ reason: PatternError.Reason, at place: Int? = nil) -> PatternError {
        PatternError(reason, offset: offset(of: place ?? position), pattern: source)
    }

    func unsupported(_ what: String, at place: Int) -> PatternError {
        PatternError(unsupported: what, offset: offset(of: place), pattern: source)
    }

    private func offset(of place: Int) -> Int {
        input.prefix(place).reduce(0) { $0 + UTF8.width($1) }
    }

    /// Settings at the start: those that change nothing here.
    fileprivate mutating func skipSettings() throws(PatternError) {
        let harmless = ["UTF", "LF", "NO_JIT", "NO_START_OPT", "NO_AUTO_POSSESS"]
        while isNext("(", "*") {
            let start = position
            var name = ""
            position += 2
            while let next = peek, next != ")" {
                name.unicodeScalars.append(next)
                position += 1
            }
            guard take(")"), harmless.contains(name) else {
                throw unsupported("(*\(name))", at: start)
            }
        }
    }
}

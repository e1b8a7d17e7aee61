// SPDX-License-Identifier: Apache-2.0
import TestRandomness

/// Random patterns, mostly of the regular subset, and random subjects over the same few characters.
struct RandomPattern {
    var random: SeededNumbers

    private let literals = [
        "a", "b", "c", "z", "0", "9", "_", "-", " ", "k", "s", "é", "中", "😀", "\n", "]", "}",
    ]
    private let escapes = [
        "\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "\\.", "\\-", "\\n", "\\t", "\\\\", "\\[", "\\]",
        "\\/", "\\e", ".", ".", "\\_", "\\$", "\\^",
    ]
    private let members = [
        "a-c", "J-k", "s", "0-9", "a-z", "A-Z", "b", "-", "_", ".", "\\d", "\\w", "\\s", "\\S",
        "\\D", "\\W",
        "\\]", "\\-", "é", "a-é", "中-鿿", "\\n", "[", " -~", "😀", "+-", "^", "é-😀", "$", "\\\\",
    ]
    private let repetitions = [
        "*", "+", "?", "{2}", "{1,3}", "{2,}", "{0,2}", "*?", "+?", "??", "{0}", "{1,2}?", "{1,30}",
        "{0,31}",
        "{2,40}?",
    ]
    private let characters = [
        "a", "b", "c", "z", "0", "9", "_", "-", " ", "é", "è", "中", "😀", "\n", "\0", "A", ".", "[",
        "]", "\\", "\t", "\r", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}",
        "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "\u{2028}", "\u{212A}", "\u{17F}", "k", "S",
        "\u{0B}", "}", "/", "+", "^", "$",
    ]

    mutating func pattern() -> String {
        var branches = [branch()]
        while random.once(in: 4) { branches.append(branch()) }
        return branches.joined(separator: "|")
    }

    mutating func subject() -> String {
        let length = Int.random(in: 0...(random.once(in: 5) ? 40 : 7), using: &random)
        return (0..<length).map { _ in random.pick(characters, or: "") }.joined()
    }

    private mutating func branch() -> String {
        let start = random.pick(["", "", "^", "^", "\\A"], or: "")
        return start + sequence(depth: 3) + random.pick(["", "", "$", "$", "\\z"], or: "")
    }

    private mutating func sequence(depth: Int) -> String {
        let length = Int.random(in: 0...3, using: &random)
        return (0..<length).map { _ in
            atom(depth: depth) + (random.once(in: 2) ? random.pick(repetitions, or: "") : "")
        }.joined()
    }

    private mutating func atom(depth: Int) -> String {
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where depth > 0: group(depth: depth - 1)
        case 1...3: characterClass()
        case 4: random.pick(escapes, or: "")
        default: random.pick(literals, or: "")
        }
    }

    private mutating func group(depth: Int) -> String {
        var parts = [sequence(depth: depth)]
        while random.once(in: 2) { parts.append(sequence(depth: depth)) }
        return random.pick(["(", "(?:"], or: "(") + parts.joined(separator: "|") + ")"
    }

    private mutating func characterClass() -> String {
        let count = Int.random(in: 1...4, using: &random)
        let inside = (0..<count).map { _ in random.pick(members, or: "") }.joined()
        return (random.once(in: 3) ? "[^" : "[") + (random.once(in: 12) ? "]" : "") + inside + "]"
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayRegex

/// Makes texts of the shape of a pattern.
///
/// The same pattern gives the same texts on every run.
struct PatternSampler {
    private let tree: PatternTree
    /// One code point for each way in which the pattern's sets tell code points apart.
    let alphabet: [Unicode.Scalar]
    private var captures: [Int: String] = [:]
    private var random = SmallRandom()

    /// The longest text, in code points, before repetitions are kept short.
    private static let longest = 60

    init(of tree: PatternTree) {
        self.tree = tree
        alphabet = Self.alphabet(of: tree)
    }

    private static let commonScalars = Array("a0 A_-.,:;/@!x\n\u{1}é".unicodeScalars)

    private static func alphabet(of tree: PatternTree) -> [Unicode.Scalar] {
        var sets: [ScalarSet] = []
        tree.forEachSet { set in
            if sets.count < 64, !sets.contains(set) { sets.append(set) }
        }
        let edges = sets.flatMap(\.ranges).prefix(256).compactMap { Unicode.Scalar($0.lowerBound) }
        var seen: Set<[Bool]> = []
        var alphabet: [Unicode.Scalar] = []
        for scalar in commonScalars + edges where alphabet.count < 24 {
            if seen.insert(sets.map { $0.contains(scalar) }).inserted { alphabet.append(scalar) }
        }
        return alphabet
    }

    /// A code point that is in few sets of the pattern.
    var rarest: Unicode.Scalar {
        var counts: [Unicode.Scalar: Int] = [:]
        tree.forEachSet { set in
            for scalar in alphabet where set.contains(scalar) { counts[scalar, default: 0] += 1 }
        }
        return alphabet.min { counts[$0, default: 0] < counts[$1, default: 0] } ?? "!"
    }

    // MARK: - Short texts

    /// The shortest text of the whole pattern, made of the shortest text of each part.
    mutating func shortest() -> String {
        captures = [:]
        return shortest(of: tree)
    }

    /// The shortest text of a part of the pattern.
    mutating func shortest(of tree: PatternTree) -> String {
        switch tree {
        case .nothing, .assertion: return ""
        case .set(let set): return text(of: set, among: alphabet)
        case .sequence(let parts): return parts.reduce(into: "") { $0 += shortest(of: $1) }
        case .choice(let parts): return parts.first.map { shortest(of: $0) } ?? ""
        case .capture(let part, let number):
            captures[number] = shortest(of: part)
            return captures[number] ?? ""
        case .reference(let number): return captures[number] ?? ""
        case .repetition(let part, let quantifier):
            let turn = shortest(of: part)
            return String(repeating: turn, count: min(quantifier.least, Self.longest))
        }
    }

    private func text(of set: ScalarSet, among scalars: [Unicode.Scalar]) -> String {
        let scalar =
            scalars.first { set.contains($0) }
            ?? set.ranges.lazy.compactMap { Unicode.Scalar($0.lowerBound) }.first
        return scalar.map { String(Character($0)) } ?? ""
    }

    // MARK: - Random texts

    /// A text of the whole pattern.
    mutating func sample() -> String {
        captures = [:]
        var budget = Self.longest
        return sample(of: tree, budget: &budget)
    }

    /// A text of a part of the pattern.
    mutating func sample(of part: PatternTree) -> String {
        var budget = 6
        return sample(of: part, budget: &budget)
    }

    private mutating func sample(of tree: PatternTree, budget: inout Int) -> String {
        switch tree {
        case .nothing, .assertion: return ""
        case .set(let set):
            budget -= 1
            let start = random.below(alphabet.count)
            return text(of: set, among: Array(alphabet[start...] + alphabet[..<start]))
        case .sequence(let parts):
            return parts.reduce(into: "") { $0 += sample(of: $1, budget: &budget) }
        case .choice(let parts):
            return sample(of: parts[random.below(parts.count)], budget: &budget)
        case .capture(let part, let number):
            captures[number] = sample(of: part, budget: &budget)
            return captures[number] ?? ""
        case .reference(let number): return captures[number] ?? ""
        case .repetition(let part, let quantifier):
            return turns(of: part, quantifier: quantifier, budget: &budget)
        }
    }

    private mutating func turns(
        of part: PatternTree, quantifier: PatternQuantifier, budget: inout Int
    ) -> String {
        let most = min(quantifier.most ?? .max, quantifier.least + max(0, min(4, budget)))
        let count = quantifier.least + random.below(most - quantifier.least + 1)
        var text = ""
        for _ in 0..<min(count, Self.longest) { text += sample(of: part, budget: &budget) }
        return text
    }

    /// A text that differs in one place.
    mutating func mutation(of text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        let place = random.below(scalars.count + 1)
        let scalar = alphabet[random.below(alphabet.count)]
        switch random.below(3) {
        case 0: scalars.insert(scalar, at: place)
        case 1 where place < scalars.count: scalars[place] = scalar
        case _ where place < scalars.count: scalars.remove(at: place)
        default: scalars += scalars
        }
        var mutation = String.UnicodeScalarView()
        mutation.append(contentsOf: scalars)
        return String(mutation)
    }
}

/// A small source of numbers that are the same on every run (SplitMix64).
struct SmallRandom {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// A number from 0 to `bound` - 1; 0 for a bound below 1.
    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        return bound < 1 ? 0 : Int(bits % UInt64(bound))
    }
}

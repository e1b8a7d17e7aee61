// SPDX-License-Identifier: Apache-2.0

/// A family of texts: the middle part stands any number of times.
struct PatternAttack: Hashable {
    let prefix: String
    let pump: String
    let suffix: String

    func text(_ turns: Int) -> String {
        prefix + String(repeating: pump, count: max(0, turns)) + suffix
    }
}

/// Families of texts on which a pattern may need many steps.
///
/// Each long repetition is reached by a text of what stands before it, then repeats texts of its
/// own, and ends with something that makes the search fail.
struct PatternAttacks {
    private(set) var all: [PatternAttack] = []
    private var known: Set<PatternAttack> = []
    private var sampler: PatternSampler
    private let endings: [String]
    private static let most = 4_000

    init(_ tree: PatternTree) {
        sampler = PatternSampler(tree)
        let stranger = String(Character(sampler.stranger))
        endings = [stranger, "\n", ""] + sampler.alphabet.prefix(5).map { String(Character($0)) }
        visit(tree, before: "", behind: "")
    }

    private mutating func visit(_ tree: PatternTree, before: String, behind: String) {
        switch tree {
        case .nothing, .set, .reference: break
        case .sequence(let parts):
            let texts = parts.map { sampler.shortest($0) }
            for (index, part) in parts.enumerated() {
                visit(
                    part, before: before + texts[..<index].joined(),
                    behind: texts[(index + 1)...].joined() + behind)
            }
        case .choice(let parts):
            for part in parts { visit(part, before: before, behind: behind) }
        case .capture(let part, _), .assertion(let part):
            visit(part, before: before, behind: behind)
        case .repetition(let part, let quantifier):
            if quantifier.isLong { add(part, before, behind) }
            visit(part, before: before, behind: behind)
        }
    }

    private mutating func add(_ part: PatternTree, _ before: String, _ behind: String) {
        var pumps = [sampler.shortest(part)]
        if case .set(let set) = part {
            pumps += sampler.alphabet.filter(set.contains).prefix(8).map { String(Character($0)) }
        } else {
            for _ in 0..<8 { pumps.append(sampler.sample(of: part)) }
        }
        for pump in pumps where !pump.isEmpty && pump.utf8.count <= 16 {
            for ending in endings {
                for suffix in [ending, ending + behind] {
                    append(PatternAttack(prefix: before, pump: pump, suffix: suffix))
                }
            }
        }
    }

    private mutating func append(_ attack: PatternAttack) {
        guard all.count < Self.most, known.insert(attack).inserted else { return }
        all.append(attack)
    }
}

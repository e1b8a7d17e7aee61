// SPDX-License-Identifier: Apache-2.0

/// A family of texts: a prefix, any number of pumps and a suffix.
struct PatternAttack: Hashable {
    let prefix: String
    let pump: String
    let suffix: String

    func text(turns: Int) -> String {
        prefix + String(repeating: pump, count: max(0, turns)) + suffix
    }
}

/// Families of texts on which a pattern may need many steps.
///
/// A text reaches a long repetition by what comes before it in the pattern, then repeats a text of
/// the repetition's own, and ends with something that makes the search fail.
struct PatternAttacks {
    private(set) var all: [PatternAttack] = []
    private var known: Set<PatternAttack> = []
    private var sampler: PatternSampler
    private let endings: [String]
    private static let most = 4_000

    init(on tree: PatternTree) {
        sampler = PatternSampler(of: tree)
        let rarest = String(Character(sampler.rarest))
        endings = [rarest, "\n", ""] + sampler.alphabet.prefix(5).map { String(Character($0)) }
        visit(tree, before: "", after: "")
    }

    private mutating func visit(_ tree: PatternTree, before: String, after: String) {
        switch tree {
        case .nothing, .set, .reference: break
        case .sequence(let parts):
            let texts = parts.map { sampler.shortest(of: $0) }
            for (index, part) in parts.enumerated() {
                visit(
                    part, before: before + texts[..<index].joined(),
                    after: texts[(index + 1)...].joined() + after)
            }
        case .choice(let parts):
            for part in parts { visit(part, before: before, after: after) }
        case .capture(let part, _), .assertion(let part):
            visit(part, before: before, after: after)
        case .repetition(let part, let quantifier):
            if quantifier.isLong { add(part, before: before, after: after) }
            visit(part, before: before, after: after)
        }
    }

    private mutating func add(_ part: PatternTree, before: String, after: String) {
        var pumps = [sampler.shortest(of: part)]
        if case .set(let set) = part {
            pumps += sampler.alphabet.filter(set.contains).prefix(8).map { String(Character($0)) }
        } else {
            for _ in 0..<8 { pumps.append(sampler.sample(of: part)) }
        }
        for pump in pumps where !pump.isEmpty && pump.utf8.count <= 16 {
            for ending in endings {
                for suffix in [ending, ending + after] {
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

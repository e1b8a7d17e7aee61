// SPDX-License-Identifier: Apache-2.0
import AssayRegex

/// Looks for a possessive quantifier or an atomic group that ends the backtracking of a pattern
/// and matches the same of many texts.
struct SaferPattern {
    private let source: [Unicode.Scalar]
    private let options: Pattern.Options
    private let match: Pattern.MatchMode
    private let tree: PatternTree
    private let attack: PatternAttack

    /// Most changed patterns that are tried.
    private static let mostTries = 60
    /// Most steps of all searches.
    private static let budget = 16 << 20
    private static let sampleCount = 400
    /// The number of texts that have to match for a comparison to count.
    private static let fewestMatches = 8

    init(
        _ source: String, options: Pattern.Options, match: Pattern.MatchMode, tree: PatternTree,
        attack: PatternAttack
    ) {
        self.source = Array(source.unicodeScalars)
        self.options = options
        self.match = match
        self.tree = tree
        self.attack = attack
    }

    /// The first changed pattern that is harmless and matches the same texts.
    func find(samples own: [String]) -> (pattern: String, samples: Int)? {
        let matches = expectedMatches(samples: own)
        guard matches.count(where: \.value) >= Self.fewestMatches else { return nil }
        var budget = Self.budget
        for edits in changes.prefix(Self.mostTries) where budget > 0 {
            let pattern = self.pattern(with: edits)
            if agrees(pattern, with: matches), isHarmless(pattern, budget: &budget) {
                return (pattern, matches.count)
            }
        }
        return nil
    }

    // MARK: - Changes

    private struct Edit {
        let place: Int
        let text: String
    }

    /// One change alone first, then all of a kind, then pairs.
    private var changes: [[Edit]] {
        let quantifiers = tree.quantifiers.filter { $0.mode == .greedy && $0.isLong }
        let possessive = quantifiers.map { [Edit(place: $0.end, text: "+")] }
        let atomic = tree.quantifiers.filter { $0.repeatsGroup && $0.isLong }.map {
            [
                Edit(place: $0.atom.lowerBound, text: "(?>"),
                Edit(place: $0.atom.upperBound, text: ")"),
            ]
        }
        let single = possessive + atomic
        var pairs: [[Edit]] = []
        for (index, first) in single.enumerated() {
            for second in single[(index + 1)...] { pairs.append(first + second) }
        }
        return single + [possessive.flatMap { $0 }] + pairs
    }

    private func pattern(with edits: [Edit]) -> String {
        var scalars = String.UnicodeScalarView()
        for place in 0...source.count {
            for edit in edits where edit.place == place {
                scalars.append(contentsOf: edit.text.unicodeScalars)
            }
            if place < source.count { scalars.append(source[place]) }
        }
        return String(scalars)
    }

    private func isHarmless(_ pattern: String, budget: inout Int) -> Bool {
        guard let counter = try? StepCounter(pattern, options: options, match: match) else {
            return false
        }
        defer { budget -= counter.spent }
        let tree = PatternTreeParser.tree(of: pattern, options: options)
        let attacks = [attack] + PatternAttacks(on: tree).all
        return !BacktrackingSearch(counting: counter, budget: budget).findsAny(of: attacks)
    }

    // MARK: - Samples

    /// Texts and whether the pattern matches them.
    private func expectedMatches(samples own: [String]) -> [String: Bool] {
        guard let counter = try? StepCounter(pattern, options: options, match: match) else {
            return [:]
        }
        var sampler = PatternSampler(of: tree)
        var texts = own + (0...8).map { attack.text(turns: $0) }
        for _ in 0..<Self.sampleCount / 4 {
            let text = sampler.sample()
            var mutation = text
            texts.append(text)
            for _ in 0..<3 {
                mutation = sampler.mutation(of: mutation)
                texts.append(mutation)
            }
        }
        var matches: [String: Bool] = [:]
        for text in texts {
            let result = counter.result(on: text, limit: 1 << 16)
            if !result.isUndecided { matches[text] = result.isMatch }
        }
        return matches
    }

    private var pattern: String { pattern(with: []) }

    private func agrees(_ pattern: String, with matches: [String: Bool]) -> Bool {
        guard let counter = try? StepCounter(pattern, options: options, match: match) else {
            return false
        }
        return matches.allSatisfy { text, isMatch in
            let result = counter.result(on: text, limit: 1 << 16)
            return !result.isUndecided && result.isMatch == isMatch
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayRegex

/// Tries families of texts and measures those that need more steps than their length explains.
struct BacktrackingSearch {
    /// A family that costs more than its length explains.
    struct Finding {
        let attack: PatternAttack
        let growth: CatastrophicBacktracking.Growth
        /// Turns whose steps can be counted.
        let turns: Int
    }

    private let counter: StepCounter
    private let limits = PatternLimits()
    /// Most steps of the whole search.
    private let budget: Int

    /// Most steps of one search, above every default limit.
    private static let mostSteps = 1 << 17
    /// Most turns of a family, and of one whose steps are counted.
    private static let mostTurns = 8_192
    private static let mostCountedTurns = 96
    /// Turns of the first try.
    private static let firstTurns = 64
    /// Most families that are measured in search of a worse one.
    private static let mostFindings = 8

    init(counting counter: StepCounter, budget: Int = 16 << 20) {
        self.counter = counter
        self.budget = budget
    }

    /// The worst family; nil if all are harmless.
    func worst(of attacks: [PatternAttack]) -> Finding? {
        var findings: [Finding] = []
        for attack in attacks {
            guard counter.spent < budget, findings.count < Self.mostFindings else { break }
            guard let finding = finding(for: attack) else { continue }
            if case .exponential = finding.growth { return simplified(finding) }
            findings.append(finding)
        }
        return findings.max { $0.degree < $1.degree }
    }

    /// True if one of the families is costly, or if the search took too long.
    func findsAny(of attacks: [PatternAttack]) -> Bool {
        attacks.contains { counter.spent >= budget || finding(for: $0) != nil }
    }

    /// An exponential family with a single repeated code point where that is enough.
    private func simplified(_ finding: Finding) -> Finding {
        let attack = finding.attack
        guard attack.pump.unicodeScalars.count > 1 else { return finding }
        for scalar in Set(attack.pump.unicodeScalars).sorted() {
            let simple = PatternAttack(
                prefix: attack.prefix, pump: String(Character(scalar)), suffix: attack.suffix)
            if let simpler = self.finding(for: simple), case .exponential = simpler.growth {
                return simpler
            }
        }
        return finding
    }

    /// The cost of a family; nil if its length explains it.
    private func finding(for attack: PatternAttack) -> Finding? {
        guard isSuspicious(attack) else { return nil }
        counter.looksAtStartOnly = true
        defer { counter.looksAtStartOnly = false }
        if !isSuspicious(attack) { counter.looksAtStartOnly = false }
        let turns = countableTurns(of: attack)
        guard turns > 0, let growth = growth(of: attack, upTo: turns) else { return nil }
        return Finding(attack: attack, growth: growth, turns: turns)
    }

    /// More steps than a search without much backtracking takes.
    private func isSuspicious(_ attack: PatternAttack) -> Bool {
        let text = attack.text(turns: Self.firstTurns)
        return counter.result(on: text, limit: 64 + 12 * text.utf8.count).isUndecided
    }

    /// The most turns whose steps can be counted; 0 if there are too few to see how they grow.
    private func countableTurns(of attack: PatternAttack) -> Int {
        var low = 6
        guard isCountable(attack, turns: low) else { return 0 }
        while isCountable(attack, turns: low * 2) {
            low *= 2
            guard low < Self.mostCountedTurns else { return low }
        }
        var high = low * 2
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if isCountable(attack, turns: middle) { low = middle } else { high = middle }
        }
        return low
    }

    private func isCountable(_ attack: PatternAttack, turns: Int) -> Bool {
        !counter.result(on: attack.text(turns: turns), limit: Self.mostSteps).isUndecided
    }

    // MARK: - Figures of a finding

    /// The cost of texts up to the longest that can be counted.
    func measurements(of finding: Finding) -> [CatastrophicBacktracking.Measurement] {
        Set((1...6).map { finding.turns * $0 / 6 }).sorted().compactMap { turns in
            let text = finding.attack.text(turns: turns)
            return counter.steps(on: text, most: Self.mostSteps).map {
                CatastrophicBacktracking.Measurement(
                    turns: turns, length: text.utf8.count, steps: $0)
            }
        }
    }

    /// Finds the length at which a family is undecided.
    ///
    /// - Parameters:
    ///   - attack: The family.
    ///   - isUndecided: Whether the pattern's engine ends a search without a result.
    /// - Returns: The fewest turns at which it is; nil if it never is.
    func turnsToLimit(of attack: PatternAttack, isUndecided: (String) -> Bool) -> Int? {
        var high = 8
        while !isUndecided(attack.text(turns: high)) {
            guard high < Self.mostTurns else { return nil }
            high *= 2
        }
        var low = high == 8 ? 0 : high / 2
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if isUndecided(attack.text(turns: middle)) { high = middle } else { low = middle }
        }
        return high
    }

    /// True if the default limits end a search by PCRE2's interpreter.
    func exceedsLimits(text: String) -> Bool {
        let limit = limits.matchLimit(length: text.utf8.count, isAnchored: counter.isAnchored)
        return counter.result(on: text, limit: Int(limit)).isUndecided
    }

    // MARK: - Growth

    /// Returns how the steps grow up to this number of turns, or `nil` if no faster than the text.
    private func growth(of attack: PatternAttack, upTo turns: Int) -> CatastrophicBacktracking
        .Growth?
    {
        guard let third = steps(on: attack, turns: turns / 3),
            let middle = steps(on: attack, turns: turns / 3 * 2),
            let end = steps(on: attack, turns: turns / 3 * 3),
            let half = steps(on: attack, turns: turns / 3 * 3 / 2)
        else { return nil }
        // Equal stretches multiply an exponential cost alike, a polynomial one less and less:
        // beyond the first third by 2^d, beyond the second by 1.5^d.
        let (early, late) = (middle / third, end / middle)
        if late > 3, late * late * late * late * late > early * early * early * early {
            return steps(on: attack, turns: turns - 2).flatMap { before in
                steps(on: attack, turns: turns).map {
                    .exponential(factor: ($0 / before).squareRoot())
                }
            }
        }
        var degree = 0
        var bound = 2.0.squareRoot()
        while end / half > bound, degree < 12 {
            degree += 1
            bound *= 2
        }
        return degree >= 2 ? .polynomial(degree: degree) : nil
    }

    private func steps(on attack: PatternAttack, turns: Int) -> Double? {
        counter.steps(on: attack.text(turns: turns), most: Self.mostSteps).map(Double.init)
    }
}

extension BacktrackingSearch.Finding {
    fileprivate var degree: Int {
        if case .polynomial(let degree) = growth { degree } else { .max }
    }
}

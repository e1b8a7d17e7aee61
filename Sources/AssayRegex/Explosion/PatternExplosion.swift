// SPDX-License-Identifier: Apache-2.0

/// A text on which a search for a pattern backtracks so much that it is given up.
///
/// It was found by trying: that none is found proves nothing. What it says holds for PCRE2; a
/// pattern that is searched for in linear time (see `Pattern`) is named in `isSearchedByTable`.
public struct PatternExplosion: Sendable, Equatable {
    /// How the steps grow with the length of the text.
    public enum Growth: Sendable, Equatable {
        /// With this power of the length, at least 2.
        case polynomial(degree: Int)
        /// By this factor with each further `pump`.
        case exponential(factor: Double)
    }

    /// The cost of one text.
    public struct Measurement: Sendable, Equatable {
        /// How many times the text has `pump`.
        public let turns: Int
        /// Bytes of the text.
        public let length: Int
        /// The steps of the search, as the match limit counts them.
        public let steps: Int
    }

    /// What was measured, shorter texts first.
    public let measurements: [Measurement]
    /// How the steps grow.
    public let growth: Growth
    /// The part of the text that is repeated.
    public let pump: String
    /// The shortest text of this kind that is given up with the default `PatternLimits`: by the
    /// pattern's own engine, or by PCRE2's interpreter where that one never gives up.
    public let input: String
    /// The engine does not use PCRE2 for this pattern: here it never explodes.
    public let isSearchedByTable: Bool
    /// The same pattern with a possessive quantifier or an atomic group on which the search
    /// finds nothing, nil if none was found.
    public let saferPattern: String?
    /// Texts that both patterns were tried on; they accept the same of them.
    public let verifiedSamples: Int

    /// Looks for a text on which the pattern explodes.
    ///
    /// The work is bounded and the same on every run: at most about a second.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, without delimiters.
    ///   - options: How to read it.
    ///   - match: Which part of a text has to match.
    ///   - samples: Texts that a safer pattern has to judge in the same way, besides its own.
    /// - Returns: The worst kind of text that was found, or nil.
    /// - Throws: `PatternError` if PCRE2 does not accept the pattern.
    public static func search(
        pattern: String, options: Pattern.Options = [], match: Pattern.MatchMode = .search,
        samples: [String] = []
    ) throws(PatternError) -> PatternExplosion? {
        let compiled = try Pattern(pattern, options: options, match: match)
        let tree = PatternTreeParser.tree(of: pattern, options: options)
        let counter = try StepCounter(pattern, options: options, match: match)
        let search = ExplosionSearch(counter)
        let scratch = PatternScratch()
        guard let found = search.worst(of: PatternAttacks(tree).all),
            let turns = search.turnsToLimit(
                found.attack,
                {
                    compiled.engine == .automaton
                        ? search.exceedsLimits($0)
                        : compiled.matches($0, using: scratch).isUndecided
                })
        else { return nil }
        let safer = SaferPattern(
            pattern, options: options, match: match, tree: tree, attack: found.attack
        ).find(samples: samples)
        return PatternExplosion(
            measurements: search.measurements(of: found), growth: found.growth,
            pump: found.attack.pump, input: found.attack.text(turns),
            isSearchedByTable: compiled.engine == .automaton, saferPattern: safer?.pattern,
            verifiedSamples: safer?.samples ?? 0)
    }

    /// Counts the steps of one search, as the match limit counts them.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, without delimiters.
    ///   - options: How to read it.
    ///   - match: Which part of the text has to match.
    ///   - text: What is searched.
    ///   - most: Where counting ends.
    /// - Returns: The steps from the start position that needs most of them, nil for more than
    ///   `most`.
    /// - Throws: `PatternError` if PCRE2 does not accept the pattern.
    public static func steps(
        of pattern: String, options: Pattern.Options = [], match: Pattern.MatchMode = .search,
        on text: String, most: Int = 1 << 17
    ) throws(PatternError) -> Int? {
        try StepCounter(pattern, options: options, match: match).steps(on: text, most: most)
    }
}

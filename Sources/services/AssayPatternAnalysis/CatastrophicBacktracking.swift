// SPDX-License-Identifier: Apache-2.0
package import AssayRegex

/// A pattern's catastrophic backtracking: a text on which its search reaches the match limit.
///
/// The text is found by trial, so that finding none proves nothing. The figures are those of PCRE2;
/// `usesAutomaton` is true for a pattern that the engine runs in linear time instead.
package struct CatastrophicBacktracking: Sendable, Equatable {
    /// The growth of the steps with the length of the text.
    package enum Growth: Sendable, Equatable {
        /// The steps grow as this power of the length, at least 2.
        case polynomial(degree: Int)
        /// The steps grow by this factor with each further `pump`.
        case exponential(factor: Double)
    }

    /// The cost of one text.
    package struct Measurement: Sendable, Equatable {
        /// The number of times that `pump` is repeated in the text.
        package let turns: Int
        /// Bytes of the text.
        package let length: Int
        /// The steps of the search, as the match limit counts them.
        package let steps: Int
    }

    /// The measured texts, shorter ones first.
    package let measurements: [Measurement]
    /// The growth of the steps.
    package let growth: Growth
    /// The part of the text that is repeated.
    package let pump: String
    /// The shortest text of this kind that is undecided with the default `PatternLimits`: for the
    /// pattern's own engine, or for PCRE2's interpreter where that one decides every text.
    package let input: String
    /// The engine runs this pattern as an automaton, which never backtracks.
    package let usesAutomaton: Bool
    /// The same pattern with a possessive quantifier or an atomic group, for which no such text is
    /// found; nil if there is none.
    package let saferPattern: String?
    /// The number of texts that both patterns were tried on; they match the same of them.
    package let verifiedSamples: Int

    /// Looks for a text on which a pattern backtracks catastrophically.
    ///
    /// The work is bounded and the same on every run: at most about a second.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, without delimiters.
    ///   - options: How to read it.
    ///   - match: Which part of a text has to match.
    ///   - samples: Texts on which a safer pattern has to agree, besides its own.
    /// - Returns: The worst kind of text that was found, or nil.
    /// - Throws: `PatternError` if PCRE2 does not accept the pattern.
    package static func search(
        pattern: String, options: Pattern.Options = [], match: Pattern.MatchMode = .search,
        samples: [String] = []
    ) throws(PatternError) -> CatastrophicBacktracking? {
        let compiled = try Pattern(pattern, options: options, match: match)
        let tree = PatternTreeParser.tree(of: pattern, options: options)
        let counter = try StepCounter(pattern, options: options, match: match)
        let search = BacktrackingSearch(counting: counter)
        let scratch = PatternScratch()
        guard let found = search.worst(of: PatternAttacks(on: tree).all),
            let turns = search.turnsToLimit(
                of: found.attack,
                isUndecided: {
                    compiled.engine == .automaton
                        ? search.exceedsLimits(text: $0)
                        : compiled.matches($0, using: scratch).isUndecided
                })
        else { return nil }
        let safer = SaferPattern(
            pattern, options: options, match: match, tree: tree, attack: found.attack
        ).find(samples: samples)
        return CatastrophicBacktracking(
            measurements: search.measurements(of: found), growth: found.growth,
            pump: found.attack.pump, input: found.attack.text(turns: turns),
            usesAutomaton: compiled.engine == .automaton, saferPattern: safer?.pattern,
            verifiedSamples: safer?.samples ?? 0)
    }

    /// Counts the steps of one search as the match limit does.
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
    package static func steps(
        of pattern: String, options: Pattern.Options = [], match: Pattern.MatchMode = .search,
        on text: String, most: Int = 1 << 17
    ) throws(PatternError) -> Int? {
        try StepCounter(pattern, options: options, match: match).steps(on: text, most: most)
    }
}

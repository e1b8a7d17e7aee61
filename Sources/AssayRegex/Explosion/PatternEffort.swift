// SPDX-License-Identifier: Apache-2.0

/// What one search costs, for people who ask.
public struct PatternEffort: Sendable, Equatable {
    /// The steps from the start position that needs most of them, as the match limit counts them;
    /// nil for more than the limit.
    public let steps: Int?
    /// The steps that the limits allow for a text of this length.
    public let limit: Int
    /// The pattern is searched for by a table, which looks at each byte once: there are no steps.
    public let isSearchedByTable: Bool
}

extension Pattern {
    /// Counts the steps of a search by searching again and again.
    ///
    /// - Parameters:
    ///   - text: What is searched.
    ///   - limits: What a search may cost.
    /// - Returns: The cost; nil when there is no memory for another search.
    public func effort(on text: String, limits: PatternLimits = PatternLimits()) -> PatternEffort? {
        guard let counter = try? StepCounter(source, options: options, match: matchMode) else {
            return nil
        }
        let limit = Int(
            limits.matchLimit(length: text.utf8.count, isAnchored: counter.isAnchored))
        let isSearchedByTable = engine == .automaton
        return PatternEffort(
            steps: isSearchedByTable ? nil : counter.steps(on: text, most: limit), limit: limit,
            isSearchedByTable: isSearchedByTable)
    }

    /// Texts that the pattern is likely to match, and some that differ from them in one place; the
    /// shortest text comes first.
    ///
    /// Made from the shape of the pattern alone: who needs to know asks `matches`. The same on
    /// every run.
    public func likelyTexts(count: Int = 24) -> [String] {
        var sampler = PatternSampler(PatternTreeParser.tree(of: source, options: options))
        var texts = [sampler.shortest()]
        for _ in 0..<max(0, count) {
            let text = sampler.sample()
            texts += [text, sampler.mutation(of: text)]
        }
        return texts
    }
}

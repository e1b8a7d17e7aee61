// SPDX-License-Identifier: Apache-2.0
package import AssayRegex

/// The cost of one search.
package struct PatternEffort: Sendable, Equatable {
    /// The steps from the start position that needs most of them, as the match limit counts them;
    /// nil for more than the limit.
    package let steps: Int?
    /// The steps that the limits allow for a text of this length.
    package let limit: Int
    /// The pattern runs as an automaton, which reads each byte once: there are no steps.
    package let usesAutomaton: Bool
}

extension Pattern {
    /// Counts the steps of a search by repeating it with one limit after another.
    ///
    /// - Parameters:
    ///   - text: What is searched.
    ///   - limits: What a search may cost.
    /// - Returns: The cost; nil when there is no memory for another search.
    package func effort(on text: String, limits: PatternLimits = PatternLimits()) -> PatternEffort?
    {
        guard let counter = try? StepCounter(source, options: options, match: matchMode) else {
            return nil
        }
        let limit = Int(
            limits.matchLimit(length: text.utf8.count, isAnchored: counter.isAnchored))
        let usesAutomaton = engine == .automaton
        return PatternEffort(
            steps: usesAutomaton ? nil : counter.steps(on: text, most: limit), limit: limit,
            usesAutomaton: usesAutomaton)
    }

    /// Texts that the pattern is likely to match, and some that differ from them in one place; the
    /// shortest text comes first.
    ///
    /// They follow from the shape of the pattern alone, so that only `matches` tells which of them
    /// match. They are the same on every run.
    package func likelyTexts(count: Int = 24) -> [String] {
        var sampler = PatternSampler(of: PatternTreeParser.tree(of: source, options: options))
        var texts = [sampler.shortest()]
        for _ in 0..<max(0, count) {
            let text = sampler.sample()
            texts += [text, sampler.mutation(of: text)]
        }
        return texts
    }
}

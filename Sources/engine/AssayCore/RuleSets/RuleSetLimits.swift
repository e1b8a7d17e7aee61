// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The limits of a rule set, so that loading one takes bounded time and memory.
///
/// What exceeds a limit is rejected with an issue that has the limit's code and the place.
package enum RuleSetLimits {
    /// Rules, including rules of conditions and rules inside other rules: `ruleSet.tooManyRules`.
    package static let rules = 100_000
    /// Patterns: `ruleSet.tooManyPatterns`.
    package static let patterns = 10_000
    /// Bytes of memory that all compiled patterns take: `ruleSet.patternMemory`.
    package static let patternMemory = 128 << 20
    /// Steps that compiling all patterns takes, as `Pattern.compilationSteps` counts them:
    /// `ruleSet.patternSteps`.
    package static let patternSteps = 40_000_000
    /// Places that paths lead to or pass through, each once: `ruleSet.tooManyPlaces`.
    package static let places = 100_000
    /// Keys, indexes and `[*]` in the paths of all objects and arrays that rules are below:
    /// `ruleSet.tooManyPlaces`.
    package static let containerSteps = 1_000_000
    /// Different arrays that paths pass through with `[*]`: `ruleSet.tooManyArrays`.
    package static let arrays = 10_000
    /// Comparisons of paths with sensitive paths: `ruleSet.sensitivePaths`.
    package static let sensitiveComparisons = 10_000_000
    /// Rules about records: `ruleSet.tooManyRules`.
    package static let recordsRules = 64
    /// Parts of a key: `records.parts`.
    package static let keyParts = 16
    /// Sources of records: `source.tooMany`.
    package static let sources = 64
    /// Bytes of a label: `label.length`.
    package static let labelLength = 1_024
    /// Issues that are listed; the others are counted.
    package static let issues = 1_000
}

/// A counter of what the rules of a rule set use of its limits while they are resolved.
package final class RuleSetBudget: Sendable {
    private struct Use {
        var rules = 0
        var patterns = 0
        var patternMemory = 0
        var patternSteps = 0
        var isExceeded = false
    }

    private let use = Locked(Use())

    package init() {}

    /// A limit is exceeded, so that resolving more rules is of no use.
    var isExceeded: Bool { use.withLock { $0.isExceeded } }

    func countRule() throws(RuleError) {
        try count(\.rules, 1, limit: RuleSetLimits.rules) {
            RuleError(
                "ruleSet.tooManyRules",
                "the rule set has more than \(RuleSetLimits.rules) rules",
                help: "split the rule set")
        }
    }

    /// Counts a pattern before it is compiled.
    package func countPattern() throws(RuleError) {
        try count(\.patterns, 1, limit: RuleSetLimits.patterns) {
            RuleError(
                "ruleSet.tooManyPatterns",
                "the rule set has more than \(RuleSetLimits.patterns) patterns",
                help: "join patterns with |, name values with oneOf, or split the rule set")
        }
    }

    /// Counts what a compiled pattern took: bytes, and steps of the compilation.
    package func countPattern(memory: Int, steps: Int) throws(RuleError) {
        try count(\.patternMemory, memory, limit: RuleSetLimits.patternMemory) {
            RuleError(
                "ruleSet.patternMemory",
                "the patterns take more than \(RuleSetLimits.patternMemory >> 20) MiB compiled",
                help: "write smaller bounds of repetition, or split the rule set")
        }
        try count(\.patternSteps, steps, limit: RuleSetLimits.patternSteps) {
            RuleError(
                "ruleSet.patternSteps",
                "compiling the patterns takes more than \(RuleSetLimits.patternSteps) steps",
                help: "write smaller bounds of repetition, or split the rule set")
        }
    }

    private func count(
        _ part: any WritableKeyPath<Use, Int> & Sendable, _ amount: Int, limit: Int,
        _ error: () -> RuleError
    ) throws(RuleError) {
        let isExceeded = use.withLock { use in
            use[keyPath: part] += min(max(0, amount), limit + 1)
            if use[keyPath: part] > limit { use.isExceeded = true }
            return use[keyPath: part] > limit
        }
        if isExceeded { throw error() }
    }
}

/// The first issues of a rule set, and how many there are.
package struct IssueList: Sendable {
    package private(set) var kept: [RuleSetIssue] = []
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }
    /// Further issues are only counted.
    package var isFull: Bool { kept.count >= RuleSetLimits.issues }

    package mutating func append(_ issue: @autoclosure () -> RuleSetIssue) {
        count += 1
        if !isFull { kept.append(issue()) }
    }

    package mutating func append(contentsOf issues: [RuleSetIssue], omitted: Int = 0) {
        for issue in issues { append(issue) }
        count += omitted
    }

    package var error: RuleSetError { RuleSetError(kept, omittedCount: count - kept.count) }
}

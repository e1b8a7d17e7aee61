// SPDX-License-Identifier: Apache-2.0

/// What became of the values that each rule of a plan had before it, and how long it took.
///
/// A session gathers it where it has one; without, validation costs the same as ever. Batches are
/// measured, and the time of a batch is that of all its values.
public struct RuleStatistics: Sendable, Equatable {
    /// The numbers of one rule.
    public struct Counts: Sendable, Equatable {
        /// Values that keep the rule, and values that it has nothing to say about.
        public var passed = 0
        /// Values that break the rule, as an error or as a warning.
        public var failed = 0
        /// Values that the rule could not judge, whatever `onFault` makes of them.
        public var undecided = 0
        /// Values that the rule was not asked about: absent ones, those for which a condition does
        /// not hold, and those that an earlier rule refused.
        public var skipped = 0
        /// The time that the rule took.
        public var duration = Duration.zero

        public init() {}

        /// Values that the rule was asked about.
        public var asked: Int { passed + failed + undecided }
    }

    /// In the order of the plan's `rules`.
    public private(set) var rules: [Counts]
    private let offsets: [Int]

    /// Nothing counted yet.
    public init(_ plan: ValidationPlan) {
        offsets = plan.ruleOffsets
        rules = Array(repeating: Counts(), count: offsets.last ?? 0)
    }

    /// Adds the numbers of another session of the same plan.
    public static func += (left: inout RuleStatistics, right: RuleStatistics) {
        left.add(right.rules)
    }

    /// Adds numbers of the same plan, in the order of `rules`.
    public mutating func add(_ numbers: [Counts]) {
        for (index, counts) in numbers.enumerated() where rules.indices.contains(index) {
            rules[index].passed += counts.passed
            rules[index].failed += counts.failed
            rules[index].undecided += counts.undecided
            rules[index].skipped += counts.skipped
            rules[index].duration += counts.duration
        }
    }

    /// Adds what one rule did with a batch.
    mutating func add(validator: Int, step: Int, _ body: (inout Counts) -> Void) {
        body(&rules[offsets[validator] + step])
    }
}

extension ValidationSession {
    /// Runs a rule as `run` does, and counts what it did.
    func measure(
        _ step: CompiledStep, _ index: Int, of validator: CompiledValidator, _ run: ScheduledRun
    ) {
        let before = state.findings.progress
        askedCount = 0
        let start = ContinuousClock.now
        self.run(step, index, of: validator, run)
        let duration = ContinuousClock.now - start
        let (found, undecided) = state.findings.found(since: before)
        let asked = askedCount
        let skipped = spaces[validator.space].judgedCount - asked
        statistics?.add(validator: run.validator, step: index) { counts in
            counts.passed += asked - found
            counts.failed += found - undecided
            counts.undecided += undecided
            counts.skipped += skipped
            counts.duration += duration
        }
    }
}

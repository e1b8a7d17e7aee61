// SPDX-License-Identifier: Apache-2.0

/// The number of values that each rule of a plan checked, by verdict, and the time that it took.
///
/// A session without statistics does no extra work. The time is measured for each batch as a whole,
/// not for each value.
package struct RuleStatistics: Sendable, Equatable {
    /// The numbers of one rule.
    package struct Counts: Sendable, Equatable {
        /// Values that pass the rule, and values that it does not apply to.
        package var passed = 0
        /// Values that fail the rule, as an error or as a warning.
        package var failed = 0
        /// Values that the rule could not decide about, whatever `onFault` makes of them.
        package var undecided = 0
        /// Values that the rule did not check: absent values, values for which a condition is not
        /// met, and values that an earlier rule stops.
        package var skipped = 0
        /// The time that the rule took.
        package var duration = Duration.zero

        package init() {}

        /// Values that the rule checked.
        package var checked: Int { passed + failed + undecided }
    }

    /// The counts of each rule, in the order of the plan's `rules`.
    package private(set) var rules: [Counts]
    private let offsets: [Int]

    /// Creates statistics with all counts at 0.
    package init(_ plan: ValidationPlan) {
        offsets = plan.ruleOffsets
        rules = Array(repeating: Counts(), count: offsets.last ?? 0)
    }

    /// Adds the numbers of another session of the same plan.
    package static func += (left: inout RuleStatistics, right: RuleStatistics) {
        left.add(right.rules)
    }

    /// Adds numbers of the same plan, in the order of `rules`.
    package mutating func add(_ numbers: [Counts]) {
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
        _ step: CompiledStep, at place: Int, of validator: CompiledValidator,
        in run: ScheduledRun
    ) {
        let before = state.findings.progress
        checkedCount = 0
        let start = ContinuousClock.now
        self.run(step, at: place, of: validator, in: run)
        let duration = ContinuousClock.now - start
        let (found, undecided) = state.findings.found(since: before)
        let checked = checkedCount
        let skipped = spaces[validator.space].readableCount - checked
        statistics?.add(validator: run.validator, step: run.steps[place]) { counts in
            counts.passed += checked - found
            counts.failed += found - undecided
            counts.undecided += undecided
            counts.skipped += skipped
            counts.duration += duration
        }
    }
}

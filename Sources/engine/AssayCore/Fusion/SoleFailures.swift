// SPDX-License-Identifier: Apache-2.0
import CScans

/// A condition of joined tests, and the rule that demands it.
struct TestCondition {
    /// The rule's index in the validator.
    let step: Int
    /// The outcome of the joined test if the condition is not met.
    let outcome: UInt32
    /// The place of the condition in the test, among the conditions of one kind of value.
    let place: UInt32
    /// The verdict of the rule on such values, or `nil` if the rule has to check them.
    let failure: Verdict?
}

/// The failure of a value at a condition of a test that only one rule of the run demands.
///
/// The other rules have passed the value or must not run. Only that rule has to check the value, or
/// no rule if the verdict is known.
struct SoleFailure {
    let step: UInt32
    /// The rule; the plan holds it.
    let instance: Unmanaged<RuleInstance>
    let policy: VerdictPolicy
    /// The verdict, if it is known.
    let verdict: Verdict?
    /// `true` if nothing of the run is left to do even if the rule passes the value.
    let endsRun: Bool
}

/// The sole failures of a test, by its outcomes.
struct SoleFailures {
    /// A bit for each outcome that has one.
    private(set) var outcomes: UInt32 = 0
    /// The failures, in the order of the outcomes.
    private(set) var all: [SoleFailure] = []

    /// Creates an empty list.
    init() {}

    /// - Parameters:
    ///   - conditions: The conditions of all rules of a run.
    ///   - validator: Their validator.
    ///   - order: The indexes of the rules, in the order in which they run.
    ///   - isText: `true` if the values come from text.
    init(
        _ conditions: [TestCondition], of validator: CompiledValidator, in order: [Int],
        isText: Bool
    ) {
        let placeOfStep = Dictionary(
            order.enumerated().map { ($0.element, $0.offset) }
        ) { first, _ in first }
        let place = { (condition: TestCondition) in placeOfStep[condition.step] ?? 0 }
        for outcome in ASSAY_TEST_ABSENT.rawValue..<ASSAY_TEST_OUTCOMES.rawValue {
            let demanding = conditions.filter { $0.outcome == outcome }
            guard demanding.count == 1, let condition = demanding.first else { continue }
            let step = validator.steps[condition.step]
            guard !step.admission(isText: isText).converts else { continue }
            let policy = step.policy(isText: isText)
            // What the test would have looked at next.
            let later = conditions.filter {
                $0.step != condition.step && $0.place > condition.place
                    && Self.kind(of: $0.place) == Self.kind(of: condition.place)
            }
            let isEndedByFailure = later.allSatisfy {
                policy.stops && place($0) > place(condition)
            }
            guard isEndedByFailure else { continue }
            outcomes |= 1 << outcome
            all.append(
                SoleFailure(
                    step: UInt32(condition.step), instance: step.instance, policy: policy,
                    verdict: condition.failure, endsRun: later.isEmpty))
        }
    }

    /// Returns a number for the subject of a condition: a text, a number, a count, or whether there
    /// is a value.
    private static func kind(of place: UInt32) -> Int {
        switch place {
        case ASSAY_TEST_LONG.rawValue..<ASSAY_TEST_LESS.rawValue: 1
        case ASSAY_TEST_LESS.rawValue, ASSAY_TEST_MORE.rawValue: 2
        case ASSAY_TEST_FEW.rawValue, ASSAY_TEST_MANY.rawValue: 3
        default: 0
        }
    }

    /// Returns the place in `all` of the failure of an outcome, or `nil` if it has none.
    @inline(__always)
    static func place(of outcome: UInt32, among outcomes: UInt32) -> Int? {
        let bit: UInt32 = 1 << (outcome & 31)
        return outcomes & bit == 0 ? nil : (outcomes & (bit &- 1)).nonzeroBitCount
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A plan laid out for one record at a time: flat rows of memory, no arrays to retain.
///
/// Only for plans whose fields are top-level ones and elements of top-level arrays; other plans
/// validate single records as batches of one.
final class SingleRecordPlan: @unchecked Sendable {  // never written after init
    struct Run {
        /// The place of the field among the batch's columns.
        let field: Int
        let validator: Int
        /// 0 for the field itself, else the space of its elements.
        let space: Int
        let firstStep: Int
        let stepCount: Int
        let stopsAtFirst: Bool
        /// Steps of this validator ran earlier: under `first` a failure of theirs ends it.
        let continues: Bool
    }

    struct Step {
        let instance: Unmanaged<RuleInstance>
        let index: Int
        let kinds: UInt32
        let judgesAbsence: Bool
        let stops: Bool
        /// Fields that the rule names and conditions, which need the general way.
        let isPlain: Bool
        let dependencyCount: Int
    }

    let runs: UnsafeMutableBufferPointer<Run>
    let steps: UnsafeMutableBufferPointer<Step>

    /// Nil if the plan needs the general way.
    init?(_ validators: [CompiledValidator], _ columns: [ColumnSource], _ schedule: [ScheduledRun])
    {
        var runs: [Run] = []
        var steps: [Step] = []
        for scheduled in schedule {
            let validator = validators[scheduled.validator]
            guard let field = Self.field(of: validator, columns) else { return nil }
            runs.append(
                Run(
                    field: field, validator: scheduled.validator, space: validator.space,
                    firstStep: steps.count, stepCount: scheduled.steps.count,
                    stopsAtFirst: validator.policy == .first,
                    continues: scheduled.steps.lowerBound > 0))
            for index in scheduled.steps {
                guard let step = Self.step(validator, index) else { return nil }
                steps.append(step)
            }
        }
        self.runs = .allocate(capacity: runs.count)
        _ = self.runs.initialize(from: runs)
        self.steps = .allocate(capacity: steps.count)
        _ = self.steps.initialize(from: steps)
    }

    deinit {
        runs.deallocate()
        steps.deallocate()
    }

    private static func field(of validator: CompiledValidator, _ columns: [ColumnSource]) -> Int? {
        switch columns[validator.column] {
        case .field(let field): return field
        case .elements(let arrays, _):
            guard case .field(let field) = columns[arrays] else { return nil }
            return field
        default: return nil
        }
    }

    /// Conditions and fields named by rules of elements take the general way.
    private static func step(_ validator: CompiledValidator, _ index: Int) -> Step? {
        let step = validator.steps[index]
        guard step.conditions.isEmpty, validator.space == 0 || step.dependencyColumns.isEmpty else {
            return nil
        }
        return Step(
            instance: step.instance, index: index, kinds: step.kinds,
            judgesAbsence: step.traits.contains(.judgesAbsence),
            stops: validator.policy == .first || step.traits.contains(.guardsLaterRules),
            isPlain: step.isPlain, dependencyCount: step.dependencyColumns.count)
    }
}

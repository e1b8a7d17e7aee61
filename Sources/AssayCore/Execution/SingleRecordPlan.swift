// SPDX-License-Identifier: Apache-2.0

/// A plan laid out for one record at a time: flat rows of memory, no arrays to retain.
///
/// Only for plans whose fields are top-level ones and elements of top-level arrays; other plans
/// validate single records as batches of one.
final class SingleRecordPlan: @unchecked Sendable {  // never written after init
    /// Consecutive rules of one validator.
    struct Run {
        /// The place of the field among the batch's columns.
        let field: Int
        let validator: Int
        /// The validator's column in the plan.
        let column: Int
        /// 0 for the field itself, else the space of its elements.
        let space: Int
        let steps: Range<Int>
        /// Under `first`, a failure in an earlier run of the validator ends it.
        let endsWhenFailed: Bool
        /// Validators whose failure keeps the elements from being judged, in `numbers`.
        let guards: Range<Int>
    }

    /// A rule.
    struct Step {
        let instance: Unmanaged<RuleInstance>
        let index: Int
        let kinds: UInt32
        let judgesAbsence: Bool
        let isWarning: Bool
        let onFault: FaultPolicy
        /// Later rules are not asked about a value that fails this one.
        let stops: Bool
        /// The batch's columns of the fields that it names, in `numbers`.
        let dependencies: Range<Int>
        /// Validators that must not have failed, in `numbers`.
        let required: Range<Int>
    }

    let runs: UnsafeMutableBufferPointer<Run>
    let steps: UnsafeMutableBufferPointer<Step>
    let numbers: UnsafeMutableBufferPointer<Int>
    let maximumDependencies: Int

    /// Nil if the plan needs the general way.
    init?(
        _ validators: [CompiledValidator], _ columns: [ColumnSource], _ spaces: [ElementSpace],
        _ schedule: [ScheduledRun]
    ) {
        var layout = Layout(validators: validators, columns: columns, spaces: spaces)
        for scheduled in schedule {
            guard layout.append(scheduled) else { return nil }
        }
        runs = Self.copy(layout.runs)
        steps = Self.copy(layout.steps)
        numbers = Self.copy(layout.numbers)
        maximumDependencies = layout.steps.map(\.dependencies.count).max() ?? 0
    }

    deinit {
        runs.deallocate()
        steps.deallocate()
        numbers.deallocate()
    }

    private static func copy<Element>(
        _ elements: [Element]
    ) -> UnsafeMutableBufferPointer<Element> {
        let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = buffer.initialize(from: elements)
        return buffer
    }

    private struct Layout {
        let validators: [CompiledValidator]
        let columns: [ColumnSource]
        let spaces: [ElementSpace]
        var runs: [Run] = []
        var steps: [Step] = []
        var numbers: [Int] = []

        /// False if the run needs the general way.
        mutating func append(_ scheduled: ScheduledRun) -> Bool {
            let validator = validators[scheduled.validator]
            guard let field = field(of: validator.column) else { return false }
            let first = steps.count
            for index in scheduled.steps {
                guard append(validator, index) else { return false }
            }
            runs.append(
                Run(
                    field: field, validator: scheduled.validator, column: validator.column,
                    space: validator.space,
                    steps: first..<steps.count,
                    endsWhenFailed: validator.policy == .first && scheduled.steps.lowerBound > 0,
                    guards: place(validator.space > 0 ? spaces[validator.space].guards : [])))
            return true
        }

        /// Conditions, and fields named by rules of elements, take the general way.
        private mutating func append(_ validator: CompiledValidator, _ index: Int) -> Bool {
            let step = validator.steps[index]
            guard step.conditions.isEmpty, validator.space == 0 || step.dependencyColumns.isEmpty
            else { return false }
            var fields: [Int] = []
            for column in step.dependencyColumns {
                guard case .field(let field) = columns[column] else { return false }
                fields.append(field)
            }
            steps.append(
                Step(
                    instance: step.instance, index: index, kinds: step.kinds,
                    judgesAbsence: step.traits.contains(.judgesAbsence),
                    isWarning: step.isWarning, onFault: step.entry.onFault,
                    stops: validator.policy == .first || step.traits.contains(.guardsLaterRules),
                    dependencies: place(fields), required: place(step.requiredValidators)))
            return true
        }

        private mutating func place(_ more: [Int]) -> Range<Int> {
            numbers += more
            return numbers.count - more.count..<numbers.count
        }

        private func field(of column: Int) -> Int? {
            switch columns[column] {
            case .field(let field): return field
            case .elements(let arrays, _):
                guard case .field(let field) = columns[arrays] else { return nil }
                return field
            default: return nil
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A plan laid out for one record at a time: flat rows of memory, no arrays to retain.
///
/// Only for plans whose fields are top-level ones and elements of top-level arrays, the latter
/// without asynchronous rules; other plans validate single records as batches of one.
final class SingleRecordPlan: @unchecked Sendable {  // never written after init
    /// Consecutive rules of one validator.
    struct Run {
        /// The place of the field among the batch's columns.
        let field: Int32
        let validator: Int32
        /// The validator's column in the plan.
        let column: Int32
        /// 0 for the field itself, else the space of its elements.
        let space: Int32
        let steps: Range<Int32>
        /// Validators whose failure keeps the elements from being judged, in `numbers`.
        let guards: Range<Int32>
        /// A failure in an earlier run of the validator ends it.
        let endsWhenFailed: Bool
    }

    /// A rule.
    struct Step {
        let instance: Unmanaged<RuleInstance>
        let index: Int32
        let kinds: UInt32
        /// The batch's columns of the fields that it names, in `numbers`.
        let dependencies: Range<Int32>
        /// Validators that must not have failed, in `numbers`.
        let required: Range<Int32>
        /// Either of the two is not empty.
        let namesFields: Bool
        let judgesAbsence: Bool
        let isWarning: Bool
        let onFault: FaultPolicy
        /// Later rules are not asked about a value that fails this one.
        let stops: Bool
        let searchesText: Bool
        /// See `CompiledStep`; -1 for none.
        let tooLongCode: Int
    }

    let runs: UnsafePointer<Run>
    let runCount: Int
    let steps: UnsafePointer<Step>
    let numbers: UnsafePointer<Int32>
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
        runCount = layout.runs.count
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
    ) -> UnsafePointer<Element> {
        let start = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
        for (index, element) in elements.enumerated() {
            (start + index).initialize(to: element)
        }
        return UnsafePointer(start)
    }

    private struct Layout {
        let validators: [CompiledValidator]
        let columns: [ColumnSource]
        let spaces: [ElementSpace]
        var runs: [Run] = []
        var steps: [Step] = []
        var numbers: [Int32] = []

        /// False if the run needs the general way.
        mutating func append(_ scheduled: ScheduledRun) -> Bool {
            let validator = validators[scheduled.validator]
            // Which of the elements failed is not kept here.
            guard let field = field(of: validator.column),
                validator.space == 0 || !scheduled.isAsynchronous
            else { return false }
            let first = steps.count
            for index in scheduled.steps where scheduled.includes(validator.steps[index]) {
                guard append(validator, index) else { return false }
            }
            runs.append(
                Run(
                    field: Int32(field), validator: Int32(scheduled.validator),
                    column: Int32(validator.column), space: Int32(validator.space),
                    steps: Int32(first)..<Int32(steps.count),
                    guards: place(validator.space > 0 ? spaces[validator.space].guards : []),
                    endsWhenFailed: scheduled.skipsFailed))
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
            let required = place(step.requiredValidators)
            let dependencies = place(fields)
            steps.append(
                Step(
                    instance: step.instance, index: Int32(index), kinds: step.kinds,
                    dependencies: dependencies, required: required,
                    namesFields: !dependencies.isEmpty || !required.isEmpty,
                    judgesAbsence: step.traits.contains(.judgesAbsence),
                    isWarning: step.isWarning, onFault: step.entry.onFault,
                    stops: validator.policy == .first || step.traits.contains(.guardsLaterRules),
                    searchesText: step.searchesText, tooLongCode: step.tooLongCode ?? -1))
            return true
        }

        private mutating func place(_ more: [Int]) -> Range<Int32> {
            let first = numbers.count
            for number in more { numbers.append(Int32(number)) }
            return Int32(first)..<Int32(numbers.count)
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

// SPDX-License-Identifier: Apache-2.0
import CScans

/// A plan laid out for one record at a time: flat rows of memory, no arrays to retain.
///
/// Only for plans whose fields are top-level ones and elements of top-level arrays, the latter
/// without asynchronous rules, and only for records that are not text; all others are validated as
/// batches of one.
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
        /// What proves that a value passes rules, where there is such a test.
        let test: SingleTest?
        /// The rules that remain for a value that it proves to pass.
        let unproved: Range<Int32>
        /// Validators whose failure keeps the rules from running on the elements, in `numbers`.
        let guards: Range<Int32>
        /// See `ScheduledRun`.
        let skipsFailed: Bool
        /// The outcomes of the test that have a sole failure, and where these begin.
        let soleOutcomes: UInt32
        let firstFailure: Int32
        /// The field that a text is to be equal to for nothing to be left to do; nil: that is not enough.
        let equalField: Int32?

        /// Every rule of the run is one that the test proves to pass.
        var isTestedWhole: Bool { test != nil && unproved.isEmpty }

        fileprivate var wholeTest: assay_record_test {
            assay_record_test(
                field: UInt32(field), is_of_elements: space != 0,
                test: isTestedWhole || equalField != nil ? test?.test : nil,
                equal_field: equalField.map(UInt32.init) ?? ASSAY_NO_FIELD)
        }
    }

    /// A rule.
    struct Step {
        let instance: Unmanaged<RuleInstance>
        let index: Int32
        /// The batch's columns of the fields that it names, in `numbers`.
        let dependencies: Range<Int32>
        /// Validators that must not have failed, in `numbers`.
        let required: Range<Int32>
        /// Either of the two is not empty.
        let namesFields: Bool
        /// See `CompiledStep`.
        let withheldBy: UInt32
        let admission: RuleAdmission
        let policy: VerdictPolicy
        /// See `RuleTraits`.
        let passesEqualTexts: Bool
    }

    let runs: UnsafePointer<Run>
    let runCount: Int
    /// For each run the test that a record passes for which nothing of the run is left to do.
    let tests: UnsafePointer<assay_record_test>
    /// Runs the tests.
    let testRecord: assay_record_test_function
    let steps: UnsafePointer<Step>
    let numbers: UnsafePointer<Int32>
    let soleFailures: UnsafePointer<SoleFailure>
    /// What is recorded for each of them, where its verdict is known.
    let findings: UnsafePointer<Finding>
    let maximumDependencies: Int

    /// Nil if a run cannot be laid out.
    init?(
        _ validators: [CompiledValidator], columns: [ColumnSource], spaces: [ElementSpace],
        schedule: [ScheduledRun], settings: FusedRules.Settings?
    ) {
        let functions = (settings ?? .withoutVectors).functions
        guard let testRecord = functions.pointee.test_record else { return nil }
        self.testRecord = testRecord
        var layout = Layout(validators: validators, columns: columns, spaces: spaces)
        for scheduled in schedule {
            guard layout.append(scheduled) else { return nil }
        }
        runs = Self.copy(layout.runs)
        runCount = layout.runs.count
        tests = Self.copy(layout.runs.map(\.wholeTest))
        steps = Self.copy(layout.steps)
        numbers = Self.copy(layout.numbers)
        soleFailures = Self.copy(layout.soleFailures)
        findings = Self.copy(layout.findings)
        maximumDependencies = layout.steps.map(\.dependencies.count).max() ?? 0
    }

    deinit {
        runs.deallocate()
        tests.deallocate()
        steps.deallocate()
        numbers.deallocate()
        soleFailures.deallocate()
        findings.deallocate()
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
        var soleFailures: [SoleFailure] = []
        var findings: [Finding] = []

        /// False if the run cannot be laid out.
        mutating func append(_ scheduled: ScheduledRun) -> Bool {
            let validator = validators[scheduled.validator]
            // Which of the elements failed is not kept here.
            guard let field = field(of: validator.column),
                validator.space == 0 || !scheduled.isAsynchronous
            else { return false }
            guard let all = append(scheduled, of: validator, where: { _ in true }) else {
                return false
            }
            let fused = scheduled.fused
            let unproved =
                fused.map { fused in
                    append(scheduled, of: validator) { !fused.includes($0) } ?? all
                } ?? all
            let equalField = validator.space > 0 ? nil : equalField(of: unproved)
            // Of elements it is not known which one fails, and beside a comparison there is another rule.
            let known = validator.space > 0 || equalField != nil ? nil : fused?.soleFailures
            let firstFailure = soleFailures.count
            for failure in known?.all ?? [] {
                soleFailures.append(failure)
                findings.append(
                    Finding(
                        row: 0, element: Finding.noElement,
                        validator: UInt32(truncatingIfNeeded: scheduled.validator),
                        step: failure.step, verdict: (failure.verdict ?? .fail()).bits, detail: -1))
            }
            runs.append(
                Run(
                    field: Int32(field), validator: Int32(scheduled.validator),
                    column: Int32(validator.column), space: Int32(validator.space),
                    steps: all, test: fused?.single, unproved: unproved,
                    guards: list(validator.space > 0 ? spaces[validator.space].guards : []),
                    skipsFailed: scheduled.skipsFailed, soleOutcomes: known?.outcomes ?? 0,
                    firstFailure: Int32(firstFailure), equalField: equalField))
            return true
        }

        /// The field whose text passes the one step of a range, if there is such a field.
        private func equalField(of range: Range<Int32>) -> Int32? {
            guard range.count == 1, let step = range.first.map({ steps[Int($0)] }),
                step.passesEqualTexts, step.dependencies.count == 1
            else { return nil }
            return numbers[Int(step.dependencies.lowerBound)]
        }

        /// Appends rules of a run; nil if one cannot be laid out.
        private mutating func append(
            _ run: ScheduledRun, of validator: CompiledValidator, where isWanted: (Int) -> Bool
        ) -> Range<Int32>? {
            let first = Int32(steps.count)
            for index in run.steps where run.includes(validator.steps[index]) && isWanted(index) {
                guard append(validator.steps[index], of: validator, at: index) else { return nil }
            }
            return first..<Int32(steps.count)
        }

        /// False for conditions, and for rules of elements that name fields.
        private mutating func append(
            _ step: CompiledStep, of validator: CompiledValidator, at index: Int
        ) -> Bool {
            guard step.conditions.isEmpty, validator.space == 0 || step.dependencyColumns.isEmpty
            else { return false }
            var fields: [Int] = []
            for column in step.dependencyColumns {
                guard case .field(let field) = columns[column] else { return false }
                fields.append(field)
            }
            let required = list(step.requiredValidators)
            let dependencies = list(fields)
            steps.append(
                Step(
                    instance: step.instance, index: Int32(index), dependencies: dependencies,
                    required: required,
                    namesFields: !dependencies.isEmpty || !required.isEmpty,
                    withheldBy: step.withheldBy, admission: step.admission(isText: false),
                    policy: step.policy(isText: false),
                    passesEqualTexts: step.rule.definition.traits.contains(.passesEqualTexts)))
            return true
        }

        private mutating func list(_ more: [Int]) -> Range<Int32> {
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

// SPDX-License-Identifier: Apache-2.0
import CScans

/// A plan laid out for one record at a time: flat rows of memory, no arrays to retain.
///
/// A plan has this layout only if its fields are top-level fields or elements of top-level arrays,
/// no rule has conditions, and the rules of elements are synchronous and name no fields. Other
/// plans, and records from text, are validated as batches of one.
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
        /// The test that proves that a value passes rules, if there is one.
        let test: SingleTest?
        /// The rules that remain for a value that the test proves to pass.
        let unproved: Range<Int32>
        /// The validators whose failure stops the rules of the elements, in `numbers`.
        let guards: Range<Int32>
        /// See `ScheduledRun`.
        let skips: UInt8
        /// The flag of a failure; see `FailedRows`.
        let failureFlag: UInt8
        /// `true` if the rules run in the order in which reports have them.
        let isOrdered: Bool
        /// The outcomes of the test that have a sole failure; `firstFailure` is the place of the
        /// first of these.
        let soleOutcomes: UInt32
        let firstFailure: Int32
        /// The field that a text must equal to leave nothing to do, or `nil` if equality is not
        /// enough.
        let equalField: Int32?

        /// `true` if the test proves every rule of the run.
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
        /// See `CompiledStep`.
        let withholdingFlags: UInt8
        /// `true` if `dependencies` or `required` is not empty.
        let namesFields: Bool
        /// See `CompiledStep`.
        let needsReading: Bool
        let withheldBy: UInt32
        let admission: RuleAdmission
        let policy: VerdictPolicy
        /// See `RuleTraits`.
        let passesEqualTexts: Bool
    }

    let runs: UnsafePointer<Run>
    /// The number of runs, which those of containers follow.
    let runCount: Int
    let containerCount: Int
    /// The test of each run; a record that passes it leaves nothing of the run to do.
    let tests: UnsafePointer<assay_record_test>
    /// Runs the tests.
    let testRecord: assay_record_test_function
    let steps: UnsafePointer<Step>
    let numbers: UnsafePointer<Int32>
    let soleFailures: UnsafePointer<SoleFailure>
    /// The finding that is recorded for each sole failure whose verdict is known.
    let findings: UnsafePointer<Finding>
    let maximumDependencies: Int

    /// Creates the layout, or returns `nil` if a run cannot be laid out.
    init?(
        _ validators: [CompiledValidator], columns: [ColumnSource], spaces: [ElementSpace],
        schedule: [ScheduledRun], containers: [ScheduledRun], settings: FusedRules.Settings?
    ) {
        let functions = (settings ?? .withoutVectors).functions
        guard let testRecord = functions.pointee.test_record else { return nil }
        self.testRecord = testRecord
        var layout = Layout(validators: validators, columns: columns, spaces: spaces)
        for scheduled in schedule {
            guard layout.append(scheduled) else { return nil }
        }
        runCount = layout.runs.count
        tests = Self.copy(layout.runs.map(\.wholeTest))
        for scheduled in containers {
            guard layout.append(scheduled) else { return nil }
        }
        runs = Self.copy(layout.runs)
        containerCount = containers.count
        steps = Self.copy(layout.steps)
        numbers = Self.copy(layout.numbers)
        soleFailures = Self.copy(layout.soleFailures)
        findings = Self.copy(layout.findings)
        maximumDependencies = layout.steps.map(\.dependencies.count).max() ?? 0
        layout.checkInvariants()
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
        /// Checks that every place in the flat memory is inside of it; in a build for release, it does
        /// nothing.
        func checkInvariants() {
            assert(findings.count == soleFailures.count)
            for run in runs {
                assert(validators.indices.contains(Int(run.validator)))
                assert(columns.indices.contains(Int(run.column)))
                assert(spaces.indices.contains(Int(run.space)))
                assert(run.field >= 0)
                assert(run.steps.lowerBound >= 0 && Int(run.steps.upperBound) <= steps.count)
                assert(run.unproved.lowerBound >= 0 && Int(run.unproved.upperBound) <= steps.count)
                assert(run.unproved.count <= run.steps.count, "more rules remain than there are")
                assert(run.test != nil || run.unproved == run.steps)
                assert(run.guards.lowerBound >= 0 && Int(run.guards.upperBound) <= numbers.count)
                assert(run.space > 0 || run.guards.isEmpty)
                let failures = run.soleOutcomes.nonzeroBitCount
                assert(Int(run.firstFailure) + failures <= soleFailures.count)
            }
            for step in steps {
                assert(step.dependencies.lowerBound >= 0)
                assert(Int(step.dependencies.upperBound) <= numbers.count)
                assert(step.required.lowerBound >= 0)
                assert(Int(step.required.upperBound) <= numbers.count)
                assert(step.namesFields || step.dependencies.isEmpty && step.required.isEmpty)
            }
        }

        let validators: [CompiledValidator]
        let columns: [ColumnSource]
        let spaces: [ElementSpace]
        var runs: [Run] = []
        var steps: [Step] = []
        var numbers: [Int32] = []
        var soleFailures: [SoleFailure] = []
        var findings: [Finding] = []

        /// Appends a run, or returns `false` if it cannot be laid out.
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
                    skips: scheduled.skips,
                    failureFlag: scheduled.isLate ? FailedRows.failedLate : FailedRows.failed,
                    isOrdered: scheduled.steps == scheduled.steps.sorted(),
                    soleOutcomes: known?.outcomes ?? 0,
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

        /// Appends rules of a run and returns their places, or returns `nil` if one cannot be laid
        /// out.
        private mutating func append(
            _ run: ScheduledRun, of validator: CompiledValidator, where isWanted: (Int) -> Bool
        ) -> Range<Int32>? {
            let first = Int32(steps.count)
            for index in run.steps where isWanted(index) {
                guard append(validator.steps[index], of: validator, at: index) else { return nil }
            }
            return first..<Int32(steps.count)
        }

        /// Appends a rule, or returns `false` for a rule that has conditions, or a rule of elements
        /// that names fields.
        ///
        /// The fields that a rule names must be top-level.
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
                    required: required, withholdingFlags: step.withholdingFlags,
                    namesFields: !dependencies.isEmpty || !required.isEmpty,
                    needsReading: step.needsReading, withheldBy: step.withheldBy,
                    admission: step.admission(isText: false),
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

// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import CScans

/// The rules of a run that one test proves to pass: they run on the values that it does not prove.
///
/// The one place that decides what is fused: rules that look at nothing but the value, have no
/// condition, and come before any rule that reads a text for the later ones.
final class FusedRules: @unchecked Sendable {  // never written after init
    private let fused: FusedTest
    /// A bit for each rule, counted from the run's first.
    private let bits: UInt64
    private let first: Int
    /// Every rule of the run is fused.
    let coversAll: Bool
    private let runTest: assay_test_function
    private let runAll: assay_all_test_function
    private let runRows: assay_row_test_function

    /// How a plan fuses rules; nil where it does not.
    struct Settings {
        let functions: UnsafePointer<assay_simd_functions>

        /// For plans without tests.
        static var withoutVectors: Settings { Settings(level: ASSAY_SIMD_NONE) }

        /// By what the processor has.
        static var standard: Settings { Settings(level: assay_simd_chosen_level()) }

        init(level: assay_simd_level) {
            functions = assay_simd_functions_of(level)
        }
    }

    /// Fuses rules of a run; nil where none has a test.
    init?(
        _ run: ScheduledRun, of validator: CompiledValidator, isText: Bool, settings: Settings?
    ) {
        guard let settings, !run.skipsFailed, !run.isAsynchronous,
            let test = settings.functions.pointee.test,
            let testAll = settings.functions.pointee.test_all,
            let testRows = settings.functions.pointee.test_rows
        else { return nil }
        (runTest, runAll, runRows) = (test, testAll, testRows)
        var fused = FusedTest(kinds: .all)
        let included = run.steps.filter { run.includes(validator.steps[$0]) }
        let end = validator.steps.firstIndex { $0.admission(isText: isText).converts } ?? .max
        var bits: UInt64 = 0
        for index in included where index < end && index < run.steps.lowerBound + 64 {
            let step = validator.steps[index]
            guard step.isPlain, step.dependencyColumns.isEmpty,
                let test = step.test(isText: isText), fused.join(test)
            else { continue }
            bits |= 1 << UInt64(index - run.steps.lowerBound)
        }
        guard bits != 0, fused.test.pointee.kinds != 0 else { return nil }
        self.fused = fused
        self.bits = bits
        first = run.steps.lowerBound
        coversAll = bits.nonzeroBitCount == included.count
    }

    /// Whether the test proves that a value passes a rule, by its index in the validator.
    func includes(_ step: Int) -> Bool {
        step - first < 64 && bits & (1 << UInt64(step - first)) != 0
    }

    /// The test for one value.
    var single: SingleTest { SingleTest(test: UnsafePointer(fused.test), run: runTest) }

    /// Whether the test proves all of `count` values.
    @inline(__always)
    func provesAll(_ values: UnsafePointer<assay_value>, count: Int) -> Bool {
        runAll(UnsafePointer(fused.test), values, UInt64(count))
    }

    /// Finds the rows that the test does not prove to pass.
    ///
    /// - Parameters:
    ///   - column: The values.
    ///   - rows: Rows of the column.
    ///   - count: How many there are.
    ///   - following: How many rows after these are tested next, at most `count`: what they need is
    ///     fetched on the way.
    ///   - found: Where to write those that are not proved; room for `count`.
    /// - Returns: How many are not proved.
    @inline(__always)
    func doubtfulRows(
        in column: UnsafePointer<assay_value>, among rows: UnsafePointer<UInt32>, count: Int,
        following: Int, into found: UnsafeMutablePointer<UInt32>
    ) -> Int {
        runRows(UnsafePointer(fused.test), column, rows, count, following, found)
    }
}

/// The test of a run for the values of records.
struct RecordTest: Sendable {
    /// The place of the run in the schedule.
    let run: Int
    let validator: Int
    let column: Int
    let fused: FusedRules

    /// The tests of a schedule.
    static func tests(of parts: PlanCompiler.Parts, isText: Bool) -> [RecordTest] {
        parts.schedule.enumerated().compactMap { index, run in
            let validator = parts.validators[run.validator]
            guard validator.space == 0, let fused = run.fused(isText: isText) else { return nil }
            return RecordTest(
                run: index, validator: run.validator, column: validator.column, fused: fused)
        }
    }
}

/// The tests of the elements of arrays, for each space: where its elements all pass, an array needs no rows.
enum ElementTests {
    /// A space has one if nothing looks at its rows but one run, all of whose rules are fused.
    static func tests(of parts: PlanCompiler.Parts, isText: Bool) -> [FusedRules?] {
        parts.table.spaces.indices.map { space in
            let runs = (parts.schedule + parts.deferredSchedule).filter {
                parts.validators[$0.validator].space == space
            }
            guard space > 0, runs.count == 1, let fused = runs[0].fused(isText: isText),
                fused.coversAll, parts.table.columnsOfSpace[space].count == 1,
                !parts.table.spaces.contains(where: { $0.parent == space })
            else { return nil }
            return fused
        }
    }
}

/// A test that is called without its owner, who keeps it.
struct SingleTest {
    let test: UnsafePointer<assay_value_test>
    let run: assay_test_function

    @inline(__always)
    func proves(_ value: UnsafePointer<assay_value>) -> Bool { run(test, value) }
}

extension CompiledStep {
    /// The test of the rule where it is used: there is nothing to check of kinds that do not reach it.
    fileprivate func test(isText: Bool) -> ValueTest? {
        guard var test = rule.instance.test else { return nil }
        let admission = admission(isText: isText)
        var kinds = test.kinds.rawValue & admission.accepted
        if !admission.acceptsMissing { kinds |= RuleAdmission.missing }
        test.kinds = ValueKinds(rawValue: kinds)
        return test
    }
}

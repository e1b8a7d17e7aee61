// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import CScans

/// The rules of a run that one test proves to pass: they run on the values that it does not prove.
///
/// This is the one place that decides which rules are fused: rules that depend only on the value
/// and have no condition.
final class FusedRules: @unchecked Sendable {  // never written after init
    private let fused: FusedTest
    /// A bit for each rule, counted from the run's first.
    private let bits: UInt64
    private let first: Int
    /// `true` if every rule of the run is fused.
    let coversAll: Bool
    /// The sole failures of the test; empty unless it covers all rules.
    let soleFailures: SoleFailures
    private let runTest: assay_test_function
    private let runAll: assay_all_test_function
    private let runRows: assay_row_test_function

    /// The settings by which a plan fuses rules; a plan without settings fuses none.
    struct Settings {
        let functions: UnsafePointer<assay_simd_functions>

        /// The settings without vectors, for plans without tests.
        static var withoutVectors: Settings { Settings(level: ASSAY_SIMD_NONE) }

        /// The settings for the vectors that this process uses; see `ValidationPlan.vectors`.
        static var standard: Settings { Settings(level: assay_simd_chosen_level()) }

        init(level: assay_simd_level) {
            functions = assay_simd_functions_of(level)
        }
    }

    /// Fuses rules of a run, or returns `nil` if none can be fused.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - validator: Its validator.
    ///   - isText: `true` if the values are texts that the rules of the run read.
    ///   - settings: The settings for fusing, or `nil` to fuse no rules.
    init?(
        _ run: ScheduledRun, of validator: CompiledValidator, isText: Bool, settings: Settings?
    ) {
        guard let settings, run.skips == 0,
            let test = settings.functions.pointee.test,
            let testAll = settings.functions.pointee.test_all,
            let testRows = settings.functions.pointee.test_rows
        else { return nil }
        (runTest, runAll, runRows) = (test, testAll, testRows)
        first = run.steps.min() ?? 0
        var fused = FusedTest(kinds: .all)
        let bits = fused.join(run.steps, of: validator, from: first, isText: isText)
        guard bits != 0, fused.test.pointee.kinds != 0 else { return nil }
        assert(bits.nonzeroBitCount <= run.steps.count)
        self.bits = bits
        coversAll = bits.nonzeroBitCount == run.steps.count
        let conditions = fused.takeConditions()
        soleFailures =
            coversAll
            ? SoleFailures(conditions, of: validator, in: run.steps, isText: isText)
            : SoleFailures()
        self.fused = fused
    }

    /// Returns `true` if the test proves that a value passes a rule, given by its index in the
    /// validator.
    func includes(_ step: Int) -> Bool {
        step - first < 64 && bits & (1 << UInt64(step - first)) != 0
    }

    /// The test for one value.
    var single: SingleTest { SingleTest(test: UnsafePointer(fused.test), run: runTest) }

    /// Returns `true` if the test proves all of `count` values.
    @inline(__always)
    func provesAll(_ values: UnsafePointer<assay_value>, count: Int) -> Bool {
        assert(count >= 0)
        return runAll(UnsafePointer(fused.test), values, UInt64(count))
    }

    /// Finds the rows that the test does not prove to pass.
    ///
    /// - Parameters:
    ///   - column: The values.
    ///   - rows: Rows of the column.
    ///   - count: The number of rows.
    ///   - found: The memory for the rows that are not proved, with room for `count`.
    ///   - outcomes: The memory for the outcome of the test for each of these, with room for
    ///     `count`.
    /// - Returns: The number of rows that are not proved.
    @inline(__always)
    func doubtfulRows(
        in column: UnsafePointer<assay_value>, among rows: UnsafePointer<UInt32>, count: Int,
        into found: UnsafeMutablePointer<UInt32>, _ outcomes: UnsafeMutablePointer<UInt8>
    ) -> Int {
        runRows(UnsafePointer(fused.test), column, rows, count, 0, found, outcomes)
    }
}

extension ValidationPlan {
    /// The vectors that tests and scans use on this processor: `none`, `ssse3`, `avx2`, `avx512` or
    /// `neon`.
    @_spi(Engine) public static var vectors: String {
        String(cString: assay_simd_level_name(assay_simd_chosen_level()))
    }

    /// The value of the variable `ASSAY_SIMD` if it names no vectors of any processor, or `nil`
    /// otherwise.
    ///
    /// With such a value, the best vectors of this processor are used, as without the variable.
    package static var unknownVectors: String? {
        assay_simd_unknown_wish().map { String(cString: $0) }
    }
}

/// The tests of a schedule for the values of records, in flat memory: wide records have thousands.
final class RecordTests: @unchecked Sendable {  // never written after init
    /// The run, validator and column that a test is about.
    struct Subject {
        /// The place of the run in the schedule.
        let run: UInt32
        let validator: UInt32
        let column: UInt32
        /// The outcomes of the test that have a sole failure; `firstFailure` is the place of the
        /// first of these.
        let soleOutcomes: UInt32
        let firstFailure: UInt32
    }

    let subjects: UnsafeMutableBufferPointer<Subject>
    /// Copies of the tests, one after another in memory; the runs own the memory that they point
    /// to.
    private let tests: UnsafeMutableBufferPointer<assay_value_test>
    /// A flag for each run: 1 if no test covers all of its rules, or 0.
    let unfinishedRuns: UnsafeMutableBufferPointer<UInt8>
    private let runRows: assay_row_test_function?
    /// The sole failures of all tests.
    private let soleFailures: UnsafeMutableBufferPointer<SoleFailure>

    /// - Parameters:
    ///   - parts: The parts of a plan.
    ///   - isText: `true` if the values come from text.
    ///   - limit: The maximum number of findings of a record that are kept, in the order in which
    ///     they are recorded.
    init(of parts: PlanCompiler.Parts, isText: Bool, limit: Int) {
        // Sole failures are recorded before all others, which must not decide what is kept.
        let keepsAll = Self.mostFindings(in: parts) <= limit
        var subjects: [Subject] = []
        var soleFailures: [SoleFailure] = []
        var tests: [assay_value_test] = []
        unfinishedRuns = .allocate(capacity: parts.schedule.count)
        unfinishedRuns.initialize(repeating: 1)
        for (index, run) in parts.schedule.enumerated() {
            let validator = parts.validators[run.validator]
            guard validator.space == 0, let fused = run.fused(isText: isText) else { continue }
            if fused.coversAll { unfinishedRuns[index] = 0 }
            tests.append(fused.single.test.pointee)
            let sole = keepsAll ? fused.soleFailures : SoleFailures()
            subjects.append(
                Subject(
                    run: UInt32(index), validator: UInt32(run.validator),
                    column: UInt32(validator.column), soleOutcomes: sole.outcomes,
                    firstFailure: UInt32(soleFailures.count)))
            soleFailures += sole.all
        }
        assert(tests.count == subjects.count)
        assert(subjects.allSatisfy { Int($0.firstFailure) <= soleFailures.count })
        self.soleFailures = Self.copy(soleFailures)
        self.subjects = Self.copy(subjects)
        self.tests = Self.copy(tests)
        runRows = parts.fusion?.functions.pointee.test_rows
    }

    /// Returns the maximum number of findings of the fields of a record, without findings of
    /// elements.
    private static func mostFindings(in parts: PlanCompiler.Parts) -> Int {
        parts.validators.reduce(0) { $0 + ($1.space == 0 ? $1.steps.count : 0) }
    }

    private static func copy<Element>(
        _ elements: [Element]
    ) -> UnsafeMutableBufferPointer<Element> {
        let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = copy.initialize(from: elements)
        return copy
    }

    deinit {
        subjects.deallocate()
        tests.deallocate()
        soleFailures.deallocate()
        unfinishedRuns.deallocate()
    }

    /// Returns the failure by the only rule that can fail values with an outcome, or `nil` if there
    /// is no such rule.
    @inline(__always)
    func soleFailure(_ outcome: UInt32, of subject: Subject) -> UnsafePointer<SoleFailure>? {
        SoleFailures.place(of: outcome, among: subject.soleOutcomes).map { place in
            assert(Int(subject.firstFailure) + place < soleFailures.count)
            return UnsafePointer(soleFailures.baseAddress.unsafelyUnwrapped)
                + Int(subject.firstFailure) + place
        }
    }

    /// Finds the rows that a test does not prove to pass.
    ///
    /// - Parameters:
    ///   - test: The place of the test.
    ///   - column: The values.
    ///   - rows: Rows of the column.
    ///   - count: The number of rows.
    ///   - following: The number of rows after these that are tested next, at most `count`; the
    ///     memory that they need is fetched on the way.
    ///   - found: The memory for the rows that are not proved, with room for `count`.
    ///   - outcomes: The memory for the outcome of the test for each of these, with room for
    ///     `count`.
    /// - Returns: The number of rows that are not proved.
    @inline(__always)
    func doubtfulRows(
        of test: Int, in column: UnsafePointer<assay_value>, among rows: UnsafePointer<UInt32>,
        count: Int, following: Int, into found: UnsafeMutablePointer<UInt32>,
        _ outcomes: UnsafeMutablePointer<UInt8>
    ) -> Int {
        assert(test >= 0 && test < tests.count)
        assert(count >= 0 && following >= 0 && following <= count)
        return runRows.unsafelyUnwrapped(
            UnsafePointer(tests.baseAddress.unsafelyUnwrapped) + test, column, rows, count,
            following, found, outcomes)
    }
}

/// The tests of the elements of arrays, for each space: where its elements all pass, an array needs no rows.
enum ElementTests {
    /// Returns the test of each space that one run alone looks at, if all rules of the run are
    /// fused.
    static func tests(of parts: PlanCompiler.Parts, isText: Bool) -> [FusedRules?] {
        parts.table.spaces.indices.map { space in
            let runs = (parts.schedule + parts.deferredSchedule).filter {
                parts.validators[$0.validator].space == space
            }
            guard space > 0, runs.count == 1, let fused = runs[0].fused(isText: isText),
                fused.coversAll, parts.table.columnsOfSpace[space].count == 1,
                // A text that means that the element is missing is no text that a rule passes.
                !isText || parts.validators[runs[0].validator].missing == nil,
                !parts.table.spaces.contains(where: { $0.parent == space }),
                // A rule about records sees all elements, including those that the test proves to pass.
                !parts.records.contains(where: { $0.space == space })
            else { return nil }
            return fused
        }
    }
}

/// A test that is called without its owner, which keeps it alive.
struct SingleTest {
    let test: UnsafePointer<assay_value_test>
    let run: assay_test_function

    @inline(__always)
    func proves(_ value: UnsafePointer<assay_value>) -> Bool { run(test, value) }
}

extension FusedTest {
    /// Joins the tests of the rules of a validator that have one, and returns a bit for each,
    /// counted from `first`.
    fileprivate mutating func join(
        _ steps: [Int], of validator: CompiledValidator, from first: Int, isText: Bool
    ) -> UInt64 {
        var bits: UInt64 = 0
        for index in steps where index - first < 64 {
            let step = validator.steps[index]
            guard step.isPlain, step.dependencyColumns.isEmpty,
                let test = step.test(isText: isText), join(test, of: index)
            else { continue }
            bits |= 1 << UInt64(index - first)
        }
        return bits
    }
}

extension CompiledStep {
    /// The test of the rule where it is used: there is nothing to check of kinds that do not reach it.
    fileprivate func test(isText: Bool) -> ValueTest? {
        let admission = admission(isText: isText)
        let ofRule = admission.converts ? rule.instance.textTest : rule.instance.test
        guard var test = ofRule else { return nil }
        var kinds = test.kinds.rawValue & admission.accepted
        if !admission.acceptsMissing { kinds |= RuleAdmission.missing }
        test.kinds = ValueKinds(rawValue: kinds)
        return test
    }
}

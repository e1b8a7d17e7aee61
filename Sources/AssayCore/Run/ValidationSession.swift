// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import CScans

/// Runs a plan over batches: the buffers of one thread, reused from batch to batch.
///
/// Not thread-safe: each thread has a session of its own. The passing path allocates nothing once
/// the buffers have grown to the size of the batches.
@_spi(Engine) public final class ValidationSession {
    package let plan: ValidationPlan
    package let state: ExecutionState
    // A session is used by one thread at a time, so that its parts need no exclusivity checks.
    @exclusivity(unchecked) var batch: RecordBatch?
    @exclusivity(unchecked) var columns: GrowingBuffer<UnsafePointer<assay_value>>
    let ownedColumns: [GrowingColumn]
    let spaces: [SpaceRows]
    let failures: [FailedRows]
    @exclusivity(unchecked) var identity = GrowingBuffer<UInt32>(capacity: 1024)
    @exclusivity(unchecked) var identityCount = 0
    /// The rows of the rules that are not fused, and those of the fused ones.
    let everyRow = RowSelection()
    let doubtfulRows = RowSelection()
    /// The rows of the current rule: one of the two.
    @exclusivity(unchecked) var selection: Unmanaged<RowSelection>
    /// For each run of the schedule the rows that its test does not prove to pass.
    let doubts: [DoubtfulRows]
    /// The runs that have such rows of records.
    @exclusivity(unchecked) var doubtedRuns: [Int] = []
    /// The tests that have found them.
    @exclusivity(unchecked) var doubtedTests: [Int] = []
    /// For each run of the schedule whether something is left to do for the current batch: 1 or 0.
    let unfinishedRuns: UnsafeMutableBufferPointer<UInt8>
    /// The number of rows that are tested, one field after the other, while they are in the nearest caches.
    static let testedTogether = 16
    /// The number of values of one field that are fetched while those before them are tested, in wide records.
    static let fetchedTogether = 8
    /// The number of tests of a record that are run some records at a time.
    static let mostTestedTogether = 128
    @exclusivity(unchecked) var narrowed = GrowingBuffer<UInt32>(capacity: 64)
    @exclusivity(unchecked) var fitting = GrowingBuffer<UInt32>(capacity: 64)
    @exclusivity(unchecked) var bounded = GrowingBuffer<UInt32>(capacity: 8)
    @exclusivity(unchecked)
    var dependencyColumns = GrowingBuffer<UnsafePointer<assay_value>>(capacity: 8)
    /// Where the values of members go.
    @exclusivity(unchecked)
    var memberColumns = GrowingBuffer<UnsafeMutablePointer<assay_value>?>(capacity: 8)
    /// Which rows of the enclosing space failed a rule that keeps the rules of their elements from
    /// running.
    @exclusivity(unchecked) var guardFlags = GrowingBuffer<UnsafePointer<UInt8>>(capacity: 4)
    /// Whether tests decide which values of the current batch rules run on.
    @exclusivity(unchecked) var isTested = false
    /// Spaces whose columns are made for the current batch.
    @exclusivity(unchecked) var resolvedSpaces = 1
    /// Most bytes of the columns of a space that stay for the whole batch.
    package var maximumSpaceBytes = 64 << 20
    /// Of each space, whether its columns are made for one validator at a time.
    @exclusivity(unchecked) var isWide: [Bool]
    /// The columns that are made for the current validator alone.
    @exclusivity(unchecked) var madeColumns: [Int] = []

    // For single records.
    /// The plan's own, which lives as long as the plan: no record has to hold it.
    let single: Unmanaged<SingleRecordPlan>?
    @exclusivity(unchecked)
    var shiftedColumns = GrowingBuffer<UnsafePointer<assay_value>>(capacity: 8)
    /// The validators that failed for the current record.
    let failedValidators: UnsafeMutableBufferPointer<UInt8>
    @exclusivity(unchecked) var hasFailedValidators = false
    /// The runs of which something is left to do for the current record, by their numbers.
    let unfinishedSingleRuns: UnsafeMutableBufferPointer<assay_failed_test>
    /// The row of the batch that row 0 of the findings stands for.
    @exclusivity(unchecked) var rowOffset = 0
    /// How many records the findings are about.
    @exclusivity(unchecked) var rowCount = 0
    /// The validators that the findings are about; nil: all.
    @exclusivity(unchecked) var chosenValidators: Set<Int>?

    /// When the next validations have to end; nil: never.
    package var limits: ExecutionLimits? {
        get { state.limits }
        set { if newValue != nil || state.hasLimits { state.limits = newValue } }
    }

    /// The moment that rules compare dates with, since 1970-01-01T00:00:00Z; nil: each validation reads
    /// the clock of the plan for itself.
    package var moment: Duration? {
        get { state.commonMoment }
        set { state.commonMoment = newValue }
    }

    /// Which findings of the next validations are reported; nil: all.
    package var codeFilter: CodeFilter? {
        get { state.findings.filter?.codes }
        set { state.findings.filter = newValue.map { FindingFilter($0, for: plan) } }
    }

    /// Who is told of the validations; nil: no one is.
    @exclusivity(unchecked) package var observation: ValidationObservation?
    /// What the rules of all validations did; nil: it is not counted.
    @exclusivity(unchecked) package var statistics: RuleStatistics?
    /// Why the conditions that were checked last could not be decided.
    @exclusivity(unchecked) var conditionFault = ConditionFault(reason: .invalidVerdict)
    /// A plugin's own words about that.
    @exclusivity(unchecked) var conditionWords: String?
    /// The rows where a rule, whose failure is an error, did not run since a field that it needs had
    /// failed; the reader removes them.
    @exclusivity(unchecked) var skippedRows: [Int] = []
    /// Whether they are noted: it takes the conditions of each.
    @exclusivity(unchecked) var notesSkipped = false
    /// How many rows the last rule checked.
    @exclusivity(unchecked) var checkedCount = 0

    @_spi(Engine)
    public init(_ plan: ValidationPlan) {
        self.plan = plan
        state = ExecutionState(clock: plan.clock)
        single = plan.single.map(Unmanaged.passUnretained)
        columns = GrowingBuffer(capacity: plan.columns.count)
        ownedColumns = plan.columns.map { _ in GrowingColumn() }
        spaces = plan.spaces.map { _ in SpaceRows() }
        isWide = plan.spaces.map { _ in false }
        failures = plan.validators.map { _ in FailedRows() }
        doubts = plan.schedule.map { _ in DoubtfulRows() }
        selection = .passUnretained(everyRow)
        failedValidators = .allocate(capacity: max(1, plan.validators.count))
        failedValidators.initialize(repeating: 0)
        unfinishedRuns = .allocate(capacity: plan.schedule.count)
        unfinishedRuns.initialize(repeating: 1)
        unfinishedSingleRuns = .allocate(capacity: max(1, plan.single?.runCount ?? 0))
        unfinishedSingleRuns.initialize(repeating: assay_failed_test())
    }

    deinit {
        failedValidators.deallocate()
        unfinishedRuns.deallocate()
        unfinishedSingleRuns.deallocate()
    }

    /// Validates every record of the batch.
    ///
    /// - Parameters:
    ///   - batch: Columns for the plan's `fields`.
    ///   - validators: Indexes into `plan.keys`; nil for all.
    ///   - isCached: The batch has just been written, so that the processor need not fetch it.
    /// - Returns: A view of this session's buffers, valid until its next call.
    @discardableResult
    @_spi(Engine)
    public func validate(
        _ batch: RecordBatch, validators: Set<Int>? = nil, isCached: Bool = false
    ) -> BatchReport {
        self.batch = batch
        rowOffset = 0
        rowCount = batch.count
        chosenValidators = validators
        if !isCached { fetchValues(of: batch) }
        state.begin(isText: batch.isText)
        state.findings.begin(rowCount: batch.count, limit: plan.maximumViolations)
        prepareRecords(of: batch)
        resolvedSpaces = 1
        isTested = fusesRules
        for index in 0..<plan.columns.count where plan.spaceOfColumn[index] == 0 {
            resolve(column: index, from: batch, withGroup: true)
        }
        testRecords(of: batch, isCached: isCached)
        for index in plan.runs.indices where unfinishedRuns[index] != 0 {
            plan.runs[index]._withUnsafeGuaranteedRef { run in
                guard isChosen(run) else { return }
                let fused = isTested ? run.fusedReference(isText: state.isText) : nil
                self.run(run, fused: fused, doubts: fused.map { _ in doubts[index] })
            }
        }
        recordIssues(of: batch)
        for run in plan.deferredSchedule where isChosen(run) { self.run(run) }
        state.findings.sort()
        for validator in plan.trackedValidators { failures[validator].clear() }
        return BatchReport(session: self, findingsView)
    }

    /// Lets go of the records that were validated last; reports of them are no longer valid.
    package func releaseRecords() { batch = nil }

    /// Rules are run together, unless each has to be seen alone or the time is over.
    private var fusesRules: Bool {
        !state.isTraced && statistics == nil && !(state.hasLimits && state.limits?.reached != nil)
    }

    private func isChosen(_ run: ScheduledRun) -> Bool {
        chosenValidators?.contains(run.validator) ?? true
    }

    /// Rules run on all records but the malformed ones.
    private func prepareRecords(of batch: RecordBatch) {
        growIdentity(batch.count)
        spaces[0].setRecords(count: batch.count, issues: batch.issues)
    }

    private func recordIssues(of batch: RecordBatch) {
        let filter = codeFilter
        for (index, issue) in batch.issues.enumerated() {
            if let filter, !filter.includes(issue.code) { continue }
            switch (issue.kind, plan.unknownFields) {
            case (.unknownField, .allow): continue
            case (.unknownField, .warn):
                state.findings.recordIssue(row: issue.row, index: index, isWarning: true)
            default: state.findings.recordIssue(row: issue.row, index: index, isWarning: false)
            }
        }
    }
}

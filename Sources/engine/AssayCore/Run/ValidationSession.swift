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
    /// The rows for rules that are not fused; `doubtfulRows` has the rows for fused rules.
    let everyRow = RowSelection()
    let doubtfulRows = RowSelection()
    /// The rows of the current rule: `everyRow` or `doubtfulRows`.
    @exclusivity(unchecked) var selection: Unmanaged<RowSelection>
    /// The rows that the test of each run of the schedule does not prove to pass.
    let doubts: [DoubtfulRows]
    /// The runs for which `doubts` has rows of records.
    @exclusivity(unchecked) var doubtedRuns: [Int] = []
    /// The tests that found the rows of `doubts`.
    @exclusivity(unchecked) var doubtedTests: [Int] = []
    /// A flag for each run of the schedule: 1 if it still has work for the current batch, or 0.
    let unfinishedRuns: UnsafeMutableBufferPointer<UInt8>
    /// The number of rows that are tested, one field after the other, while they are in the nearest caches.
    static let testedTogether = 16
    /// The number of values of one field that are fetched while those before them are tested, in wide records.
    static let fetchedTogether = 8
    /// The number of tests of a record that are run some records at a time.
    static let mostTestedTogether = 128
    @exclusivity(unchecked) var narrowed = GrowingBuffer<UInt32>(capacity: 64)
    @exclusivity(unchecked) var readable = GrowingBuffer<UInt32>(capacity: 64)
    @exclusivity(unchecked) var fitting = GrowingBuffer<UInt32>(capacity: 64)
    @exclusivity(unchecked) var bounded = GrowingBuffer<UInt32>(capacity: 8)
    @exclusivity(unchecked)
    var dependencyColumns = GrowingBuffer<UnsafePointer<assay_value>>(capacity: 8)
    /// The columns that the values of members are written to.
    @exclusivity(unchecked)
    var memberColumns = GrowingBuffer<UnsafeMutablePointer<assay_value>?>(capacity: 8)
    /// The members of the records that rules about the record name.
    @exclusivity(unchecked) var namedMembers = GrowingBuffer<assay_member>(capacity: 1)
    /// The failure flags of the enclosing space's rows, for each validator whose failure stops the
    /// rules of elements.
    @exclusivity(unchecked) var guardFlags = GrowingBuffer<UnsafePointer<UInt8>>(capacity: 4)
    /// `true` if tests decide which values of the current batch rules run on.
    @exclusivity(unchecked) var isTested = false
    /// `true` if a value of the current batch may be of another kind than the path through it says.
    @exclusivity(unchecked) var hasWrongContainers = false
    /// The number of spaces whose columns are made for the current batch.
    @exclusivity(unchecked) var resolvedSpaces = 1
    /// The maximum size in bytes of the columns of a space that stay for the whole batch.
    package var maximumSpaceBytes = 64 << 20
    /// A flag for each space: `true` if its columns are made for one validator at a time.
    @exclusivity(unchecked) var isWide: [Bool]
    /// The columns that are made for the current validator alone.
    @exclusivity(unchecked) var madeColumns: [Int] = []

    // For single records.
    /// The plan's layout for single records, if it has one; it lives as long as the plan, so no
    /// record has to retain it.
    ///
    /// Records with a part of the fields take the general way, so that there is none for them.
    @exclusivity(unchecked) private(set) var single: Unmanaged<SingleRecordPlan>?
    @exclusivity(unchecked)
    var shiftedColumns = GrowingBuffer<UnsafePointer<assay_value>>(capacity: 8)
    /// The flags of each validator's failures for the current record; see `FailedRows`.
    let failedValidators: UnsafeMutableBufferPointer<UInt8>
    @exclusivity(unchecked) var hasFailedValidators = false
    /// The runs that still have work for the current record, by number.
    let unfinishedSingleRuns: UnsafeMutableBufferPointer<assay_failed_test>
    /// The row of the batch that row 0 of the findings refers to.
    @exclusivity(unchecked) var rowOffset = 0
    /// The number of records that the findings are about.
    @exclusivity(unchecked) var rowCount = 0
    /// The validators that the findings are about, or `nil` for all validators.
    @exclusivity(unchecked) var chosenValidators: Set<Int>?

    /// The limits of the next validations, or `nil` for none.
    package var limits: ExecutionLimits? {
        get { state.limits }
        set { if newValue != nil || state.hasLimits { state.limits = newValue } }
    }

    /// The number of records of the input before those of the next batch, for reports of plugins that do not return;
    /// `nil` if it is not known.
    package var recordsBefore: Int? {
        get { state.recordsBefore }
        set { state.recordsBefore = newValue }
    }

    /// The moment that rules compare dates with, as the time since 1970-01-01T00:00:00Z.
    ///
    /// If it is `nil`, each validation reads the clock of the plan.
    package var moment: Duration? {
        get { state.commonMoment }
        set { state.commonMoment = newValue }
    }

    /// `true` if the next records have a part of the fields of a whole record; see
    /// `readsUnknown(_:row:of:)`.
    @exclusivity(unchecked) package var isPartial = false {
        didSet { single = isPartial ? nil : plan.single.map(Unmanaged.passUnretained) }
    }
    /// The issues about members that the rule set does not know, of the last batch.
    @exclusivity(unchecked) var memberIssues: [RecordIssue] = []

    /// The filter for the findings of the next validations, or `nil` to report all findings.
    package var codeFilter: CodeFilter? {
        get { state.findings.filter?.codes }
        set { state.findings.filter = newValue.map { FindingFilter($0, for: plan) } }
    }

    /// The observer of the validations and its name for them, or `nil` for no observer.
    @exclusivity(unchecked) package var observation: ValidationObservation?
    /// The statistics of the rules over all validations, or `nil` to count nothing.
    @exclusivity(unchecked) package var statistics: RuleStatistics?
    /// The reason the conditions that were checked last could not be decided.
    @exclusivity(unchecked) var conditionFault = ConditionFault(reason: .invalidVerdict)
    /// The message of a plugin about that, if it has one.
    @exclusivity(unchecked) var conditionWords: String?
    /// The rows where a rule with the severity `error` did not run because a field that it needs
    /// had failed; their reader removes them.
    @exclusivity(unchecked) var skippedRows: [Int] = []
    /// `true` to fill `skippedRows`, which requires checking the conditions of each skipped rule.
    @exclusivity(unchecked) var notesSkipped = false
    /// The number of rows that the last rule checked.
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
    ///   - validators: Indexes into `plan.keys`, or `nil` for all validators.
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
        state.recordCount = batch.count
        state.findings.begin(rowCount: batch.count, limit: plan.maximumViolations)
        prepareRecords(of: batch)
        resolvedSpaces = 1
        hasWrongContainers = false
        isTested = fusesRules
        for index in 0..<plan.columns.count where plan.spaceOfColumn[index] == 0 {
            resolve(column: index, from: batch, withGroup: true)
        }
        readTexts(ofSpace: 0)
        if plan.recordMembers != nil { makeRecords(count: batch.count) }
        testRecords(of: batch, isCached: isCached)
        for index in plan.runs.indices where unfinishedRuns[index] != 0 {
            plan.runs[index]._withUnsafeGuaranteedRef { run in
                guard isChosen(run) else { return }
                let fused = isTested ? run.fusedReference(isText: state.isText) : nil
                self.run(run, fused: fused, doubts: fused.map { _ in doubts[index] })
            }
        }
        checkContainers()
        recordIssues(of: batch)
        for run in plan.deferredSchedule where isChosen(run) { self.run(run) }
        state.findings.sort()
        for validator in plan.trackedValidators { failures[validator].clear() }
        return BatchReport(session: self, findingsView)
    }

    /// Releases the records that were validated last; reports of them are no longer valid.
    package func releaseRecords() { batch = nil }

    /// Makes every record from text invalid, if rules cannot decide about texts.
    ///
    /// The doors to the engine report these issues before the first record, where they can.
    private func recordTextIssues(of batch: RecordBatch) {
        for position in 0..<spaces[0].readableCount {
            let row = spaces[0].readableRow(at: position)
            for index in plan.textIssues.indices {
                state.findings.recordIssue(
                    row: row, index: batch.issues.count + index, isWarning: false)
            }
        }
    }

    /// Returns the issue of a record by its number: one of the record itself, one of the rules with
    /// records from text, or one about a member that the rule set does not know.
    func recordIssue(_ index: Int, row: Int) -> RecordIssue? {
        guard let issues = batch?.issues else { return nil }
        if issues.indices.contains(index) { return issues[index] }
        let place = index - issues.count
        if plan.textIssues.indices.contains(place) { return plan.unread(place, row: row) }
        let member = index - firstMemberIssue
        return memberIssues.indices.contains(member) ? memberIssues[member] : nil
    }

    /// Rules are run together, unless each has to be seen alone or the time is over.
    private var fusesRules: Bool {
        !state.isTraced && !isPartial && statistics == nil
            && !(state.hasLimits && state.limits?.reached != nil)
    }

    func isChosen(_ run: ScheduledRun) -> Bool {
        chosenValidators?.contains(run.validator) ?? true
    }

    /// Rules run on all records but the malformed ones.
    private func prepareRecords(of batch: RecordBatch) {
        growIdentity(batch.count)
        spaces[0].setRecords(count: batch.count, issues: batch.issues)
    }

    private func recordIssues(of batch: RecordBatch) {
        if batch.isText, !plan.textIssues.isEmpty { recordTextIssues(of: batch) }
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
        if plan.knownMembers != nil { recordUnknownMembers(of: batch) }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The findings of one batch, and the state of its rows.
package struct FindingBuffer: ~Copyable {
    private var storage = GrowingBuffer<Finding>(capacity: 256)
    private var sorted = GrowingBuffer<Finding>(capacity: 256)
    private var parts = FindingParts()
    private var counts = GrowingBuffer<UInt32>(capacity: 256)
    private var states = GrowingBuffer<UInt8>(capacity: 256)
    private(set) var count = 0
    private(set) var details: [FindingDetail] = []
    private var rowCount = 0
    private(set) var invalidCount = 0
    /// The number of findings beyond the limit of a record, which are not kept.
    private(set) var droppedCount = 0
    /// The number of dropped findings that are warnings.
    private(set) var droppedWarningCount = 0
    private var droppedInRow: [Int: DroppedFindings] = [:]
    /// The number of undecided verdicts that counted as passed.
    private var passedFaultCount = 0
    /// The number of findings that the filter leaves out, of which `leftOutUndecidedCount` are
    /// undecided.
    private var leftOutCount = 0
    private var leftOutUndecidedCount = 0
    private var hasCounts = false
    private var limit = 0

    /// The filter for the findings, or `nil` to report all findings.
    var filter: FindingFilter? { didSet { decidePlain() } }

    // What runs now.
    var validator: UInt32 = 0 { didSet { parts.begin(validator, after: count) } }
    private var step: UInt32 = 0
    /// The effects of the verdicts of the current rule.
    private var policy = VerdictPolicy(isWarning: false)
    /// The record of each row of an element space, or `nil` in the space of the records.
    var rootRows: UnsafePointer<UInt32>? { didSet { decidePlain() } }
    /// The flags of the rows of the current validator, set for failed rows, or `nil` if no rule
    /// depends on them.
    var failedRows: UnsafeMutablePointer<UInt8>? { didSet { decidePlain() } }

    /// The flag of a failed row: see `FailedRows`.
    var failureFlag = FailedRows.failed
    /// `true` to gather the rows that the later rules of the validator do not run on.
    var gathersRows = false { didSet { decidePlain() } }
    /// `true` if a failure only makes its record invalid, and nothing leaves it out.
    private var isPlain = false
    private var stoppedRows = GrowingBuffer<UInt32>(capacity: 64)
    private(set) var stoppedCount = 0
    /// The bits of the rules that withhold the value of each row of the validator from later rules.
    private var withheldRows = GrowingBuffer<UInt32>(capacity: 8)
    private var withheldRowCount = 0
    private var withheldRules: UInt32 = 0
    private(set) var hasWithheld = false

    static let invalid: UInt8 = 1
    static let warned: UInt8 = 2

    mutating func begin(rowCount: Int, limit: Int) {
        assert(rowCount >= 0)
        assert(limit > 0, "a record keeps at least one finding")
        checkInvariants()
        if count > 0 || rowCount > self.rowCount || hasCounts {
            states.fill(rowCount, with: 0)
            if hasCounts { counts.fill(rowCount, with: 0) }
        }
        self.rowCount = rowCount
        self.limit = limit
        failureFlag = FailedRows.failed
        hasCounts = false
        count = 0
        parts.reset()
        invalidCount = 0
        droppedCount = 0
        droppedWarningCount = 0
        if !droppedInRow.isEmpty { droppedInRow.removeAll() }
        if !details.isEmpty { details.removeAll(keepingCapacity: true) }
    }

    /// Checks what is true between two batches; in a build for release, it does nothing.
    private func checkInvariants() {
        assert(count >= 0 && count <= storage.capacity)
        assert(invalidCount >= 0 && invalidCount <= rowCount)
        assert(droppedWarningCount <= droppedCount)
        assert((droppedCount == 0) == droppedInRow.isEmpty)
        assert(leftOutUndecidedCount <= leftOutCount)
        assert(!hasCounts || counts.capacity >= rowCount)
        assert(states.capacity >= rowCount)
    }

    /// Starts a batch of one.
    @inline(__always)
    mutating func beginSingle(limit: Int) {
        guard rowCount == 1, hasCounts, parts.areOne, self.limit == limit, droppedCount == 0,
            details.isEmpty
        else { return beginFirstSingle(limit: limit) }
        // After another one: without a look at what it has found.
        assert(droppedInRow.isEmpty)
        states.start[0] = 0
        counts.start[0] = 0
        count = 0
        invalidCount = 0
    }

    @inline(never)
    private mutating func beginFirstSingle(limit: Int) {
        begin(rowCount: 1, limit: limit)
        // Findings of a single record are recorded without a beginning of their validator.
        parts.reset(areOne: true)
        assert(states.capacity > 0)
        states.start[0] = 0
        startCounts()
    }

    /// Records what a verdict that is neither pass nor skip does.
    ///
    /// - Returns: The effect, as far as the filter of findings leaves it.
    @inline(__always)
    mutating func record(_ verdict: Verdict, row: Int) -> VerdictEffect {
        if verdict.isUndecided { return recordUndecided(verdict, row: row) }
        return apply(policy.effect(ofFailure: verdict), to: row)
    }

    /// Records one failure of rows, none of which is of an element space.
    mutating func record(_ failure: Verdict, rows: RowList) {
        guard isPlain else {
            let effect = policy.effect(ofFailure: failure)
            for index in 0..<rows.count { _ = apply(effect, to: rows[index]) }
            return
        }
        assert(failure.isFail)
        if !hasCounts { startCounts() }
        storage.reserve(count + rows.count, keeping: count)
        for index in 0..<rows.count { keepPlain(failure, row: rows[index]) }
    }

    /// Records a failure if it only makes its record invalid, nothing leaves it out, and there is
    /// room for it.
    ///
    /// - Returns: `true` if it is recorded.
    @inline(__always)
    mutating func recordPlain(_ failure: Verdict, row: Int) -> Bool {
        guard isPlain, failure.isFail, hasCounts, count < storage.capacity else { return false }
        keepPlain(failure, row: row)
        return true
    }

    /// Keeps a plain failure, for which there is room, if its record has not reached the limit.
    @inline(__always)
    private mutating func keepPlain(_ failure: Verdict, row: Int) {
        assert(isPlain && rootRows == nil, "the row is not one of a record")
        assert(hasCounts && count < storage.capacity, "there is no room for a finding")
        markInvalid(row)
        let inRow = counts.start[row]
        guard inRow < limit else { return drop(row, isWarning: false) }
        storage.start[count] = finding(failure, row: row, root: row)
        count &+= 1
        counts.start[row] = inRow &+ 1
    }

    private mutating func decidePlain() {
        isPlain =
            filter == nil && rootRows == nil && failedRows == nil && !gathersRows
            && policy.failsField
    }

    /// Records the failure of a single record, of which everything is known, if there is no filter
    /// and there is room for it.
    ///
    /// - Returns: `true` if it is recorded.
    @inline(__always)
    mutating func recordSingle(_ error: Finding) -> Bool {
        guard filter == nil, count < min(limit, storage.capacity) else { return false }
        assert(rowCount == 1 && error.row == 0, "the finding is not of a single record")
        states.start[0] |= Self.invalid
        invalidCount = 1
        storage.start[count] = error
        count &+= 1
        counts.start[0] = UInt32(truncatingIfNeeded: count)
        return true
    }

    @inline(never)
    private mutating func recordUndecided(_ verdict: Verdict, row: Int) -> VerdictEffect {
        assert(verdict.isUndecided)
        let effect = policy.effect(ofUndecided: verdict)
        if effect.reported.isPass {
            passedFaultCount += 1
            return effect
        }
        return apply(effect, to: row)
    }

    @inline(__always)
    private mutating func apply(_ full: VerdictEffect, to row: Int) -> VerdictEffect {
        let effect = filter == nil ? full : filtered(full)
        if effect.stops, gathersRows { noteStopped(row) }
        if let failedRows {
            failedRows[row] |=
                (effect.failsField ? failureFlag : 0) | (effect.stops ? FailedRows.stopped : 0)
                | (effect.leavesUnread ? FailedRows.unread : 0)
        }
        if effect.reported.isPass { return effect }
        if effect.withholds & withheldRules != 0, gathersRows {
            withhold(row, by: effect.withholds)
        }
        let root = rootRows.map { Int($0[row]) } ?? row
        assert(root >= 0 && root < rowCount, "the finding is of no row of the batch")
        if effect.isWarning {
            states.start[root] |= Self.warned
        } else {
            markInvalid(root)
        }
        append(finding(effect.reported, row: row, root: root), isWarning: effect.isWarning)
        return effect
    }

    @inline(never)
    private mutating func filtered(_ effect: VerdictEffect) -> VerdictEffect {
        if isReported(effect.reported) { return effect }
        leftOutCount += 1
        if Self.isUndecided(effect.reported) { leftOutUndecidedCount += 1 }
        // What is not reported takes nothing away: other rules may find the record invalid.
        return .none
    }

    private func isReported(_ verdict: Verdict) -> Bool {
        let isUnread = policy.readsText && Self.isUndecided(verdict)
        return filter?.includes(
            FindingFilter.RuleVerdict(
                validator: validator, step: step, verdict: verdict.bits, isUnread: isUnread))
            ?? true
    }

    @inline(__always)
    private mutating func markInvalid(_ root: Int) {
        assert(root >= 0 && root < rowCount, "the finding is of no row of the batch")
        // Without a branch, which no processor could predict.
        let state = states.start[root]
        invalidCount &+= Int(~state & Self.invalid)
        states.start[root] = state | Self.invalid
    }

    @inline(__always)
    private func finding(_ verdict: Verdict, row: Int, root: Int) -> Finding {
        Finding(
            row: UInt32(truncatingIfNeeded: root),
            element: rootRows == nil ? Finding.noElement : UInt32(truncatingIfNeeded: row),
            validator: validator, step: step, verdict: verdict.bits, detail: -1)
    }

    /// Returns `true` for an undecided verdict, even if the rule set makes it a failure.
    private static func isUndecided(_ verdict: Verdict) -> Bool {
        verdict.isUndecided || verdict.code == Verdict.undecidedCode
    }

    /// Starts a rule: what it records has its index.
    mutating func begin(step: Int, policy: VerdictPolicy, gathersRows: Bool) {
        assert(step >= 0)
        self.step = UInt32(truncatingIfNeeded: step)
        self.policy = policy
        self.gathersRows = gathersRows
        stoppedCount = 0
    }

    /// Starts a rule of a validator of records.
    @inline(__always)
    mutating func begin(
        validator: UInt32, step: UInt32, policy: VerdictPolicy,
        failedRows: UnsafeMutablePointer<UInt8>? = nil
    ) {
        self.validator = validator
        self.step = step
        self.policy = policy
        rootRows = nil
        self.failedRows = failedRows
        gathersRows = false
    }

    /// The rows that the later rules of the validator do not run on, as far as they are gathered.
    var stopped: RowList { RowList(start: stoppedRows.start, count: stoppedCount) }

    @inline(__always)
    private mutating func noteStopped(_ row: Int) {
        assert(gathersRows, "no one takes the rows")
        stoppedRows.reserve(stoppedCount + 1, keeping: stoppedCount)
        stoppedRows.start[stoppedCount] = UInt32(truncatingIfNeeded: row)
        stoppedCount += 1
    }

    /// Starts a run of a validator: no value is withheld.
    ///
    /// - Parameters:
    ///   - rowCount: The number of rows of its space.
    ///   - withheldRules: The bits of the rules that withhold values from its rules.
    mutating func beginValidator(rowCount: Int, withheldRules: UInt32) {
        assert(rowCount >= 0)
        withheldRowCount = rowCount
        self.withheldRules = withheldRules
        hasWithheld = false
    }

    /// Returns the bits of the rules that withhold the value of a row; it may be called only if
    /// `hasWithheld` is `true`.
    @inline(__always)
    func withheld(_ row: Int) -> UInt32 {
        assert(hasWithheld, "no value of the validator is withheld")
        assert(row >= 0 && row < withheldRowCount)
        return withheldRows.start[row]
    }

    @inline(never)
    private mutating func withhold(_ row: Int, by rules: UInt32) {
        if !hasWithheld {
            withheldRows.fill(withheldRowCount, with: 0)
            hasWithheld = true
        }
        assert(row >= 0 && row < withheldRowCount)
        withheldRows.start[row] |= rules
    }

    /// Adds what a rule explained to the finding that was recorded last.
    mutating func explainLast(_ detail: FindingDetail) {
        assert(count > 0, "there is no finding to explain")
        assert(details.count <= Int(Int32.max))
        storage.start[count - 1].detail = Int32(truncatingIfNeeded: details.count)
        details.append(detail)
    }

    /// Keeps a finding, if its record has not reached the limit; an asynchronous rule that has to
    /// wait counts towards no limit.
    @inline(__always)
    private mutating func append(_ finding: Finding, isWarning: Bool) {
        if !hasCounts { startCounts() }
        let row = Int(finding.row)
        if counts.start[row] < limit || Verdict(bits: finding.verdict) == .deferred {
            keep(finding)
        } else {
            drop(row, isWarning: isWarning)
        }
    }

    @inline(never)
    private mutating func startCounts() {
        counts.fill(rowCount, with: 0)
        hasCounts = true
    }

    @inline(__always)
    private mutating func keep(_ finding: Finding) {
        assert(hasCounts && Int(finding.row) < rowCount)
        counts.start[Int(finding.row)] &+= 1
        storage.reserve(count &+ 1, keeping: count)
        storage.start[count] = finding
        count &+= 1
    }

    @inline(never)
    private mutating func drop(_ row: Int, isWarning: Bool) {
        assert(counts.start[row] >= limit, "a finding below the limit is dropped")
        droppedCount += 1
        droppedInRow[row, default: DroppedFindings()].count += 1
        guard isWarning else { return }
        droppedWarningCount += 1
        droppedInRow[row, default: DroppedFindings()].warningCount += 1
    }

    /// Adds a finding about the record itself.
    mutating func recordIssue(row: Int, index: Int, isWarning: Bool) {
        rootRows = nil
        failedRows = nil
        validator = Finding.recordValidator
        begin(step: index, policy: VerdictPolicy(isWarning: isWarning), gathersRows: false)
        _ = record(.fail(), row: row)
    }

    /// The state of the buffer at one moment, for `found(since:)`.
    struct Progress {
        fileprivate let count: Int
        fileprivate let dropped: Int
        fileprivate let passedFaults: Int
        fileprivate let leftOut: Int
        fileprivate let leftOutUndecided: Int
    }

    var progress: Progress {
        Progress(
            count: count, dropped: droppedCount, passedFaults: passedFaultCount,
            leftOut: leftOutCount, leftOutUndecided: leftOutUndecidedCount)
    }

    /// Returns the number of verdicts recorded since then, reported or not, and how many of them
    /// are undecided.
    func found(since start: Progress) -> (found: Int, undecided: Int) {
        let passed = passedFaultCount - start.passedFaults
        let reported = count - start.count + droppedCount - start.dropped
        assert(count >= start.count, "another batch has begun since then")
        var undecided = passed + leftOutUndecidedCount - start.leftOutUndecided
        for index in start.count..<count
        where Self.isUndecided(Verdict(bits: storage.start[index].verdict)) {
            undecided += 1
        }
        return (reported + passed + leftOutCount - start.leftOut, undecided)
    }

    func state(of row: Int) -> UInt8 {
        assert(row >= 0 && row < rowCount)
        return states.start[row]
    }

    /// Returns the number of findings of a record that were counted but not kept.
    func dropped(_ row: Int) -> DroppedFindings { droppedInRow[row] ?? DroppedFindings() }

    /// The findings, `count` of them, until the next change.
    var start: UnsafePointer<Finding> { UnsafePointer(storage.start) }

    /// Orders the findings: by record, then validator, element and rule.
    ///
    /// This takes O(n log n), and linear time if only a few findings are out of order.
    mutating func sort() {
        guard count > 1 else { return }
        guard count > FindingOrder.blockSize else {
            return FindingOrder.sort(&storage, in: 0..<count, using: &sorted)
        }
        let most = distributeByRow()
        guard most > FindingOrder.blockSize else {
            return FindingOrder.insert(in: storage.start, range: 0..<count)
        }
        var start = 0
        while start < count {
            let row = storage.start[start].row
            var end = start + 1
            while end < count, storage.start[end].row == row { end += 1 }
            FindingOrder.sort(&storage, in: start..<end, using: &sorted)
            start = end
        }
    }

    /// A stable counting sort by record, O(findings + records); returns the most findings of a record.
    private mutating func distributeByRow() -> Int {
        assert(hasCounts, "the findings of the records are not counted")
        sorted.reserve(count)
        parts.close(after: count)
        var next: UInt32 = 0
        var most: UInt32 = 0
        for row in 0..<rowCount {
            let inRow = counts.start[row]
            counts.start[row] = next
            next &+= inRow
            most = max(most, inRow)
        }
        for part in 0..<parts.count {
            for index in parts.range(part) {
                let row = Int(storage.start[index].row)
                let place = counts.start[row]
                sorted.start[Int(place)] = storage.start[index]
                counts.start[row] = place &+ 1
            }
        }
        assert(next == UInt32(truncatingIfNeeded: count), "findings are counted that are not there")
        swap(&storage, &sorted)
        return Int(most)
    }
}

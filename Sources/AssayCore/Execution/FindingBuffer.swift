// SPDX-License-Identifier: Apache-2.0

/// The findings of one batch, and the state of its rows.
package struct FindingBuffer: ~Copyable {
    private var storage = GrowingBuffer<Finding>(capacity: 256)
    private var sorted = GrowingBuffer<Finding>(capacity: 256)
    private var counts = GrowingBuffer<UInt32>(capacity: 256)
    private var states = GrowingBuffer<UInt8>(capacity: 256)
    private(set) var count = 0
    private(set) var details: [FindingDetail] = []
    private var rowCount = 0
    private(set) var invalidCount = 0
    /// Findings beyond the limit of a record, which are counted and not kept.
    private(set) var droppedCount = 0
    /// Those of them that are warnings.
    private(set) var droppedWarningCount = 0
    private var droppedInRow: [Int: DroppedFindings] = [:]
    /// Undecided verdicts that counted as passed.
    private var passedFaultCount = 0
    /// Findings that are not selected, and those of them that are undecided.
    private var leftOutCount = 0
    private var leftOutUndecidedCount = 0
    private var hasCounts = false
    private var limit = 0

    /// Which findings count; nil: all.
    var selected: SelectedFindings?

    // What runs now.
    var validator: UInt32 = 0
    var step: UInt32 = 0
    var isWarning = false
    var onFault = FaultPolicy.fault
    /// The rule turns texts into values: where it could not decide, nobody knows what the later rules
    /// should see.
    var readsText = false
    /// The record of each row of an element space; nil in the records' own space.
    var rootRows: UnsafePointer<UInt32>?
    /// The rows of the current validator that failed, if somebody needs to know.
    var failedRows: UnsafeMutablePointer<UInt8>?

    /// Set while the rows that fail the current rule are gathered in `stepRows`.
    var gathersRows = false
    /// The code of the current rule that says a text is too long, if later rules need to know.
    var tooLongCode: Int?
    /// The rows of the current validator's column that failed with such a code.
    private(set) var tooLongRows = GrowingBuffer<UInt32>(capacity: 8)
    private(set) var tooLongCount = 0
    private(set) var stepRows = GrowingBuffer<UInt32>(capacity: 64)
    private(set) var stepRowCount = 0

    static let invalid: UInt8 = 1
    static let warned: UInt8 = 2

    mutating func begin(rowCount: Int, limit: Int) {
        if count > 0 || rowCount > self.rowCount || hasCounts {
            states.fill(rowCount, with: 0)
            if hasCounts { counts.fill(rowCount, with: 0) }
        }
        self.rowCount = rowCount
        self.limit = limit
        hasCounts = false
        count = 0
        invalidCount = 0
        droppedCount = 0
        droppedWarningCount = 0
        if !droppedInRow.isEmpty { droppedInRow.removeAll() }
        if !details.isEmpty { details.removeAll(keepingCapacity: true) }
    }

    /// Starts a batch of one.
    mutating func beginSingle(limit: Int) {
        if count > 0 || rowCount != 1 || hasCounts {
            begin(rowCount: 1, limit: limit)
        }
    }

    /// Records a verdict that is not a pass.
    ///
    /// - Returns: Whether there is a finding now: neither let pass nor beyond the limit.
    @discardableResult
    @inline(__always)
    mutating func record(_ verdict: Verdict, row: Int) -> Bool {
        if verdict.isUndecided { return recordUndecided(verdict, row: row) }
        if gathersRows { gather(row) }
        let root = rootRows.map { Int($0[row]) } ?? row
        if selected != nil, !isSelected(verdict) {
            leaveOut(verdict)
            // What depends on the rule depends on its verdict, reported or not.
            if !isWarning { failedRows?[row] = 1 }
            return false
        }
        if let tooLongCode, verdict == .fail(tooLongCode) { noteTooLong(row) }
        if isWarning {
            states.start[root] |= Self.warned
        } else {
            failedRows?[row] = 1
            markInvalid(root)
        }
        return append(finding(verdict, row: row, root: root))
    }

    /// Records that a rule could not decide, as the policy for faults has it.
    ///
    /// What leaves the record valid keeps no other rule from being run: the rule might have passed,
    /// and the other one might find the record invalid. So it is with a verdict that is not
    /// selected, and with one that counts as a warning. A rule that reads texts is always a fault:
    /// the other rules would look at another value than they should.
    @inline(never)
    private mutating func recordUndecided(_ verdict: Verdict, row: Int) -> Bool {
        if verdict == .deferred {
            postpone(row)
            return false
        }
        let isFailure = onFault == .fail && !(isWarning && readsText)
        let counted = isFailure ? .fail(Verdict.undecidedCode) : verdict
        guard onFault != .pass else {
            passedFaultCount += 1
            return false
        }
        guard selected == nil || isSelected(counted) else {
            leaveOut(counted)
            return false
        }
        let root = rootRows.map { Int($0[row]) } ?? row
        if isFailure, isWarning {
            states.start[root] |= Self.warned
        } else {
            if gathersRows { gather(row) }
            failedRows?[row] = 1
            markInvalid(root)
        }
        return append(finding(counted, row: row, root: root))
    }

    /// Records that a rule is to be asked later: the record is not valid yet, but nothing failed.
    ///
    /// It is no finding that counts towards the limit, and no policy lets it pass.
    @inline(never)
    private mutating func postpone(_ row: Int) {
        if selected != nil, !isSelected(.deferred) { return leaveOut(.deferred) }
        let root = rootRows.map { Int($0[row]) } ?? row
        markInvalid(root)
        startCounts()
        keep(finding(.deferred, row: row, root: root))
    }

    @inline(__always)
    private mutating func markInvalid(_ root: Int) {
        // Without a branch, which nobody could predict.
        let state = states.start[root]
        invalidCount += Int(~state & Self.invalid)
        states.start[root] = state | Self.invalid
    }

    @inline(__always)
    private func finding(_ verdict: Verdict, row: Int, root: Int) -> Finding {
        Finding(
            row: UInt32(root), element: rootRows == nil ? Finding.noElement : UInt32(row),
            validator: validator, step: step, verdict: verdict.bits, detail: -1)
    }

    @inline(never)
    func isSelected(_ verdict: Verdict) -> Bool {
        selected?.includes(
            Finding.Kind(
                validator: validator, step: step, verdict: verdict.bits,
                isUnread: readsText && Self.isUndecided(verdict))) ?? true
    }

    private mutating func leaveOut(_ verdict: Verdict) {
        leftOutCount += 1
        if Self.isUndecided(verdict) { leftOutUndecidedCount += 1 }
    }

    /// Also where the rule set makes a failure of it.
    private static func isUndecided(_ verdict: Verdict) -> Bool {
        verdict.isUndecided || verdict.code == Verdict.undecidedCode
    }

    /// Starts a rule: what it records bears its index.
    mutating func begin(
        step: Int, isWarning: Bool, onFault: FaultPolicy, readsText: Bool = false,
        gathersRows: Bool
    ) {
        self.readsText = readsText
        self.step = UInt32(truncatingIfNeeded: step)
        self.isWarning = isWarning
        self.onFault = onFault
        self.gathersRows = gathersRows
        stepRowCount = 0
    }

    @inline(__always)
    private mutating func gather(_ row: Int) {
        stepRows.reserve(stepRowCount + 1, keeping: stepRowCount)
        stepRows.start[stepRowCount] = UInt32(truncatingIfNeeded: row)
        stepRowCount += 1
    }

    /// Forgets the texts that are too long.
    mutating func beginValidator() {
        tooLongCount = 0
    }

    @inline(never)
    private mutating func noteTooLong(_ row: Int) {
        tooLongRows.reserve(tooLongCount + 1, keeping: tooLongCount)
        tooLongRows.start[tooLongCount] = UInt32(truncatingIfNeeded: row)
        tooLongCount += 1
    }

    /// Adds what a rule said to the finding that was recorded last.
    mutating func explainLast(_ detail: FindingDetail) {
        storage.start[count - 1].detail = Int32(truncatingIfNeeded: details.count)
        details.append(detail)
    }

    @inline(__always)
    private mutating func append(_ finding: Finding) -> Bool {
        startCounts()
        let row = Int(finding.row)
        guard counts.start[row] < limit else {
            drop(row, isWarning: isWarning && !Verdict(bits: finding.verdict).isUndecided)
            return false
        }
        keep(finding)
        return true
    }

    @inline(__always)
    private mutating func startCounts() {
        guard !hasCounts else { return }
        counts.fill(rowCount, with: 0)
        hasCounts = true
    }

    @inline(__always)
    private mutating func keep(_ finding: Finding) {
        counts.start[Int(finding.row)] += 1
        storage.reserve(count + 1, keeping: count)
        storage.start[count] = finding
        count += 1
    }

    @inline(never)
    private mutating func drop(_ row: Int, isWarning: Bool) {
        droppedCount += 1
        droppedInRow[row, default: DroppedFindings()].count += 1
        guard isWarning else { return }
        droppedWarningCount += 1
        droppedInRow[row, default: DroppedFindings()].warningCount += 1
    }

    /// Adds a finding about the record itself.
    mutating func recordIssue(row: Int, index: Int, isWarning: Bool) {
        let wasWarning = self.isWarning
        self.isWarning = isWarning
        rootRows = nil
        failedRows = nil
        gathersRows = false
        validator = Finding.recordValidator
        step = UInt32(truncatingIfNeeded: index)
        record(.fail(), row: row)
        self.isWarning = wasWarning
    }

    /// How far the buffer is, for `found(since:)`.
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

    /// What the rules said since then, reported or not, and how much of it is undecided.
    func found(since start: Progress) -> (found: Int, undecided: Int) {
        let passed = passedFaultCount - start.passedFaults
        let reported = count - start.count + droppedCount - start.dropped
        var undecided = passed + leftOutUndecidedCount - start.leftOutUndecided
        for index in start.count..<count
        where Self.isUndecided(Verdict(bits: storage.start[index].verdict)) {
            undecided += 1
        }
        return (reported + passed + leftOutCount - start.leftOut, undecided)
    }

    func state(of row: Int) -> UInt8 { states.start[row] }

    /// How many findings of a record were counted and not kept.
    func dropped(_ row: Int) -> DroppedFindings { droppedInRow[row] ?? DroppedFindings() }

    /// The findings, `count` of them, until the next change.
    var start: UnsafePointer<Finding> { UnsafePointer(storage.start) }

    /// Orders the findings: by record, then validator, element and rule.
    ///
    /// O(n log n), and linear where they are in order but for a few.
    mutating func sort() {
        guard count > 1 else { return }
        guard count > FindingOrder.blockSize else {
            return FindingOrder.sort(&storage, 0..<count, using: &sorted)
        }
        distributeByRow()
        var start = 0
        while start < count {
            let row = storage.start[start].row
            var end = start + 1
            while end < count, storage.start[end].row == row { end += 1 }
            FindingOrder.sort(&storage, start..<end, using: &sorted)
            start = end
        }
    }

    /// A stable counting sort by record: O(findings + records).
    private mutating func distributeByRow() {
        sorted.reserve(count)
        var next: UInt32 = 0
        for row in 0..<rowCount {
            let inRow = counts.start[row]
            counts.start[row] = next
            next += inRow
        }
        for index in 0..<count {
            let row = Int(storage.start[index].row)
            sorted.start[Int(counts.start[row])] = storage.start[index]
            counts.start[row] += 1
        }
        swap(&storage, &sorted)
    }
}

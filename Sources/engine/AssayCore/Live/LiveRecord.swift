// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// A record that changes value by value and is validated a few validators at a time: a form.
///
/// It keeps what the rules of one field have to know of other fields: which of them failed, and what
/// their texts are read as. So a validator runs its own rules, and the rules of another field only if
/// they depend on it and it has changed since it ran. The findings are the ones that the whole
/// record would have.
///
/// Not thread-safe.
package final class LiveRecord {
    package let plan: ValidationPlan
    private let session: ValidationSession
    private let links: LiveRecordLinks
    private let batch: RecordBatch
    /// The place in `raw` of the value of each field of the plan.
    private let fieldColumns: UnsafeMutablePointer<UnsafePointer<assay_value>>
    /// The value of each column of records as it was set; `read` has what a text is read as.
    private let raw: UnsafeMutablePointer<assay_value>
    private let read: UnsafeMutablePointer<assay_value>
    private let arenas: [ValueArena]
    /// A flag for each reader of the plan: `true` if its text, or what decides whether it reads, has
    /// changed.
    private let isUnread: UnsafeMutablePointer<Bool>
    @exclusivity(unchecked) private var hasUnread = true
    /// A flag for each run: `true` if its field failed in it.
    private let runFailed: UnsafeMutablePointer<Bool>
    /// The flags that each run left for later runs of its validator: `FailedRows.stopped` and
    /// `FailedRows.unread`.
    private let runFlags: UnsafeMutablePointer<UInt8>
    /// A flag for each run: `true` if it leaves the record invalid, which a rule that warns does if it
    /// cannot decide.
    private let runInvalid: UnsafeMutablePointer<Bool>
    /// A flag for each run: `true` if it left asynchronous rules to run.
    private let runDeferred: UnsafeMutablePointer<Bool>
    /// A flag for each run: `true` if a rule of it did not run because something else is invalid.
    private let runSkipped: UnsafeMutablePointer<Bool>
    /// The rows of elements where a rule did not run at the last validation, by run.
    @exclusivity(unchecked) private var skippedElements: [Int: [Int]] = [:]
    /// A flag for each validator: `true` if something that it depends on has changed since it ran.
    private let isStale: UnsafeMutablePointer<Bool>
    private let isQueued: UnsafeMutablePointer<Bool>
    // Used by one thread at a time, so that its parts need no exclusivity checks.
    @exclusivity(unchecked) private var queue = GrowingBuffer<Int>(capacity: 16)
    @exclusivity(unchecked) private var queueCount = 0
    @exclusivity(unchecked) private var queuedRuns = GrowingBuffer<Int>(capacity: 16)

    /// A record without any field.
    ///
    /// - Parameters:
    ///   - plan: The validators.
    ///   - isText: Strings come from text: rules such as `integer` parse them.
    package init(_ plan: ValidationPlan, isText: Bool) {
        self.plan = plan
        session = ValidationSession(plan)
        session.notesSkipped = true
        links = LiveRecordLinks(plan)
        let columnCount = plan.columns.count
        raw = Self.values(columnCount, value: assay_value())
        read = Self.values(columnCount, value: assay_value())
        isUnread = Self.values(plan.readers[0].count, value: true)
        runFailed = Self.values(links.runs.count, value: false)
        runFlags = Self.values(links.runs.count, value: 0)
        runInvalid = Self.values(links.runs.count, value: false)
        runDeferred = Self.values(links.runs.count, value: false)
        runSkipped = Self.values(links.runs.count, value: false)
        isStale = Self.values(plan.validators.count, value: true)
        isQueued = Self.values(plan.validators.count, value: false)
        fieldColumns = .allocate(capacity: max(1, plan.fields.count))
        for (field, column) in links.columnOfField.enumerated() {
            (fieldColumns + field).initialize(to: UnsafePointer(raw + column))
        }
        arenas = plan.fields.map { _ in ValueArena(blockSize: 256) }
        batch = RecordBatch(count: 1, columns: UnsafePointer(fieldColumns), isText: isText)
        for column in 0..<columnCount {
            session.columns.start[column] = UnsafePointer(raw + column)
        }
    }

    private static func values<Element>(
        _ count: Int, value: Element
    ) -> UnsafeMutablePointer<Element> {
        let start = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
        start.initialize(repeating: value, count: max(1, count))
        return start
    }

    deinit {
        fieldColumns.deallocate()
        raw.deallocate()
        read.deallocate()
        isUnread.deallocate()
        runFailed.deallocate()
        runFlags.deallocate()
        runInvalid.deallocate()
        runDeferred.deallocate()
        runSkipped.deallocate()
        isStale.deallocate()
        isQueued.deallocate()
    }

    /// Gives a top-level field another value.
    ///
    /// - Parameters:
    ///   - value: The whole value; `absent` for none.
    ///   - field: The place of the field in `plan.fields`.
    package func set(_ value: Value, field: Int) {
        arenas[field].reset()
        let column = links.columnOfField[field]
        raw[column] = present(arenas[field].store(value), column: column)
        for part in links.partsOfField[field] {
            raw[part] = present(self.value(of: part), column: part)
        }
        for reader in links.readersOfField[field] {
            isUnread[reader] = true
            hasUnread = true
        }
        for validator in links.dependentsOfField[field] { isStale[validator] = true }
    }

    /// The value, or none if it is a text that means that the field is missing.
    private func present(_ value: assay_value, column: Int) -> assay_value {
        batch.isText && plan.missingTexts(ofColumn: column)?.contains(value) == true
            ? assay_value() : value
    }

    /// The value of a part, found in the value that it is part of.
    private func value(of part: Int) -> assay_value {
        switch plan.columns[part] {
        case .member(let parent, let key):
            MemberLookup.member(key, of: raw + parent)?.pointee ?? assay_value()
        case .index(let parent, let index):
            MemberLookup.element(index, of: raw + parent, isText: batch.isText)?.pointee
                ?? assay_value()
        default: assay_value()
        }
    }

    /// The validators whose verdicts depend on the value at a path.
    ///
    /// - Parameter path: A field's path, or that of a part of it.
    /// - Returns: Places in `plan.keys`, ascending.
    package func dependents(of path: FieldPath) -> [Int] { links.dependents(of: path) }

    /// The same without validators that look at the value of their own path, but at none of its parts.
    package func dependents(of path: FieldPath, ignoring ignored: [Int]) -> [Int] {
        links.dependents(of: path, ignoring: ignored)
    }

    /// Returns the paths that decide the verdicts of validators: the paths that they and all
    /// validators that they need read.
    package func pathsRead(by validators: [Int]) -> Set<FieldPath> {
        links.pathsRead(by: validators)
    }

    /// True if validators have asynchronous rules.
    package func haveAsyncRules(_ validators: [Int]) -> Bool {
        plan.deferredSchedule.contains { validators.contains($0.validator) }
    }

    /// Runs some validators.
    ///
    /// - Parameter validators: Their places in `plan.keys`.
    /// - Returns: Their findings, or `nil` if neither they nor the validators that were run for
    ///   them have any.
    package func validate(_ validators: [Int]) -> ValidationReport? {
        run(validators)
        let findings = session.state.findings.count + session.state.findings.droppedCount
        let unread = unread(of: validators)
        guard findings > 0 || !unread.isEmpty else { return nil }
        // Only asynchronous rules that run later need to know what they depend on.
        session.chosenValidators = isDeferred(validators) ? links.closure(of: validators) : nil
        var report = BatchReport(session: session, session.findingsView).report(of: validators)
        report.violations += unread
        return report
    }

    /// The violations of fields of text about which rules cannot decide.
    private func unread(of validators: [Int]) -> [Violation] {
        guard batch.isText, !plan.textIssues.isEmpty else { return [] }
        let keys = Set(validators.map { plan.validators[$0].name })
        return plan.textIssues.indices.filter { keys.contains(plan.textIssues[$0].field ?? "") }
            .map { Violation.about(plan.unread($0, row: 0), severity: .error, at: nil) }
    }

    /// True if no synchronous rule fails or cannot decide; runs those whose outcome is not known.
    package func isPassing() -> Bool {
        run(plan.validators.indices.filter { isStale[$0] })
        return !links.runs.indices.contains { runInvalid[$0] }
            && (!batch.isText || plan.textIssues.isEmpty)
    }

    /// True if asynchronous rules of these validators are to run, after the last validation.
    package func isDeferred(_ validators: [Int]) -> Bool {
        validators.contains { links.runsOfValidator[$0].contains { runDeferred[$0] } }
    }

    /// True if rules of these validators, whose failure would be an error, did not run at the last
    /// validation, since a field that they need is invalid.
    package func isPartial(_ validators: [Int]) -> Bool {
        validators.contains { links.runsOfValidator[$0].contains { runSkipped[$0] } }
    }

    /// Returns the places where rules of these validators did not run at the validation just
    /// before, because something that they need is invalid.
    ///
    /// A rule that names an invalid field counts only if its failure would be an error.
    ///
    /// - Parameter validators: The validators that were run then.
    /// - Returns: The JSON Pointers of the values, and of arrays whose elements were left out as a whole.
    package func skippedPlaces(of validators: [Int]) -> [SkippedPlace] {
        let reader = FindingReader(session: session, locates: false)
        var places: [SkippedPlace] = []
        for validator in validators {
            for run in links.runsOfValidator[validator] where runSkipped[run] {
                let compiled = plan.validators[validator]
                for row in compiled.space == 0 ? [0] : skippedElements[run] ?? [] {
                    let pointer = reader.pointer(of: compiled, row: row)
                    places.append(SkippedPlace(pointer: pointer, isWhole: false))
                }
                for other in plan.guards(of: compiled.space) {
                    let array = plan.validators[other]
                    for row in session.failures[other].failedRows {
                        let pointer = reader.pointer(of: array, row: row)
                        places.append(SkippedPlace(pointer: pointer, isWhole: true))
                    }
                }
            }
        }
        return places
    }

    private func run(_ validators: [Int]) {
        session.batch = batch
        skippedElements.removeAll(keepingCapacity: true)
        session.rowOffset = 0
        session.rowCount = 1
        session.state.begin(isText: batch.isText)
        session.state.findings.begin(rowCount: 1, limit: plan.maximumViolations)
        session.spaces[0].setRecords(count: 1, issues: [])
        session.growIdentity(1)
        session.resolvedSpaces = 1
        readTexts()
        session.makeRecords(count: 1)
        let runCount = queueRuns(of: validators)
        for place in 0..<runCount { run(at: queuedRuns.start[place]) }
        session.state.findings.sort()
    }

    /// Reads the texts that have changed, and those whose reading depends on them.
    private func readTexts() {
        guard hasUnread, batch.isText else { return }
        hasUnread = false
        for (place, reader) in plan.readers[0].enumerated() where isUnread[place] {
            isUnread[place] = false
            let column = reader.column
            session.columns.start[column] = UnsafePointer(raw + column)
            guard raw[column].kind == ASSAY_STR else { continue }
            read[column] = session.read(
                raw + column, row: 0, by: reader,
                storingIn: arenas[links.fieldOfColumn[column]])
            session.columns.start[column] = UnsafePointer(read + column)
        }
    }

    /// Lists the runs of the validators and of their dependencies, in the order of the plan, and
    /// returns their number.
    private func queueRuns(of validators: [Int]) -> Int {
        queueCount = 0
        for validator in validators { enqueue(validator) }
        var next = 0
        while next < queueCount {
            let validator = queue.start[next]
            for other in links.dependencies[validator] where isStale[other] { enqueue(other) }
            for other in links.companions[validator] { enqueue(other) }
            next += 1
        }
        var count = 0
        for place in 0..<queueCount {
            let validator = queue.start[place]
            isQueued[validator] = false
            isStale[validator] = false
            session.failures[validator].clear()
            let runs = links.runsOfValidator[validator]
            queuedRuns.reserve(count + runs.count, keeping: count)
            for run in runs {
                runFailed[run] = false
                runFlags[run] = 0
                runInvalid[run] = false
                runDeferred[run] = false
                runSkipped[run] = false
                queuedRuns.start[count] = run
                count += 1
            }
        }
        var queued = UnsafeMutableBufferPointer(start: queuedRuns.start, count: count)
        queued.sort()
        return count
    }

    private func enqueue(_ validator: Int) {
        guard !isQueued[validator] else { return }
        isQueued[validator] = true
        queue.reserve(queueCount + 1, keeping: queueCount)
        queue.start[queueCount] = validator
        queueCount += 1
    }

    private func run(at index: Int) {
        let run = links.runs[index]
        for validator in links.validatorsOfRun[index] {
            session.failures[validator].prepare(1)[0] = failureFlags(of: validator, before: index)
        }
        let count = session.state.findings.count
        let droppedErrors = droppedErrorCount
        session.run(run)
        runSkipped[index] = !session.skippedRows.isEmpty || isGuarded(run)
        if !session.skippedRows.isEmpty {
            if plan.validators[run.validator].space > 0 {
                skippedElements[index] = session.skippedRows
            }
            session.skippedRows.removeAll(keepingCapacity: true)
        }
        if plan.validators[run.validator].space == 0,
            let flags = session.failures[run.validator].current
        {
            runFlags[index] = flags[0] & (FailedRows.stopped | FailedRows.unread)
        }
        noteOutcome(of: index, from: count)
        if droppedErrorCount > droppedErrors {
            runInvalid[index] = true
            // A finding that is not kept can be one that fails no field.
            if session.failures[run.validator].hasFailure { runFailed[index] = true }
        }
    }

    /// Returns the flags that the runs of a validator before another run have left.
    private func failureFlags(of validator: Int, before index: Int) -> UInt8 {
        var flags: UInt8 = 0
        for run in links.runsOfValidator[validator] where run < index {
            if runFailed[run] {
                flags |= links.runs[run].isLate ? FailedRows.failedLate : FailedRows.failed
            }
            flags |= runFlags[run]
        }
        return flags
    }

    /// Returns `true` if rules of elements do not run because the rules of their array failed.
    private func isGuarded(_ run: ScheduledRun) -> Bool {
        plan.guards(of: plan.validators[run.validator].space)
            .contains { session.failures[$0].hasFailure }
    }

    /// The number of errors beyond the limit of findings.
    private var droppedErrorCount: Int {
        session.state.findings.droppedCount - session.state.findings.droppedWarningCount
    }

    /// Notes whether a run failed, and whether it left asynchronous rules to run.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - first: The index of its first finding.
    private func noteOutcome(of run: Int, from first: Int) {
        let findings = session.state.findings.start
        for index in first..<session.state.findings.count {
            let verdict = Verdict(bits: findings[index].verdict)
            let validator = plan.validators[Int(findings[index].validator)]
            let step = validator.steps[Int(findings[index].step)]
            if verdict == .deferred {
                runDeferred[run] = true
                continue
            }
            let policy = step.policy(isText: batch.isText)
            if policy.failsField(verdict) { runFailed[run] = true }
            if !policy.isWarning(verdict) { runInvalid[run] = true }
        }
    }
}

/// A place in a record where rules did not run, since something that they need is invalid.
package struct SkippedPlace: Sendable {
    /// The JSON Pointer of the value.
    package let pointer: String
    /// True for an array none of whose elements was checked.
    package let isWhole: Bool
}

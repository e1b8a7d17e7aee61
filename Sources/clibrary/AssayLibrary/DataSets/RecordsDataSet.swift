// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayDataSets
import AssaySystem
import CAssay
import Synchronization

/// A data set of the caller: the checks across the records that sessions add to it.
final class RecordsDataSet: Sendable {
    /// The findings of one call of `assay_dataset_next`.
    struct Part: Sendable {
        /// The index of the input, or `nil` for findings about the data set.
        let input: Int?
        fileprivate(set) var findings: [PlacedFinding] = []
        /// The number of records that were valid before.
        fileprivate(set) var newlyInvalid = 0
    }

    /// The findings of a data set that is finished, as far as they were not read.
    private struct Findings {
        let outcome: DataSetOutcome
        let reporter: RecordsReporter
        /// `nil` once all findings about records were read.
        var reader: FindingReader?
        /// The number of findings about the data set that were read.
        var place = 0
        /// A finding of the next part.
        var next: (DataSetOutcome.Finding, RecordsReport)?
        var lastInvalid: RecordPlace?
        let text: ZeroEndedText
    }

    private struct State {
        /// The names of the inputs, as messages show them.
        var inputs: [String] = []
        /// The number of chunks.
        var chunks: UInt32 = 0
        var malformed = 0
        /// The number of inputs that are not at their end.
        var openCount = 0
        var isIncomplete = false
        var isFinished = false
        var failure: LibraryError?
        var findings: Findings?
    }

    private static let partSize = 4096

    let rules: CompiledRules
    let filter: CodeFilter?
    private let dataSet: DataSet
    private let worker: DataSetWorker
    private let sources: [(name: String, node: FileNode)]
    private let state = Locked(State())
    /// Guards the order of the parts.
    private let adding = Locked(())
    /// The thread that adds records, or 0.
    private let adder = Atomic<UInt>(0)

    init(_ session: Session, _ options: assay_dataset_options) throws(LibraryError) {
        rules = session.rules
        filter = session.limits.filter
        let plan = session.rules.plan
        guard !plan.recordsRules.isEmpty else {
            throw .argument("the rules have no rules under 'records'")
        }
        let settings = try options.settings(plan, filter)
        let given = try options.givenSources(of: plan)
        dataSet = DataSet(plan: plan, settings: settings)
        worker = dataSet.makeWorker()
        var sources: [(String, FileNode)] = []
        let reader = SourceKeys(plan: plan, worker: worker, given: given)
        for (index, rule) in plan.recordsRules.enumerated()
        where !settings.skippedRules.contains(index) {
            guard let source = try reader.read(rule, at: index) else { continue }
            if let node = FileNode(path: source.path) { sources.append((source.name, node)) }
        }
        self.sources = sources
    }

    private func locked<Result: Sendable>(
        _ body: (inout State) throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        let result = state.withLock { state -> Swift.Result<Result, LibraryError> in
            do throws(LibraryError) {
                return .success(try body(&state))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    // MARK: - Records

    /// Begins an input.
    ///
    /// - Parameter path: The path of the input, or an empty text if it has none.
    /// - Returns: The index of the input.
    /// - Throws: An error if the input is a source, or if the data set is finished.
    func begin(path: String) throws(LibraryError) -> Int {
        if !path.isEmpty, let node = FileNode(path: path),
            let source = sources.first(where: { $0.node == node })
        {
            throw LibraryError(
                SourceError(
                    "source.input",
                    "the source '\(source.name)' is the input '\(FileName.shown(path))'",
                    help: "write 'self: true' in place of 'file' for keys of the data set itself",
                    of: DataSource(source.name, key: [])))
        }
        return try locked { state throws(LibraryError) in
            guard !state.isFinished else { throw .finished }
            state.inputs.append(
                path.isEmpty ? "input \(state.inputs.count + 1)" : FileName.shown(path))
            return state.inputs.count - 1
        }
    }

    /// Notes that an input has begun whose records are not all added.
    func open() { state.withLock { $0.openCount += 1 } }

    /// Notes that an input has ended, or that its records will not all be added.
    func close(isWhole: Bool) {
        state.withLock { state in
            state.openCount -= 1
            if !isWhole { state.isIncomplete = true }
        }
    }

    func markIncomplete() { state.withLock { $0.isIncomplete = true } }

    /// Adds the records of a batch.
    ///
    /// - Parameters:
    ///   - report: The report of the batch, or `nil` if it has only records that are too long to be read.
    ///   - place: The place of the batch in its input.
    ///   - isRejected: `true` if something about the input makes all records of the batch invalid.
    ///   - malformed: The number of malformed records.
    /// - Throws: An error if the data set takes no records, for good.
    func add(
        _ report: BatchReport?, at place: ChunkPlace, isRejected: Bool, malformed: Int
    ) throws(LibraryError) {
        try alone { () throws(LibraryError) in
            let chunk = try locked { state throws(LibraryError) in
                guard !state.isFinished else { throw .finished }
                if let failure = state.failure { throw failure }
                guard state.chunks < .max else {
                    throw .argument("the data set has too many parts")
                }
                state.malformed += malformed
                return state.chunks
            }
            guard let report else { return }
            do throws(DataSetError) {
                let part = try worker.add(report, chunk: chunk, isRejected: isRejected)
                try dataSet.note(chunk: chunk, place: place)
                dataSet.accept(part)
                state.withLock { $0.chunks += 1 }
            } catch {
                let failure = LibraryError(error)
                state.withLock { $0.failure = failure }
                throw failure
            }
        }
    }

    /// Calls a closure while no other thread adds records.
    ///
    /// The state is not locked meanwhile: conditions may run rules of the caller, and other threads may wait for these.
    private func alone(_ body: () throws(LibraryError) -> Void) throws(LibraryError) {
        guard adder.load(ordering: .relaxed) != CurrentThread.id else {
            throw .usedInRule
        }
        let failure = adding.withLock { _ -> LibraryError? in
            adder.store(CurrentThread.id, ordering: .relaxed)
            defer { adder.store(0, ordering: .relaxed) }
            do throws(LibraryError) {
                try body()
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    // MARK: - The end

    /// Finishes the checks.
    ///
    /// - Parameter isIncomplete: `true` if there are records that were not added.
    /// - Returns: The numbers of the rules as JSON.
    /// - Throws: An error if the data set is finished, or if a scratch file cannot be used.
    func finish(isIncomplete: Bool) throws(LibraryError) -> ZeroEndedText {
        var text: ZeroEndedText?
        try alone { () throws(LibraryError) in
            text = try locked { state throws(LibraryError) in
                try finish(&state, isIncomplete: isIncomplete)
            }
        }
        guard let text else { preconditionFailure("the closure is called") }
        return text
    }

    private func finish(
        _ state: inout State, isIncomplete: Bool
    ) throws(LibraryError) -> ZeroEndedText {
        guard !state.isFinished else { throw .state("the data set is finished already") }
        state.isFinished = true
        if let failure = state.failure { throw failure }
        let isIncomplete = isIncomplete || state.isIncomplete || state.openCount > 0
        if isIncomplete { dataSet.markIncomplete() }
        do throws(DataSetError) {
            try worker.flush()
            let outcome = try dataSet.finish()
            let summary = summary(
                of: outcome, malformed: state.malformed, isWhole: !isIncomplete)
            let findings = Findings(
                outcome: outcome,
                reporter: RecordsReporter(outcome, plan: rules.plan, inputs: state.inputs),
                reader: outcome.makeReader(), text: ZeroEndedText(summary))
            state.findings = findings
            return findings.text
        } catch {
            let failure = LibraryError(error)
            state.failure = failure
            throw failure
        }
    }

    private func summary(of outcome: DataSetOutcome, malformed: Int, isWhole: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append("{\"complete\":" as StaticString)
        bytes.append(isWhole ? "true" as StaticString : "false" as StaticString)
        bytes.append(",\"rules\":[" as StaticString)
        for (index, rule) in rules.plan.recordsRules.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append("{\"rule\":" as StaticString)
            JSONText.append(rule.definition.id, to: &bytes)
            bytes.append(",\"expression\":" as StaticString)
            JSONText.append(rule.expression, to: &bytes)
            bytes.append(",\"severity\":" as StaticString)
            JSONText.append(rule.severity.rawValue, to: &bytes)
            if rule.isSelected(by: filter) {
                outcome.totals[index].appendMembers(of: rule, malformed: malformed, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append("]}" as StaticString)
        return bytes
    }

    /// Returns the next findings: about records of one input, or about the data set.
    ///
    /// - Parameter slot: Returns the slot of a code of a rule.
    /// - Returns: `nil` at the end.
    /// - Throws: An error if the data set is not finished, or if a scratch file cannot be read.
    func next(
        slot: (_ code: String, _ rule: Int) -> Int
    ) throws(LibraryError) -> Part? {
        try locked { state throws(LibraryError) in
            if let failure = state.failure { throw failure }
            guard var findings = state.findings else {
                throw .state("the data set is not finished; call assay_dataset_finish first")
            }
            defer { state.findings = findings }
            do throws(DataSetError) {
                return try next(&findings, slot: slot)
            } catch {
                let failure = LibraryError(error)
                state.failure = failure
                throw failure
            }
        }
    }

    private func next(
        _ findings: inout Findings, slot: (_ code: String, _ rule: Int) -> Int
    ) throws(DataSetError) -> Part? {
        var part: Part?
        while let (found, report) = try nextReport(&findings) {
            let input = report.location?.input
            if let part, part.input != input || part.findings.count == Self.partSize {
                findings.next = (found, report)
                return part
            }
            var made = part ?? Part(input: input)
            // The findings have one owner, so that they are not copied.
            part = nil
            made.findings.append(
                PlacedFinding(
                    reported: report.finding, slot: slot(report.code, found.rule),
                    record: report.location.map { UInt64($0.record - 1) }))
            if report.makesInvalid, found.place != findings.lastInvalid {
                findings.lastInvalid = found.place
                if !found.wasInvalid { made.newlyInvalid += 1 }
            }
            part = made
        }
        return part
    }

    /// Returns the next finding that the filter includes: those about records, and then those about the data set.
    private func nextReport(
        _ findings: inout Findings
    ) throws(DataSetError) -> (DataSetOutcome.Finding, RecordsReport)? {
        if let next = findings.next {
            findings.next = nil
            return next
        }
        while let found = try nextFinding(&findings) {
            guard rules.plan.recordsRules[found.rule].reports(found, by: filter),
                let report = try findings.reporter.report(found)
            else { continue }
            return (found, report)
        }
        return nil
    }

    private func nextFinding(
        _ findings: inout Findings
    ) throws(DataSetError) -> DataSetOutcome.Finding? {
        if let found = try findings.reader?.next() { return found }
        findings.reader = nil
        guard findings.place < findings.outcome.findings.count else { return nil }
        defer { findings.place += 1 }
        return findings.outcome.findings[findings.place]
    }
}

// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayDataSets
import Synchronization

// The findings that are known when all records were read: of rules about the data set, and of tolerances.
extension FindingSink {
    /// The number of findings that are rendered together.
    private static let mostFindings = 512

    /// Finishes the checks of the data set once all inputs were read, so that a second pass can write the files of
    /// records.
    ///
    /// - Returns: What the checks across records found, or `nil` if there are none or the run ended with an error.
    func finishDataSet() -> DataSetOutcome? {
        state.withLock { state in
            guard !state.isFinished else { return nil }
            finishDataSet(&state)
            return state.failure == nil ? state.outcome : nil
        }
    }

    /// Finishes the checks of the data set, and writes their findings, once.
    func finishDataSet(_ state: inout State) {
        guard !state.isDataSetFinished else { return }
        state.isDataSetFinished = true
        let isWhole = !endsEarly(state) && !state.hasUnreadable && isBelowLimit(state)
        do throws(Diagnostic) {
            if let failure = settings.dataSet?.failure { throw failure }
            guard state.failure == nil else { return }
            var writer = DataSetWriter(settings, isTruncated: state.totals.isTruncated)
            if let dataSet = settings.dataSet {
                try write(
                    try dataSet.finish(isWhole: isWhole), of: dataSet, by: &writer, state: &state)
            }
            let findings =
                settings.tolerances?.findings(
                    state.tolerances, isWhole: isWhole, layout: settings.layout)
            for finding in findings ?? [] { write(finding, by: &writer, state: &state) }
            flush(&writer, state: &state)
        } catch {
            state.dataSetFailure = error
            // A report for machines says it too.
            state.notices.append(RunNotice(error, isError: true))
        }
    }

    /// Findings on their way to the reports.
    private struct DataSetWriter {
        let renderer: DataSetRenderer
        /// `true` if the run has reached the limit of errors: then only what was not checked is said.
        var isTruncated: Bool
        var findings: [DataSetFinding] = []
        var lastInvalid: RecordPlace?
        /// The number of records that findings have made invalid.
        var invalidCount = 0
        /// The chunk of the findings, with its records if they are in memory.
        var chunk: UInt32?
        var records: RecordLookup.Records?

        init(_ settings: OutputSettings, isTruncated: Bool) {
            renderer = DataSetRenderer(settings)
            self.isTruncated = isTruncated
        }
    }

    private func write(
        _ outcome: DataSetOutcome, of dataSet: DataSetRun, by writer: inout DataSetWriter,
        state: inout State
    ) throws(Diagnostic) {
        state.outcome = outcome
        state.totals.dataSet = RecordsTotals(
            outcome, of: dataSet, malformed: state.totals.counts.malformed)
        let findings = findings(of: outcome, dataSet, state.totals.dataSet)
        do throws(DataSetError) {
            let reader = outcome.makeReader()
            // Nothing is read again after ^C.
            let lookup =
                state.totals.isInterrupted
                ? nil
                : settings.runInputs.map {
                    RecordLookup(
                        outcome, of: dataSet, inputs: $0, states: settings.inputStates,
                        wantsFingerprints: settings.baseline != nil || showsFingerprints)
                }
            while !writer.isTruncated, let found = try reader.next() {
                guard dataSet.reports(found) else { continue }
                if let chunk = found.place?.chunk, chunk != writer.chunk {
                    flush(&writer, state: &state)
                    writer.chunk = chunk
                    writer.records = nil
                }
                if writer.records == nil, let chunk = writer.chunk,
                    settings.baseline != nil
                        || writer.renderer.shows(.records(found.rule, line: ""))
                {
                    writer.records = try lookup?.records(ofChunk: chunk)
                }
                guard let finding = try findings.finding(found, in: writer.records) else {
                    continue
                }
                write(finding, by: &writer, state: &state)
            }
            flush(&writer, state: &state)
            // The findings after the limit are not written, and their records are invalid all the same.
            if writer.isTruncated, state.baseline == nil {
                state.totals.counts.invalid += max(
                    0, outcome.newlyInvalidCount - writer.invalidCount)
            }
            writer.records = nil
            for found in outcome.findings where dataSet.reports(found) {
                guard let finding = try findings.finding(found) else { continue }
                write(finding, by: &writer, state: &state)
            }
        } catch {
            throw Diagnostic(error)
        }
    }

    /// `true` if a report shows fingerprints of findings, which the identities of records make.
    private var showsFingerprints: Bool {
        settings.dataSet?.plan.hasIdentity == true
            && settings.forms.contains(where: \.format.showsFingerprints)
    }

    /// Returns the findings of rules about records as reports have them.
    func findings(
        of outcome: DataSetOutcome, _ dataSet: DataSetRun, _ totals: RecordsTotals? = nil
    ) -> RecordsFindings {
        RecordsFindings(
            outcome,
            totals: totals
                ?? RecordsTotals(outcome, of: dataSet),
            plan: dataSet.plan, layout: settings.layout, inputs: settings.inputs,
            baselineKey: settings.baseline?.baseline.key)
    }

    private func write(
        _ finding: DataSetFinding, by writer: inout DataSetWriter, state: inout State
    ) {
        guard !writer.isTruncated || finding.kind == .fault else { return }
        writer.findings.append(finding)
        if writer.findings.count == Self.mostFindings { flush(&writer, state: &state) }
    }

    /// Writes and counts findings.
    private func flush(_ writer: inout DataSetWriter, state: inout State) {
        var findings = writer.findings
        writer.findings = []
        if var baseline = state.baseline {
            findings.removeAll { baseline.take($0.fingerprint, kind: $0.kind, slot: $0.slot) }
            state.baseline = baseline
        }
        guard !findings.isEmpty, !state.isClosed, state.failure == nil else { return }
        var chunk = writer.renderer.render(findings, in: writer.records)
        for index in chunk.reports.indices { state.reports[index].number(&chunk.reports[index]) }
        let reported = writer.isTruncated ? nil : cut(chunk, state: &state)
        writer.isTruncated = writer.isTruncated || reported != nil
        var counts = StreamCounts(ruleCount: settings.rules.count)
        for finding in findings.prefix(reported ?? findings.count) {
            switch finding.kind {
            case .error: counts.violations += 1
            case .warning: counts.warnings += 1
            case .fault: counts.faults += 1
            }
            counts.findingsByRule[settings.layout.index(of: finding.rule)] += 1
            if finding.isTolerated { state.totals.toleratedWarnings += 1 }
            guard finding.makesInvalid, finding.place != writer.lastInvalid else { continue }
            writer.lastInvalid = finding.place
            let wasInvalid = finding.wasInvalid && !state.validAgain.contains(finding.place)
            guard !wasInvalid else { continue }
            counts.invalid += 1
            writer.invalidCount += 1
        }
        state.totals.counts += counts
        writeFindings(chunk, reported: reported, state: &state)
    }

    // MARK: - The second pass

    /// Writes the records of a chunk of the second pass.
    ///
    /// - Returns: `true` to continue with the input.
    func takeRecords(_ split: RecordSplit) -> Bool {
        state.withLock { state in
            guard !state.isFinished, state.failure == nil, state.split.accepts(split) else {
                return false
            }
            state.split.write(split)
            for warning in split.warnings { state.warn(warning.shownWarning) }
            return true
        }
    }

    /// Notes that the files of records are not complete.
    func note(_ error: Diagnostic) {
        state.withLock { state in
            if state.dataSetFailure == nil { state.dataSetFailure = error }
        }
    }
}

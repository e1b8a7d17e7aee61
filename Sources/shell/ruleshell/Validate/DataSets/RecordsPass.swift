// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayDataSets
import AssaySystem
import Synchronization

/// The findings of rules about records, by the chunks that a second pass reads.
///
/// The threads of the pass ask for chunks in nearly the order of the run, so that the findings of few chunks wait.
final class FindingsOfChunks: Sendable {
    /// The findings of the records of a chunk.
    struct Rows {
        /// The findings, by the row.
        fileprivate(set) var findings: [Int: [ReportedFinding]] = [:]
        /// The rows of the records that they make invalid.
        fileprivate(set) var invalid: Set<Int> = []
    }

    private struct State {
        let reader: FindingReader
        var next: DataSetOutcome.Finding?
        /// The findings of chunks that were passed on the way to a later one.
        var waiting: [UInt32: [DataSetOutcome.Finding]] = [:]
        var failure: Diagnostic?
    }

    private let state: Locked<State>
    private let findings: RecordsFindings
    private let dataSet: DataSetRun
    /// `true` if failures within a tolerance make their record invalid.
    private let isStrict: Bool

    init(
        _ outcome: DataSetOutcome, as findings: RecordsFindings, of dataSet: DataSetRun,
        isStrict: Bool
    ) throws(DataSetError) {
        let reader = outcome.makeReader()
        state = Locked(State(reader: reader, next: try reader.next()))
        self.findings = findings
        self.dataSet = dataSet
        self.isStrict = isStrict
    }

    /// Returns the findings of the records of a chunk, on any thread, once for each chunk.
    ///
    /// - Returns: `nil` after an error.
    func take(_ chunk: UInt32) -> Rows? {
        let found = state.withLock { state -> [DataSetOutcome.Finding]? in
            guard state.failure == nil else { return nil }
            do throws(DataSetError) {
                while let finding = state.next, let place = finding.place, place.chunk <= chunk {
                    state.waiting[place.chunk, default: []].append(finding)
                    state.next = try state.reader.next()
                }
            } catch {
                state.failure = Diagnostic(error)
                return nil
            }
            return state.waiting.removeValue(forKey: chunk) ?? []
        }
        guard let found else { return nil }
        var rows = Rows()
        for found in found where dataSet.reports(found) {
            do throws(DataSetError) {
                guard let place = found.place, let finding = try findings.finding(found) else {
                    continue
                }
                let row = Int(place.row)
                rows.findings[row, default: []].append(finding.reported)
                if finding.makesInvalid || isStrict && finding.isTolerated {
                    rows.invalid.insert(row)
                }
            } catch {
                state.withLock { $0.failure = Diagnostic(error) }
                return nil
            }
        }
        return rows
    }

    /// The error that ended reading the findings, or `nil` if there was none.
    var failure: Diagnostic? { state.withLock { $0.failure } }
}

extension ValidationRun {
    /// Reads the inputs again, and writes the files of records, which depend on the rules about the data set.
    ///
    /// - Throws: A diagnostic if an input has changed since it was validated, or if the findings cannot be read.
    func writeRecords(_ outcome: DataSetOutcome, of dataSet: DataSetRun, sink: FindingSink)
        throws(Diagnostic)
    {
        let findings: FindingsOfChunks
        do throws(DataSetError) {
            findings = try FindingsOfChunks(
                outcome, as: sink.findings(of: outcome, dataSet), of: dataSet,
                isStrict: settings.splitsStrictly)
        } catch {
            throw Diagnostic(error)
        }
        for (index, input) in inputs.names.enumerated() {
            guard let start = dataSet.start(ofInput: index) else { continue }
            guard FileIdentity(input: input) == settings.inputStates[index] else {
                throw .changedInput(input)
            }
            try inputs.rewind(input)
            let files = Set(settings.outputs.records.keys)
            let end = dataSet.end
            var validator = validator(for: input)
            validator.recordLimit = recordLimit.map { $0 - start.records }
            do throws(InputError) {
                let source = try ByteSource(
                    path: input, compression: inputs.compression, encoding: inputs.encoding)
                try validator.run(source) { report -> RecordSplit? in
                    let chunk = UInt32(clamping: start.chunks + report.sequence)
                    guard chunk <= end.chunk, let rows = findings.take(chunk) else { return nil }
                    let count =
                        chunk == end.chunk ? min(Int(end.row), report.rowCount) : report.rowCount
                    return RecordSplit(
                        report, files: files, marks: false, isStrict: settings.splitsStrictly,
                        rows: 0..<count, dataSet: rows)
                } emit: { split, _ in
                    split.map { sink.takeRecords($0) } ?? false
                }
            } catch {
                // The first pass has reported what cannot be read, and read the records before it.
            }
            if let failure = findings.failure { throw failure }
        }
    }
}

extension Diagnostic {
    /// An input that is not what it was when it was validated.
    fileprivate static func changedInput(_ input: String) -> Diagnostic {
        Diagnostic(
            "input.changed", "'\(input)' has changed since its records were validated",
            help: "the files of records are not complete; validate again")
    }

    /// An input that cannot be read twice.
    static func unrepeatable(_ input: String, option: String) -> Diagnostic {
        let name = input == "-" ? "standard input" : "'\(FileName.shown(input))'"
        return Diagnostic(
            "records.onePass",
            "\(option) with rules under 'records' needs inputs that can be read twice, and \(name) cannot",
            help: input == "-"
                ? "give --spool DIR, where it is copied to first, or validate a file"
                : "copy it to a file first, and validate the file")
    }
}

// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayDataSets
import AssaySystem

/// Reads chunks of a run again, for the places and the values of findings that are shown.
///
/// Chunks are asked for in the order of the run, so that each input is read once, up to the last finding in it.
/// Inputs that cannot be read twice have none.
final class RecordLookup {
    /// The chunk of a finding, while it is in memory.
    struct Records {
        fileprivate let parsed: ParsedChunk
        fileprivate let plan: ValidationPlan
        /// The report of the records, if fingerprints are wanted.
        fileprivate let report: BatchReport?

        var locator: ChunkLocator { parsed.locator }
        /// `true` if the records are text, as cells of CSV are.
        var isText: Bool { parsed.batch.isText }

        /// Returns the place of a value, and the value.
        ///
        /// - Parameters:
        ///   - path: The path of the value; empty for the record itself, which has no value here.
        ///   - row: The row of the record.
        /// - Returns: `nil` if there is no such record.
        func find(_ path: [PointerToken], row: Int) -> (source: RecordSource, value: Value)? {
            guard row < parsed.batch.count else { return nil }
            return (
                parsed.locator.locate(row: row, path: path, offset: nil), value(at: path, row: row)
            )
        }

        /// Returns the fingerprint of a finding, or `nil` if fingerprints are not wanted.
        func fingerprint(
            of rule: CompiledRecordsRule, code: String, row: Int, value: Value,
            key: (UInt64, UInt64)
        ) -> FindingFingerprint? {
            report?.fingerprint(of: rule, code: code, row: row, value: value, key: key)
        }

        private func value(at path: [PointerToken], row: Int) -> Value {
            guard case .key(let key)? = path.first,
                let column = plan.fields.firstIndex(where: { ExactKey($0) == ExactKey(key) })
            else { return .absent }
            let field = parsed.batch.columns[column] + row
            return path.dropFirst().reduce(Value(FieldValue(unsafePointer: field))) {
                value, token in
                switch token {
                case .key(let key): value[key]
                case .index(let index): value[index]
                }
            }
        }
    }

    /// An input that is being read.
    private struct OpenInput {
        let index: Int
        let reader: ChunkReader
        let parser: RecordParser
        let chunk: InputChunk
        /// The number of chunks that were read.
        var count = 0
    }

    private let dataSet: DataSetRun
    private let outcome: DataSetOutcome
    private let inputs: RunInputs
    private let states: [FileIdentity?]
    /// The session that reads the identities of records, or `nil` if fingerprints are not wanted.
    private let session: ValidationSession?
    private var open: OpenInput?
    private var current: (number: UInt32, records: Records?)?
    /// The inputs that cannot be read again.
    private var lost: Set<Int> = []

    /// - Parameters:
    ///   - outcome: What the checks found.
    ///   - dataSet: The checks.
    ///   - inputs: The inputs of the run.
    ///   - states: The state of each input when the run began.
    ///   - wantsFingerprints: `true` if the fingerprints of findings are needed.
    init(
        _ outcome: DataSetOutcome, of dataSet: DataSetRun, inputs: RunInputs,
        states: [FileIdentity?], wantsFingerprints: Bool
    ) {
        self.outcome = outcome
        self.dataSet = dataSet
        self.inputs = inputs
        self.states = states
        session = wantsFingerprints ? ValidationSession(dataSet.plan) : nil
    }

    /// Returns the records of a chunk, until the next call, or `nil` if they cannot be read again.
    ///
    /// - Parameter number: The number of the chunk in the run, not less than in the last call.
    /// - Returns: The records.
    /// - Throws: An error if a scratch file cannot be read.
    func records(ofChunk number: UInt32) throws(DataSetError) -> Records? {
        if let current, current.number == number { return current.records }
        let first = try outcome.location(of: RecordPlace(chunk: number, row: 0))
        var records: Records?
        do throws(InputError) {
            records = try read(number, from: first)
        } catch {
            lost.insert(first.input)
        }
        current = (number, records)
        return records
    }

    private func read(_ number: UInt32, from first: RecordLocation) throws(InputError) -> Records? {
        guard let start = dataSet.start(ofInput: first.input), !lost.contains(first.input),
            var input = try open(first.input)
        else { return nil }
        defer { open = input }
        let wanted = Int(number) - start.chunks + 1
        guard input.count < wanted else { return nil }
        while input.count < wanted {
            guard try input.reader.next(input.chunk) else { return nil }
            input.count += 1
        }
        let parsed = try input.parser.parse(input.chunk)
        parsed.locator.recordsBefore = first.record - 1
        parsed.locator.linesBefore = 0
        if let line = first.line {
            parsed.locator.linesBefore =
                line - parsed.locator.locate(row: 0, path: [], offset: nil).line
        }
        return Records(
            parsed: parsed, plan: dataSet.plan, report: session?.validate(parsed.batch))
    }

    /// Returns an input, at its start unless it was read last.
    private func open(_ index: Int) throws(InputError) -> OpenInput? {
        if let open, open.index == index { return open }
        let name = inputs.names[index]
        guard let state = states[index], FileIdentity(input: name) == state,
            (try? inputs.rewind(name)) != nil
        else {
            lost.insert(index)
            return nil
        }
        let source = try ByteSource(
            path: name, compression: inputs.compression, encoding: inputs.encoding)
        let options = inputs.readerOptions(for: name)
        let reader = try ChunkReader(source, options: options, plan: dataSet.plan)
        return OpenInput(
            index: index, reader: reader, parser: try RecordParser(dataSet.plan, options: options),
            chunk: reader.makeChunk())
    }
}

extension CompiledRecordsRule {
    /// The path of a finding in its record; empty for keys of several parts, which are about the record.
    func path(element: Int?) -> [PointerToken] {
        guard paths.count == 1 else { return [] }
        return paths[0].segments.map { segment in
            switch segment {
            case .key(let key): .key(key)
            case .index(let index): .index(index)
            case .allElements: .index(element ?? 0)
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The files of valid and of invalid records.
struct SplitOutput {
    private(set) var valid: OutputStream?
    private(set) var invalid: OutputStream?
    private(set) var state: SplitState

    /// - Parameters:
    ///   - outputs: The outputs of the run.
    ///   - state: The state of the files, with the records of an earlier run.
    init(outputs: RunOutputs, state: SplitState = SplitState()) {
        valid = outputs.valid.map { OutputStream($0) }
        invalid = outputs.invalid.map { OutputStream($0) }
        self.state = state
    }

    var isWanted: Bool { valid != nil || invalid != nil }
    var failure: Diagnostic? { valid?.failure ?? invalid?.failure }

    /// Returns `true` if records of a chunk have the format and header of those in the files.
    ///
    /// Before the first chunk, a CSV header is written to the files.
    mutating func accepts(_ split: RecordSplit) -> Bool {
        let isFirst = state.format == nil
        guard state.accepts(split) else { return false }
        if isFirst, !split.header.isEmpty {
            let header = split.header + (split.header.last == 0x0A ? [] : [0x0A])
            valid?.write(header[...])
            invalid?.write(header[...])
        }
        return true
    }

    /// Writes the records of a chunk that was accepted.
    mutating func write(_ split: RecordSplit) {
        Self.write(split.valid, format: split.format, to: &valid, hasRecords: &state.hasValid)
        Self.write(split.invalid, format: split.format, to: &invalid, hasRecords: &state.hasInvalid)
    }

    private static func write(
        _ records: RecordBytes, format: InputFormat, to stream: inout OutputStream?,
        hasRecords: inout Bool
    ) {
        guard !records.bytes.isEmpty else { return }
        var bytes = records.bytes[...]
        if format == .json, !hasRecords {
            stream?.write("[\n")
            bytes = bytes.dropFirst(RecordSplit.separator.count)
        }
        hasRecords = true
        stream?.write(bytes)
    }

    /// Writes the ends of the files.
    mutating func finish() {
        guard state.format == .json else { return }
        valid?.write(state.hasValid ? "\n]\n" : "[]\n")
        invalid?.write(state.hasInvalid ? "\n]\n" : "[]\n")
    }

    mutating func synchronize() {
        valid?.synchronize()
        invalid?.synchronize()
    }
}

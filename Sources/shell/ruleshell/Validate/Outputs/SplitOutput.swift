// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The files of records, in the form of the first input.
struct SplitOutput {
    private var streams: [RecordFile: OutputStream]
    private(set) var state: SplitState

    /// - Parameters:
    ///   - outputs: The outputs of the run.
    ///   - state: The state of the files, with the records of an earlier run.
    init(outputs: RunOutputs, state: SplitState = SplitState()) {
        streams = outputs.records.mapValues { OutputStream($0) }
        self.state = state
    }

    var isWanted: Bool { !streams.isEmpty }
    /// `true` if records of CSV are written to files.
    var isOfCSV: Bool { isWanted && state.format == .csv }
    var failure: Diagnostic? {
        RecordFile.allCases.lazy.compactMap { streams[$0]?.failure }.first
    }

    /// Returns `true` if records of a chunk have the format and header of those in the files.
    ///
    /// Before the first chunk, everything before the first record of the input is written to the files.
    mutating func accepts(_ split: RecordSplit) -> Bool {
        let isFirst = state.format == nil
        guard state.accepts(split) else { return false }
        guard isFirst else { return true }
        let lineEnd: [UInt8] = split.header.isEmpty || split.header.last == 0x0A ? [] : [0x0A]
        for file in streams.keys {
            streams[file]?.write(state.form.byteOrderMark[...])
            let names = file == .invalidWithReasons ? split.reasonNames : []
            write((split.preamble + names + split.header + lineEnd)[...], to: file)
        }
        return true
    }

    /// Writes the records of a chunk that was accepted.
    mutating func write(_ split: RecordSplit) {
        for (file, records) in split.records {
            var bytes = records.bytes[...]
            guard !bytes.isEmpty else { continue }
            if split.format == .json, !state.withRecords.contains(file) {
                write("[\n", to: file)
                bytes = bytes.dropFirst(RecordSplit.separator.count)
            }
            state.withRecords.insert(file)
            write(bytes, to: file)
        }
        if !split.footer.isEmpty { state.footer = split.footer }
    }

    /// Writes the ends of the files.
    ///
    /// - Parameter isWhole: `true` if the inputs were read to their end.
    mutating func finish(isWhole: Bool) {
        for file in streams.keys {
            if state.format == .json {
                write(state.withRecords.contains(file) ? "\n]\n" : "[]\n", to: file)
            }
            if isWhole { write(state.footer[...], to: file) }
        }
    }

    private mutating func write(_ text: String, to file: RecordFile) {
        write(Array(text.utf8)[...], to: file)
    }

    private mutating func write(_ text: ArraySlice<UInt8>, to file: RecordFile) {
        streams[file]?.write(state.form.bytes(of: text))
    }

    mutating func synchronize() {
        for file in streams.keys { streams[file]?.synchronize() }
    }
}

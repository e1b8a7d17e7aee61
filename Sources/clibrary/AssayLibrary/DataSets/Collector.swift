// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayDataSets
@_spi(Engine) import AssayRecords
import CAssay

/// Adds the records that a session checks to a data set.
///
/// It knows which input is not at its end, so that a data set that lacks records is never whole.
final class Collector {
    /// The records that a check adds to the data set once it has succeeded.
    enum Addition {
        /// A single record; without a report, it is too long to be read.
        case single(BatchReport?, malformed: Int)
        case values(BatchReport, first: Int, malformed: Int)
        case part(BatchReport, ParsedChunk, isRejected: Bool, malformed: Int)
        case endOfLines
        case endOfBatch
    }

    private enum Input {
        case records, lines, table
    }

    let dataSet: RecordsDataSet
    /// The current input, or `nil` before the first one.
    private var input: (kind: Input, index: Int)?
    /// The number of records of the current input.
    private var records = 0
    /// `true` if the current input has records that are not added yet.
    private var isOpen = false
    /// An Arrow batch whose check has not succeeded yet, with the number of its rows that were added.
    private var batch: (first: UInt64, rows: Int, added: Int)?

    init(_ dataSet: RecordsDataSet) {
        self.dataSet = dataSet
    }

    deinit {
        if isOpen { dataSet.close(isWhole: false) }
    }

    private func open() {
        if !isOpen { dataSet.open() }
        isOpen = true
    }

    private func close(isWhole: Bool) {
        if isOpen { dataSet.close(isWhole: isWhole) }
        isOpen = false
        batch = nil
    }

    /// Begins an input unless the current one goes on.
    private func begin(_ kind: Input, path: String = "", isNew: Bool) throws(LibraryError) {
        if input?.kind == kind, !isNew { return }
        close(isWhole: false)
        input = (kind, try dataSet.begin(path: path))
        records = 0
    }

    private var index: Int { input?.index ?? 0 }

    /// Notes that a check has failed, so that its records are not in the data set.
    func note(_ error: LibraryError) {
        // Such a call was about no record.
        guard error.rc != ASSAY_E_STATE else { return }
        // The batch can be checked again; until then the input is open.
        if error.rc == ASSAY_E_CANCELLED, batch != nil { return }
        if isOpen { close(isWhole: false) } else { dataSet.markIncomplete() }
    }

    /// Adds the records of a check.
    func add(_ addition: Addition) throws(LibraryError) {
        switch addition {
        case .single(let report, let malformed):
            try begin(.records, isNew: false)
            try add(report, at: records, isRejected: false, malformed: malformed)
            records += 1
        case .values(let report, let first, let malformed):
            try begin(.records, isNew: false)
            try add(report, at: first, isRejected: false, malformed: malformed)
        case .part(let report, let part, let isRejected, let malformed):
            try dataSet.add(
                report,
                at: ChunkPlace(of: part.locator, rows: part.batch.count, input: index),
                isRejected: isRejected, malformed: malformed)
        case .endOfLines, .endOfBatch: close(isWhole: true)
        }
    }

    private func add(
        _ report: BatchReport?, at first: Int, isRejected: Bool, malformed: Int
    ) throws(LibraryError) {
        try dataSet.add(
            report, at: ChunkPlace(input: index, recordsBefore: first, linesBefore: nil),
            isRejected: isRejected, malformed: malformed)
    }

    // MARK: - Lines

    func beginLines(_ path: String) throws(LibraryError) {
        try begin(.lines, path: path, isNew: true)
        open()
    }

    /// Ends the lines that were opened before, of which not all were read if they are still open.
    func endLines() {
        if input?.kind == .lines { close(isWhole: false) }
    }

    // MARK: - Tables

    /// Begins a batch of a table.
    ///
    /// - Parameters:
    ///   - first: The number of its first record; 0 begins another table, unless this one has no records yet.
    ///   - rows: The number of its rows, or `nil` to begin a table, of which the columns alone are checked.
    /// - Throws: An error if the data set is finished.
    func beginBatch(at first: UInt64, rows: Int?) throws(LibraryError) {
        // A batch whose check was cancelled is checked again.
        if let batch, let rows, batch.first == first, batch.rows == rows { return }
        let isNew = rows == nil || first == 0 && records > 0
        // Without such a check, some of its rows are not in the data set.
        close(isWhole: false)
        try begin(.table, isNew: isNew)
        open()
        batch = (first, rows ?? 0, 0)
    }

    /// Adds rows of the batch, unless an earlier check of the batch, which did not succeed, has added them.
    func add(_ report: BatchReport, rows: Range<Int>, isRejected: Bool) throws(LibraryError) {
        guard let batch, rows.lowerBound >= batch.added else { return }
        try add(
            report, at: Int(clamping: batch.first) + rows.lowerBound, isRejected: isRejected,
            malformed: 0)
        self.batch?.added = rows.upperBound
        records += rows.count
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CRecordReader

/// Finds out which byte separates the cells of a CSV input, from its first records.
///
/// With a header, it is the one with which most names are fields of the rule set; what the cells look
/// like decides only where none is. Without one, it is the one that cuts the first records into equally
/// many cells.
struct DelimiterDetection {
    /// The field separators that are looked for, the most frequent ones first.
    static let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]

    /// The number of records that are looked at.
    private static let recordCount = 10
    /// The number of bytes that are looked at, which is enough for every header in practice.
    private static let byteCount = 64 << 10

    private let bytes: ArraySlice<UInt8>
    private let fields: Set<ExactKey>
    private let hasHeader: Bool
    private let dialect: CSVDialect

    /// - Parameters:
    ///   - bytes: The first bytes of the input, after a byte order mark.
    ///   - fields: The names that a header may have.
    ///   - hasHeader: Whether the first record is a header.
    ///   - dialect: How the input is written otherwise.
    init(
        _ bytes: some Collection<UInt8>, fields: [String], hasHeader: Bool,
        dialect: CSVDialect = CSVDialect()
    ) {
        self.bytes = Array(bytes.prefix(Self.byteCount))[...]
        self.fields = Set(fields.map(ExactKey.init))
        self.hasHeader = hasHeader
        self.dialect = dialect
    }

    /// The field separator: a comma if nothing speaks for another.
    var delimiter: UInt8 {
        let candidates = Self.candidates.filter { !dialect.uses($0) }
        let names = candidates.map(knownNames)
        if let most = names.max(), most > 0, names.count(where: { $0 == most }) == 1,
            let place = names.firstIndex(of: most)
        {
            return candidates[place]
        }
        let scores = zip(candidates, names).map { score($0, knownNames: $1) }
        guard let best = scores.max(), best > Score() else { return candidates[0] }
        // The first of those that are equally good.
        return zip(candidates, scores).first { $1 == best }?.0 ?? candidates[0]
    }

    /// The evidence for a delimiter, the weightiest first.
    private struct Score: Comparable {
        var knownNames = 0
        /// The number of records, counted from the start, that have as many cells as the first one.
        var equalRecords = 0
        /// Cells of the first record.
        var cells = 0

        static func < (a: Score, b: Score) -> Bool {
            (a.knownNames, a.equalRecords, a.cells) < (b.knownNames, b.equalRecords, b.cells)
        }
    }

    /// Returns the number of names of the header that are fields of the rule set.
    private func knownNames(_ delimiter: UInt8) -> Int {
        var records = FirstRecords(bytes, dialect: dialect.raw(delimiter: delimiter))
        guard hasHeader, let first = records.next() else { return 0 }
        let names = first.map { ExactKey(String(decoding: $0, as: UTF8.self)) }
        return Set(names).intersection(fields).count
    }

    private func score(_ delimiter: UInt8, knownNames: Int) -> Score {
        var records = FirstRecords(bytes, dialect: dialect.raw(delimiter: delimiter))
        guard let first = records.next() else { return Score() }
        var score = Score(knownNames: knownNames)
        // One cell is what every byte that does not occur gives.
        guard first.count > 1 else { return score }
        score.cells = first.count
        while score.equalRecords < Self.recordCount, records.next()?.count == first.count {
            score.equalRecords += 1
        }
        return score
    }
}

/// The records at the start of a CSV input, as far as its bytes are there: cells without their quotes.
struct FirstRecords: IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    private let dialect: reader_csv_dialect

    init(_ bytes: ArraySlice<UInt8>, dialect: reader_csv_dialect) {
        rest = bytes
        self.dialect = dialect
    }

    /// The cells of the next record; blank lines and comments are none.
    mutating func next() -> [[UInt8]]? {
        var dialect = dialect
        var state: UInt8 = 0
        var cells: [[UInt8]] = [[]]
        var previous: UInt8 = 0
        var isRecord = false
        while let byte = rest.popFirst() {
            if state == 0 {
                if byte == .lineFeed || byte == .carriageReturn { continue }
                isRecord = dialect.comment == 0 || byte != dialect.comment
            }
            let step = reader_csv_step(&dialect, &state, byte)
            if step & READER_CSV_BYTE_BEFORE != 0 { cells[cells.count - 1].append(previous) }
            if step & READER_CSV_THIS_BYTE != 0 { cells[cells.count - 1].append(byte) }
            switch step & 0xFF {
            case READER_CSV_ENDS_CELL: cells.append([])
            case READER_CSV_ENDS_RECORD, READER_CSV_ENDS_IN_QUOTES:
                if previous == .carriageReturn, cells[cells.count - 1].last == previous {
                    cells[cells.count - 1].removeLast()
                }
                return cells
            default: break
            }
            previous = byte
        }
        return isRecord ? cells : nil
    }
}

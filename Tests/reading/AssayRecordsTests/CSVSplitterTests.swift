// SPDX-License-Identifier: Apache-2.0
import CRecordReader
import TestRandomness
import Testing

/// Whole blocks of 64 bytes are split at once, shorter pieces byte by byte: both find the same records.
struct CSVSplitterTests {
    /// Quotes at the start of cells, inside of them, doubled, and left open.
    private static let parts = [
        "\"", "\"\"", "a", ",", "\n", "\r\n", "\"a,\nb\"", "x\"y", "long text without marks",
        "\"in quotes\",", "\"a\"\"b\",",
    ]

    @Test(arguments: 0..<20)
    func wholeBlocksAreSplitAsShortPiecesAre(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        for round in 0..<100 {
            var text: [UInt8] = []
            // Later rounds have no quote that is alone, as files have none.
            let parts = round < 50 ? Self.parts[...] : Self.parts[2...]
            while text.count < 400 { text += (parts.randomElement(using: &random) ?? "").utf8 }
            let short = split(text, piece: 7)
            #expect(split(text, piece: text.count) == short)
            #expect(split(text, piece: 130) == short)
        }
    }

    @Test func recordsEndOutsideOfQuotes() {
        let line = Array((String(repeating: "\"a\n\",b,", count: 20) + "c\n").utf8)
        #expect(split(line, piece: line.count) == Outcome(end: line.count, inQuotes: 0))
        #expect(split(line + Array("\"b\n".utf8), piece: 64).end == line.count)
    }

    private struct Outcome: Equatable {
        /// Of the last whole record.
        var end = 0
        var inQuotes: UInt8 = 0
    }

    private func split(_ text: [UInt8], piece: Int) -> Outcome {
        var splitter = reader_csv_splitter()
        splitter.dialect.delimiter = UInt8(ascii: ",")
        var outcome = Outcome()
        text.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            for start in stride(from: 0, to: bytes.count, by: piece) {
                let count = min(piece, bytes.count - start)
                let end = reader_csv_split(&splitter, base + start, UInt64(count))
                if end > 0 { outcome.end = start + Int(end) }
            }
        }
        outcome.inQuotes = splitter.in_quotes
        return outcome
    }
}

// SPDX-License-Identifier: Apache-2.0
import CRecordReader

/// Writes cells so that a reader of a dialect has their texts again.
package struct CSVCellWriter {
    private let delimiter: UInt8
    /// The quote, or `nil` if cells are not in quotes.
    private let quote: UInt8?
    private let escape: UInt8?
    private let comment: UInt8?

    init(_ dialect: reader_csv_dialect) {
        delimiter = dialect.delimiter
        let character = dialect.quote == 0 ? UInt8(ascii: "\"") : dialect.quote
        quote = dialect.hasQuotes ? character : nil
        escape = dialect.escape == 0 ? nil : dialect.escape
        comment = dialect.comment == 0 ? nil : dialect.comment
    }

    /// Appends a cell, and the separator after it.
    ///
    /// A line end in the text becomes a space. Without quotes and an escape, a separator does too.
    package func append(_ text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        let text = text.map { $0 == 0x0A || $0 == 0x0D ? UInt8(ascii: " ") : $0 }
        if let quote, needsQuotes(text, quote: quote) {
            bytes.append(quote)
            for byte in text {
                if byte == quote || byte == escape { bytes.append(escape ?? quote) }
                bytes.append(byte)
            }
            bytes.append(quote)
        } else if let escape {
            for byte in text {
                if byte == delimiter || byte == escape { bytes.append(escape) }
                bytes.append(byte)
            }
        } else {
            bytes += text.map { $0 == delimiter ? replacement : $0 }
        }
        bytes.append(delimiter)
    }

    private func needsQuotes(_ text: [UInt8], quote: UInt8) -> Bool {
        text.first == comment || text.first == UInt8(ascii: " ")
            || text.contains { $0 == delimiter || $0 == quote || $0 == escape }
    }

    /// The byte in place of a separator that cannot be written.
    private var replacement: UInt8 { UInt8(ascii: delimiter == UInt8(ascii: " ") ? "_" : " ") }
}

extension ChunkLocator {
    /// Writes cells in the dialect of the input, or `nil` if the input is not CSV.
    package var cellWriter: CSVCellWriter? { chunk.csvLayout.map { CSVCellWriter($0.dialect) } }

    /// Returns `true` if the input is CSV with a column of a name.
    package func hasColumn(named name: String) -> Bool {
        chunk.csvLayout?.cell(named: name) != nil
    }
}

// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CRecordReader

/// The state of a CSV input at a cut when everything before the cut is known.
package struct QuoteState: Sendable {
    /// The offset at which the record that the cut is in begins.
    var start: Int
    /// The splitter's state of quotes at the cut: 0 outside, 1 inside, 2 after a quote.
    var quotes: UInt8 = 0
}

/// The effect of the bytes between two cuts on any state.
package struct QuoteStep: Sendable {
    struct Result {
        var quotes: UInt8
        /// The offset of the first record that does not end before the next cut, or `nil` if no
        /// record ends.
        var recordStart: Int?
    }

    private let outside: Result
    private let inside: Result
    private let afterQuote: Result

    subscript(quotes: UInt8) -> Result {
        quotes == 0 ? outside : quotes == 1 ? inside : afterQuote
    }

    /// - Parameters:
    ///   - block: The bytes.
    ///   - cut: Where they begin.
    ///   - previous: The byte before.
    ///   - delimiter: The field separator.
    ///   - isFirst: The block is known to begin with a record.
    init(
        of block: UnsafeBufferPointer<UInt8>, at cut: Int, after previous: UInt8,
        delimiter: UInt8, isFirst: Bool
    ) {
        func result(_ quotes: UInt8) -> Result {
            var splitter = reader_csv_splitter(
                dialect: reader_csv_dialect(delimiter: delimiter), in_quotes: quotes,
                previous: previous,
                has_started: 1)
            let end = Int(
                reader_csv_split(&splitter, block.baseAddress, UInt64(block.count)))
            return Result(quotes: splitter.in_quotes, recordStart: end > 0 ? cut + end : nil)
        }
        outside = result(0)
        let quote = UInt8(ascii: "\"")
        let hasQuote = block.baseAddress.map {
            ByteSearch.firstIndex(of: quote, in: $0, count: block.count) != nil
        }
        inside =
            isFirst
            ? outside
            : hasQuote == true ? result(1) : Result(quotes: 1, recordStart: nil)
        afterQuote = previous == quote && !isFirst ? result(2) : outside
    }

    /// The state after these bytes.
    package static func + (state: QuoteState, step: QuoteStep) -> QuoteState {
        let result = step[state.quotes]
        return QuoteState(start: result.recordStart ?? state.start, quotes: result.quotes)
    }
}

package typealias QuoteChain = PartChain<QuoteState, QuoteStep>

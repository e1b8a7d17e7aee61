// SPDX-License-Identifier: Apache-2.0
import CRecordReader

/// The ways in which a CSV input differs from RFC 4180.
///
/// The default is RFC 4180 with any field separator. Characters are ASCII, and two of them are never the
/// same.
public struct CSVDialect: Sendable, Equatable {
    /// The character that opens and closes a cell.
    public enum Quote: Sendable, Equatable {
        /// A quote is text.
        case off
        /// An ASCII character, such as `"`.
        case character(UInt8)
    }

    /// The number of lines at the start of the input that are skipped, before the header.
    public var skippedLines = 0
    /// The number of lines at the end of the input that are skipped.
    ///
    /// So many lines are held back in memory while the input is read.
    public var skippedLastLines = 0
    /// The character that begins a line that is no record, or `nil` if every line belongs to a record.
    public var comment: UInt8?
    /// The quote, or `nil` for `"`, and for none in a file whose name ends with `.tsv` or `.tab`.
    public var quote: Quote?
    /// The character that makes a quote, a separator, a line end or itself text if it is before it, or `nil` if
    /// only a doubled quote does.
    ///
    /// Before any other character it is text.
    public var escape: UInt8?
    /// `true` if a quote is text where it neither opens nor closes a cell, as in `5" pipe`.
    public var allowsLazyQuotes = false
    /// `true` if spaces and tabs before a cell are left out.
    public var skipsInitialSpace = false
    /// `true` if every line is a record, so that a quote that is left open ends with its line.
    public var isSingleLine = false
    /// The texts of a cell that mean that it has no value, as an empty cell has none.
    ///
    /// The whole cell is compared, byte by byte, in quotes or not.
    public var missingTexts: [String] = []
    /// `true` if the quote is none only because of the name of the file.
    var isQuoteImplied = false

    /// Makes RFC 4180 with any field separator.
    public init() {}

    /// `true` if a caller has set anything.
    var isGiven: Bool {
        var dialect = self
        if isQuoteImplied {
            dialect.quote = nil
            dialect.isQuoteImplied = false
        }
        return dialect != CSVDialect()
    }

    /// Takes the quote from the fact that a file has tabs between its cells, unless an option is about quotes.
    mutating func completeForTabs() {
        guard quote == nil, !allowsLazyQuotes, !isSingleLine else { return }
        quote = .off
        isQuoteImplied = true
    }

    /// The quote as a character, or `nil` for none.
    private var quoteCharacter: UInt8? {
        switch quote {
        case nil: UInt8(ascii: "\"")
        case .off?: nil
        case .character(let character)?: character
        }
    }

    /// Checks that the dialect has a meaning.
    ///
    /// - Parameter delimiter: The field separator, or `nil` if it is detected.
    /// - Returns: The reason that it has none, or `nil`.
    package func problem(delimiter: UInt8?) -> String? {
        guard skippedLines >= 0, skippedLastLines >= 0 else {
            return "the number of skipped lines must not be negative"
        }
        if allowsLazyQuotes, quoteCharacter == nil {
            return "without a quote there are no lazy quotes"
        }
        if missingTexts.contains("") { return "an empty cell is missing without a word for it" }
        let roles = [
            ("delimiter", delimiter), ("quote", quoteCharacter), ("escape", escape),
            ("comment", comment),
        ]
        var known: [UInt8: String] = [:]
        for (role, character) in roles {
            guard let character else { continue }
            guard character > 0, character < 0x80, character != .lineFeed,
                character != .carriageReturn
            else { return "the \(role) must be one ASCII character other than CR and LF" }
            if let other = known[character] {
                return "the \(role) must differ from the \(other)"
            }
            known[character] = role
        }
        return nil
    }

    /// Returns `true` if a character has another meaning than that of a field separator.
    func uses(_ character: UInt8) -> Bool {
        [quoteCharacter, escape, comment].contains(character)
    }

    /// The dialect for the readers in C.
    func raw(delimiter: UInt8) -> reader_csv_dialect {
        let character = quoteCharacter
        var flags: UInt32 = 0
        if character == nil { flags |= READER_CSV_NO_QUOTES }
        if allowsLazyQuotes { flags |= READER_CSV_LAZY_QUOTES }
        if skipsInitialSpace { flags |= READER_CSV_SKIP_SPACE }
        if isSingleLine { flags |= READER_CSV_SINGLE_LINE }
        if isQuoteImplied { flags |= READER_CSV_COUNT_QUOTES }
        return reader_csv_dialect(
            delimiter: delimiter, quote: character == UInt8(ascii: "\"") ? 0 : character ?? 0,
            escape: escape ?? 0, comment: comment ?? 0, flags: UInt8(flags))
    }
}

extension reader_csv_dialect {
    /// RFC 4180 with a field separator.
    init(delimiter: UInt8) {
        self.init(delimiter: delimiter, quote: 0, escape: 0, comment: 0, flags: 0)
    }

    /// `true` if a cell may be in quotes.
    var hasQuotes: Bool { UInt32(flags) & READER_CSV_NO_QUOTES == 0 }

    /// `true` if a line feed always ends a record, whatever is before it.
    var endsRecordsAtLineFeeds: Bool {
        let flags = UInt32(self.flags)
        return flags & READER_CSV_SINGLE_LINE != 0 || (!hasQuotes && escape == 0)
    }

    /// `true` if the parallel reader can follow the quotes from region to region.
    var isPlain: Bool { quote == 0 && escape == 0 && comment == 0 && flags == 0 }
}

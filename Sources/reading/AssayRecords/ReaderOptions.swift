// SPDX-License-Identifier: Apache-2.0

/// Options for reading an input: its format, and the limits of a record.
public struct ReaderOptions: Sendable {
    /// The format; nil detects it by the first bytes.
    public var format: InputFormat?
    /// The field separator of CSV: an ASCII character other than quote, CR and LF; nil detects comma,
    /// semicolon, tab or vertical bar by the first records.
    public var delimiter: UInt8?
    /// `true` if a CSV input begins with a header.
    ///
    /// Without a header, the cells are the fields `1`, `2` and so on.
    public var hasHeader = true
    /// The ways in which a CSV input differs from RFC 4180; an input of another format with such options is
    /// rejected.
    public var csv = CSVDialect()
    /// `true` if a CSV input may lack columns for fields of the rule set.
    ///
    /// Such a field is then absent in every record. Otherwise the input is rejected, as it is
    /// without any of the columns.
    public var allowsMissingColumns = false
    /// `true` if the records may have only a part of the fields: a CSV input may lack a column, unless its
    /// header has a name that may be meant by it.
    package var allowsPartialRecords = false
    /// The longest record, in bytes; a longer one is malformed and skipped in constant memory.
    public var maximumRecordBytes = 16 << 20
    /// The deepest nesting, 1 to 1,024, where the record itself is level 1; a deeper record is
    /// malformed.
    public var maximumDepth = 64
    /// The most keys of a JSON record, those of nested objects included, or `nil` for any number.
    package var maximumKeys: Int?

    /// Returns `true` if an input may lack columns.
    ///
    /// One that lacks all of them would have no record that could be invalid.
    package func allow(_ missing: MissingColumns) -> Bool {
        !missing.areAll
            && (allowsMissingColumns
                || allowsPartialRecords && missing.columns.allSatisfy { $0.nearest == nil })
    }

    static let usualChunkBytes = 256 << 10

    /// The number of bytes that are read and parsed at a time.
    ///
    /// The default stays in a core's cache. It is more if a plan has many columns.
    @_spi(Engine) public var chunkBytes = usualChunkBytes
    /// The most records that are parsed at a time, so that short ones take no more memory than others;
    /// fewer, but at least 64, where the columns of a plan would take more than 4 MiB.
    package var chunkRecords = 16_384

    /// Makes options with the default of each property.
    public init() {}

    /// Returns the field separator that a word names, or `nil` if it names none: one ASCII character, or `tab`.
    package static func delimiter(named text: String) -> UInt8? {
        if text == "tab" || text == "\\t" { return 0x09 }
        guard text.utf8.count == 1, let byte = text.utf8.first, byte < 0x80,
            byte != UInt8(ascii: "\""), byte != 0x0A, byte != 0x0D
        else { return nil }
        return byte
    }

    /// Takes what is not set from the ending of a file's name.
    package mutating func complete(forFileName name: String) {
        if format == nil { format = InputFormat(fileName: name) }
        guard format == .csv, InputFormat.isTabSeparated(fileName: name) else { return }
        if delimiter == nil { delimiter = 0x09 }
        if delimiter == 0x09 { csv.completeForTabs() }
    }
}

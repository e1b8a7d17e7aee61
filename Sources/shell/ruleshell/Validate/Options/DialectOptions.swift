// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// The ways in which the CSV inputs of `validate` differ from RFC 4180.
struct DialectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Skip the first lines of CSV inputs, before the header.", valueName: "n"),
        transform: { try DialectOptions.count($0) })
    var skip: Int?

    @Option(
        help: ArgumentHelp("Skip the last lines of CSV inputs.", valueName: "n"),
        transform: { try DialectOptions.count($0) })
    var skipLast: Int?

    @Option(
        help: ArgumentHelp(
            "Skip lines of CSV that begin with a character, such as #.", valueName: "c"),
        transform: { try DialectOptions.character($0, example: "'#'") })
    var comment: UInt8?

    @Option(
        help: ArgumentHelp(
            "Quote of CSV, or none; by default \", and none in files named .tsv.", valueName: "c"),
        transform: DialectOptions.quote)
    var quote: CSVDialect.Quote?

    @Option(
        help: ArgumentHelp(
            "Character of CSV before a quote or separator that is text, such as \\.", valueName: "c"
        ),
        transform: { try DialectOptions.character($0, example: #"'\'"#) })
    var escape: UInt8?

    @Flag(help: "Read quotes of CSV as text where they neither open nor close a cell.")
    var lazyQuotes = false

    @Flag(help: "Leave out spaces before the cells of CSV.")
    var skipInitialSpace = false

    @Flag(help: "End every record of CSV with its line, also in quotes.")
    var singleLine = false

    @Option(
        help: ArgumentHelp(
            "Words of CSV cells that mean that the value is missing, such as NULL,N/A.",
            valueName: "words"),
        transform: DialectOptions.words)
    var null: [String]?

    /// The options that are given, with their values, by their names.
    var given: [(name: String, value: String)] {
        let values: [(name: String, value: String?)] = [
            ("--skip", skip.map(String.init)), ("--skip-last", skipLast.map(String.init)),
            ("--comment", comment.map(String.init)),
            ("--quote", quote.map { "\($0)" }), ("--escape", escape.map(String.init)),
            ("--lazy-quotes", lazyQuotes ? "yes" : nil),
            ("--skip-initial-space", skipInitialSpace ? "yes" : nil),
            ("--single-line", singleLine ? "yes" : nil),
            ("--null", null?.joined(separator: ",")),
        ]
        return values.compactMap { name, value in value.map { (name, $0) } }
    }

    /// The dialect of the inputs.
    var csv: CSVDialect {
        var csv = CSVDialect()
        csv.skippedLines = skip ?? 0
        csv.skippedLastLines = skipLast ?? 0
        csv.comment = comment
        csv.quote = quote
        csv.escape = escape
        csv.allowsLazyQuotes = lazyQuotes
        csv.skipsInitialSpace = skipInitialSpace
        csv.isSingleLine = singleLine
        csv.missingTexts = null ?? []
        return csv
    }

    private static func count(_ argument: String) throws -> Int {
        guard let count = Int(argument), (0...1_000_000).contains(count) else {
            throw ValidationError("not a number of lines. Give a number from 0 to 1000000")
        }
        return count
    }

    private static func character(_ argument: String, example: String) throws -> UInt8 {
        guard argument.utf8.count == 1, let byte = argument.utf8.first, byte > 0x20, byte < 0x7F
        else {
            throw ValidationError("not a character. Give one ASCII character, such as \(example)")
        }
        return byte
    }

    private static func quote(_ argument: String) throws -> CSVDialect.Quote {
        if argument == "none" { return .off }
        guard let byte = try? character(argument, example: "") else {
            throw ValidationError(
                "not a quote. Give one ASCII character, such as '\"', or the word none")
        }
        return .character(byte)
    }

    private static func words(_ argument: String) throws -> [String] {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(
            String.init)
        guard !words.contains("") else {
            throw ValidationError(
                "a word is empty. Separate the words with commas: NULL,N/A; an empty cell is missing "
                    + "without a word")
        }
        return words
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The reasons that a record is malformed, as translations know them.
///
/// A reader gives its reason as a text in English; a placeholder is for the part that differs.
package enum MalformedReason: String, CaseIterable, Sendable {
    // JSON.
    case notObject = "not an object"
    case unexpectedCharacter = "unexpected character"
    case unexpectedEnd = "unexpected end of the record"
    case unterminatedString = "unterminated string"
    case controlCharacter = "control character in a string"
    case invalidUTF8 = "invalid UTF-8"
    case invalidNumber = "invalid number"
    case invalidLiteral = "invalid literal"
    case trailingContent = "more text after the record"
    case tooDeep = "nesting too deep"
    case tooLong = "record too long"
    case empty = "no record"
    case tooManyKeys = "too many keys"
    case unknownEscape =
        #"invalid escape: expected ", \, /, b, f, n, r, t or u after the backslash"#
    case shortEscape = #"invalid escape: expected four hexadecimal digits after \u"#
    case firstSurrogate =
        "invalid escape: {escape} without the first half of its surrogate pair"
    case secondSurrogate =
        "invalid escape: {escape} without the second half of its surrogate pair"

    // CSV, with the option that reads the record.
    case cellCount = "wrong number of cells: found {found}, expected {expected}"
    case bareQuote = "quote inside an unquoted cell; the option lazy-quotes reads it as text"
    case escapedQuote =
        "quote inside an unquoted cell; the option escape names the character before it"
    case spaceBeforeQuote =
        "quote inside an unquoted cell; the option skip-initial-space leaves out the space before it"
    case textAfterQuote =
        "text after a closing quote; the option lazy-quotes reads the quote as text"
    case escapeAfterQuote =
        "text after a closing quote; the option escape names the character before the quote"
    case unterminatedQuote = "unterminated quote; the option quote none reads it as text"
    case lateQuote =
        "text after the quote that closes this cell in a later line; the option single-line ends every record with its line"
    case bareReturn = "carriage return without line feed"
    case openQuoteOfLines =
        "quote not closed within {limit} bytes, before {text}; the option single-line ends every record with its line"
    case openQuoteOfOnlyLines =
        "quote not closed within {limit} bytes; the option single-line ends every record with its line"
    case openQuoteBefore = "quote not closed within {limit} bytes, before {text}"
    case openQuote = "quote not closed within {limit} bytes"
    case longerThan = "longer than {limit} bytes"

    // An array.
    case textBeforeValue = "text before the array or object"
    case textAfterValue = "text after the array or object"
    case missingComma = "missing comma between elements"
    case missingElement = "missing element"
    case unterminatedArray = "unterminated array"
    case tooManyRecords = "too many records"
    case notArray = "not an array"
}

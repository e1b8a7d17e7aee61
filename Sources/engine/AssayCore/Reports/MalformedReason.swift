// SPDX-License-Identifier: Apache-2.0

/// The reasons that a record is malformed, as translations know them.
///
/// A reader gives its reason as a text in English; a placeholder is for the part that differs.
package enum MalformedReason: String, CaseIterable, Sendable {
    // JSON.
    case notObject = "not an object"
    case unexpectedCharacter = "unexpected character"
    case characterAfterComma = "unexpected character {character} after a comma: remove the comma"
    case characterAfterColon =
        "unexpected character {character} after a colon: write a value between them"
    case closingBracket =
        "unexpected character {character}: a colon or the other bracket must precede it"
    case characterForValue = "unexpected character {character}: a value must precede it"
    case characterForName =
        "unexpected character {character}: a name in double quotes must precede it"
    case characterForComma = "unexpected character {character}: a comma or a colon must precede it"
    case otherQuote = "unexpected character {character}: write straight double quotes"
    case comment = "unexpected character {character}: JSON has no comments"
    case beginningOfNumber =
        "unexpected character {character}: a number begins with a digit or a minus sign"
    case otherCharacter = "unexpected character {character}"
    case bareText = "unexpected letter or digit: names and texts must be in double quotes"
    case unexpectedWord = "unexpected word {word}: write {instead}"
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
    case unterminatedQuoteOfLines =
        "unterminated quote; lines after it that are not validated: {lines}; the option single-line ends every record with its line"
    case lateQuoteOfHeader =
        "text after the quote that closes this cell in a later line; the option single-line ends every record with its line"
    case lateQuote =
        "text after the quote that closes this cell in a later line; lines after it that are not validated: {lines}; the option single-line ends every record with its line"
    case bareReturn = "carriage return without line feed"
    case openQuoteOfLines =
        "quote not closed within {limit} bytes, before {text}; lines after it that are not validated: {lines}; the option single-line ends every record with its line"
    case openQuoteOfOnlyLines =
        "quote not closed within {limit} bytes; lines after it that are not validated: {lines}; the option single-line ends every record with its line"
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

// SPDX-License-Identifier: Apache-2.0
//
// Why a record or a file is malformed. The numbers are stable; new reasons are added at the end.
#ifndef RECORD_REASONS_H
#define RECORD_REASONS_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define READER_OK 0u

// JSON; the offset is that of ...
#define READER_NOT_OBJECT 1u           // the value, which is valid JSON but no object
#define READER_UNEXPECTED_CHARACTER 2u // the character that is not allowed there
#define READER_UNEXPECTED_END 3u       // the end of the record, where more must follow
#define READER_UNTERMINATED_STRING 4u  // the opening quote
#define READER_CONTROL_CHARACTER 5u    // the character below 0x20 in a string
#define READER_INVALID_ESCAPE 6u       // the backslash: unknown escape, bad hex digits or lone surrogate
#define READER_INVALID_UTF8 7u         // the first byte that is wrong
#define READER_INVALID_NUMBER 8u       // the number's first character
#define READER_INVALID_LITERAL 9u      // the word's first character
#define READER_TRAILING_CONTENT 10u    // the first character after the value
#define READER_TOO_DEEP 11u            // the bracket that opens one level too many
#define READER_TOO_LONG 12u            // for callers that limit the length of records
#define READER_EMPTY 13u               // the end of a document of white space

// CSV
#define READER_CELL_COUNT 14u         // the record: it has more or fewer cells than the header
#define READER_BARE_QUOTE 15u         // the quote inside an unquoted cell
#define READER_TEXT_AFTER_QUOTE 16u   // the character after a closing quote
#define READER_UNTERMINATED_QUOTE 17u // the opening quote
#define READER_BARE_CR 18u            // the carriage return

// A file that is one JSON array (reader_json_splitter)
#define READER_TEXT_BEFORE_VALUE 19u  // the first character that is neither [ nor {
#define READER_TEXT_AFTER_VALUE 20u   // the first character after the array or object
#define READER_MISSING_COMMA 21u      // the element that follows another without a comma
#define READER_MISSING_ELEMENT 22u    // the comma or bracket before which an element is missing
#define READER_UNTERMINATED_ARRAY 23u // the end of the file

// The reader contradicts itself; a bug.
#define READER_INTERNAL 24u

// Limits and forms that callers set
#define READER_TOO_MANY_KEYS 25u    // the first key that is too many
#define READER_TOO_MANY_RECORDS 26u // for callers that limit the elements of an array
#define READER_NOT_ARRAY 27u        // for callers that want an array

// CSV: a quote that may have been left open
#define READER_LATE_QUOTE 28u // the opening quote of a cell that is closed in a later line, before text
#define READER_REASON_COUNT 29u

// A short English phrase without full stop, for any number; static.
const char *reader_reason_text(uint32_t reason)
#ifdef __cplusplus
    noexcept
#endif
    ;

#ifdef __cplusplus
}
#endif
#endif

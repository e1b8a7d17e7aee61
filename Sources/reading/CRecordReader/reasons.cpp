// SPDX-License-Identifier: Apache-2.0
#include "record_reasons.h"

namespace {

// In the order of the numbers.
const char *const texts[READER_REASON_COUNT] = {
    "no error",
    "not an object",
    "unexpected character",
    "unexpected end of the record",
    "unterminated string",
    "control character in a string",
    "invalid escape",
    "invalid UTF-8",
    "invalid number",
    "invalid literal",
    "more text after the record",
    "nesting too deep",
    "record too long",
    "no record",
    "wrong number of cells",
    "quote inside an unquoted cell",
    "text after a closing quote",
    "unterminated quote",
    "carriage return without line feed",
    "text before the array or object",
    "text after the array or object",
    "missing comma between elements",
    "missing element",
    "unterminated array",
    "internal contradiction in the reader",
    "too many keys",
    "too many records",
    "not an array",
    "text after the quote that closes this cell in a later line",
};

} // namespace

const char *reader_reason_text(uint32_t reason) noexcept {
    return reason < READER_REASON_COUNT ? texts[reason] : "unknown reason";
}

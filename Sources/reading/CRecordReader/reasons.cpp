// SPDX-License-Identifier: Apache-2.0
#include "record_reasons.h"

namespace {

// In the order of the numbers.
constexpr const char *texts[READER_REASON_COUNT] = {
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

constexpr bool are_equal(const char *left, const char *right) {
    while (*left != 0 && *left == *right) {
        ++left, ++right;
    }
    return *left == *right;
}

static_assert(texts[READER_REASON_COUNT - 1] != nullptr, "each reason has a text");
static_assert(are_equal(texts[READER_NOT_ARRAY], "not an array"),
              "the texts are in the order of the numbers");

} // namespace

const char *reader_reason_text(uint32_t reason) noexcept {
    return reason < READER_REASON_COUNT ? texts[reason] : "unknown reason";
}

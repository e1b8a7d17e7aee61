// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "assay_plugin.h"
#include "byte_scan.hpp"

namespace reader {

// Handles every number that is not a short integer. Arguments as for parse_number.
bool parse_long_number(const uint8_t *start, const uint8_t *limit, assay_value &out);

// The end of the number that starts at `p` by the grammar of JSON, or NULL when there is none.
const uint8_t *number_end(const uint8_t *p, const uint8_t *limit);

// The value of 1 to 8 digits that fill the start of `word`, in memory order; `count` is their number. False:
// there are other characters among them.
inline bool parse_digits(uint64_t word, unsigned count, uint64_t &sum) {
    const uint64_t digits = (word ^ repeat_byte('0')) << (64 - 8 * count); // leading zeros fill up
    if (((digits + repeat_byte(0x76)) | digits) & repeat_byte(0x80))
        return false;
    // Pairs, then fours, then eights are combined: 10 a + b in each lane.
    const uint64_t pairs = (digits * 10 + (digits >> 8)) & 0x00FF00FF00FF00FFu;
    const uint64_t fours = (pairs * 100 + (pairs >> 16)) & 0x0000FFFF0000FFFFu;
    sum = (fours * 10000 + (fours >> 32)) & 0xFFFFFFFFu;
    return true;
}

// Reads a number that starts at `start` and ends at `limit` or before white space. False: not a JSON number.
// Eight bytes after `limit` must be readable.
inline bool parse_number(const uint8_t *start, const uint8_t *limit, assay_value &out) {
    const bool negative = *start == '-';
    const uint8_t *digits = start + negative;
    const auto count = static_cast<size_t>(limit - digits);
    uint64_t sum;
    const bool is_simple = count - 1 < 8 && *digits != '0' && parse_digits(load_word(digits), count, sum);
    if (__builtin_expect(!is_simple, 0))
        return parse_long_number(start, limit, out);
    out.kind = ASSAY_I64;
    out.flags = 0;
    out.as.i64 = negative ? -static_cast<int64_t>(sum) : static_cast<int64_t>(sum);
    out.len = 0;
    return true;
}

} // namespace reader

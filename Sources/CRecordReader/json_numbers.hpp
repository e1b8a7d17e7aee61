// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "assay_plugin.h"
#include "byte_scan.hpp"

namespace reader {

// Handles every number that is not a short integer. Arguments as for parse_number.
bool parse_long_number(const uint8_t *start, const uint8_t *limit, assay_value &out);

// The end of the number that starts at `p` by the grammar of JSON, or NULL when there is none.
const uint8_t *number_end(const uint8_t *p, const uint8_t *limit);

// Reads a number that starts at `start` and ends at `limit` or before white space. False: not a JSON number.
inline bool parse_number(const uint8_t *start, const uint8_t *limit, assay_value &out) {
    const bool negative = *start == '-';
    const uint8_t *digits = start + negative, *p = digits;
    uint64_t sum = 0;
    for (; p < limit && static_cast<uint8_t>(*p - '0') <= 9; p++) sum = sum * 10 + (*p - '0');
    const auto count = p - digits;
    const bool is_short = count > 0 && count <= 18 && (*digits != '0' || (count == 1 && !negative));
    if (__builtin_expect(!is_short || (p < limit && !is_json_space(*p)), 0)) return parse_long_number(start, limit, out);
    out.kind = ASSAY_I64;
    out.flags = 0;
    out.as.i64 = negative ? -static_cast<int64_t>(sum) : static_cast<int64_t>(sum);
    out.len = 0;
    return true;
}

} // namespace reader

// SPDX-License-Identifier: Apache-2.0
#include "record_locate.h"

namespace {

// The end of the cell that starts at `p`, by the same reading as the parser's.
const uint8_t *cell_end(const uint8_t *p, const uint8_t *end, uint8_t delimiter) {
    if (p < end && *p == '"') {
        for (p++; p < end; p++) {
            if (*p != '"')
                continue;
            if (p + 1 == end || p[1] != '"')
                break;
            p++;
        }
    }
    while (p < end && *p != delimiter)
        p++;
    return p;
}

} // namespace

uint32_t reader_locate_csv(const uint8_t *record, uint64_t length, uint8_t delimiter, uint32_t cell,
                           reader_range *range) noexcept {
    const uint8_t *end = record + length, *start = record;
    for (uint32_t i = 0;; i++) {
        const uint8_t *after = cell_end(start, end, delimiter);
        if (i == cell) {
            *range = {static_cast<uint64_t>(start - record), static_cast<uint64_t>(after - start)};
            return 1;
        }
        if (after == end) {
            *range = {0, length};
            return 0;
        }
        start = after + 1;
    }
}

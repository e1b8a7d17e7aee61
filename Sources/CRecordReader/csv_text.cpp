// SPDX-License-Identifier: Apache-2.0
#include "csv_scanner.hpp"

namespace reader {

bool csv_text(const uint8_t *data, const CsvCell &cell, Arena &arena, assay_value &out) {
    const uint8_t *text = data + cell.start;
    uint64_t length = cell.end - cell.start;
    if (cell.has_escapes) {
        uint8_t *copy = arena.allocate(length + 32), *target = copy;
        if (!copy) return false;
        for (const uint8_t *p = text, *end = text + length; p < end; p++) {
            *target++ = *p;
            if (*p == '"') p++;
        }
        text = copy;
        length = static_cast<uint64_t>(target - copy);
    }
    const bool is_ascii = is_short_plain_ascii(text, length, 0) || scan_text(text, length, 0).is_ascii;
    out.kind = ASSAY_STR;
    out.flags = is_ascii ? ASSAY_FLAG_ASCII : 0;
    out.as.ptr = text;
    out.len = length;
    return true;
}

} // namespace reader

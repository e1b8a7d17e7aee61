// SPDX-License-Identifier: Apache-2.0
#include "csv_scanner.hpp"

namespace reader {

namespace {

// Copies the text with each pair of quotes as one, and returns its length.
size_t unescape_quotes(const uint8_t *p, const uint8_t *end, uint8_t *target) {
    uint8_t *start = target;
    while (p < end) {
        const void *quote = std::memchr(p, '"', static_cast<size_t>(end - p));
        const uint8_t *stop = quote ? static_cast<const uint8_t *>(quote) + 1 : end;
        std::memcpy(target, p, static_cast<size_t>(stop - p));
        target += stop - p;
        p = quote ? stop + 1 : end;
    }
    return static_cast<size_t>(target - start);
}

} // namespace

bool other_csv_text(const uint8_t *data, const CsvCell &cell, Arena &arena, assay_value &out) {
    const uint8_t *text = data + cell.start;
    uint64_t length = cell.end - cell.start;
    if (cell.has_escapes) {
        uint8_t *copy = arena.allocate(length + 32); // whole words are loaded after it
        if (!copy)
            return false;
        length = unescape_quotes(text, text + length, copy);
        text = copy;
    }
    out.kind = ASSAY_STR;
    // A byte that no UTF-8 has.
    out.flags = scan_text(text, length, 0xFF).is_ascii ? ASSAY_FLAG_ASCII : 0;
    out.as.ptr = text;
    out.len = length;
    return true;
}

} // namespace reader

// SPDX-License-Identifier: Apache-2.0
//
// What the fuzz drivers of the readers share: text with exactly the padding that the contract promises, and
// equality of values.
#pragma once
#include "record_reader.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#define FUZZ_CHECK(condition)                                                                                \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            (void)std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                       \
            std::abort();                                                                                    \
        }                                                                                                    \
    } while (0)

namespace fuzz {

// A copy of a text, followed by the padding and nothing else. The padding is what harms most when it is taken
// for text.
class PaddedText {
  public:
    PaddedText(const uint8_t *data, size_t length, uint8_t filler)
        : length_(length), bytes_(new uint8_t[length + READER_PADDING]) {
        if (length)
            std::memcpy(bytes_.get(), data, length);
        std::memset(bytes_.get() + length, filler, READER_PADDING);
    }
    const uint8_t *data() const { return bytes_.get(); }
    size_t length() const { return length_; }
    size_t capacity() const { return length_ + READER_PADDING; }

  private:
    size_t length_;
    std::unique_ptr<uint8_t[]> bytes_;
};

inline bool same_text(const uint8_t *a, uint64_t a_length, const uint8_t *b, uint64_t b_length) {
    return a_length == b_length && (a_length == 0 || std::memcmp(a, b, a_length) == 0);
}

inline bool same_source_text(const assay_value &a, const assay_value &b) {
    if (!(a.flags & ASSAY_FLAG_SOURCE_TEXT))
        return true;
    const uint32_t length = a.flags >> ASSAY_SOURCE_TEXT_SHIFT;
    return std::memcmp(reinterpret_cast<const void *>(a.len), reinterpret_cast<const void *>(b.len),
                       length) == 0;
}

inline bool same_value(const assay_value &a, const assay_value &b) {
    if (a.kind != b.kind || a.flags != b.flags)
        return false;
    switch (a.kind) {
    case ASSAY_F64:
        return std::memcmp(&a.as, &b.as, 8) == 0 && same_source_text(a, b);
    case ASSAY_STR:
    case ASSAY_DECIMAL:
        return same_text(a.as.ptr, a.len, b.as.ptr, b.len);
    case ASSAY_ARRAY:
        if (a.len != b.len)
            return false;
        for (uint64_t i = 0; i < a.len; i++)
            if (!same_value(a.as.items[i], b.as.items[i]))
                return false;
        return true;
    case ASSAY_OBJECT:
        if (a.len != b.len)
            return false;
        for (uint64_t i = 0; i < a.len; i++) {
            const assay_member &x = a.as.members[i], &y = b.as.members[i];
            if (!same_text(x.key.ptr, x.key.len, y.key.ptr, y.key.len) || !same_value(x.value, y.value))
                return false;
        }
        return true;
    default:
        return a.as.u64 == b.as.u64 && a.len == b.len;
    }
}

// The same record, read from two texts in which it starts at `a_base` and `b_base`.
inline bool same_row(const reader_batch &a, uint32_t a_row, const reader_batch &b, uint32_t b_row,
                     uint64_t shift) {
    const reader_row &x = a.rows[a_row], &y = b.rows[b_row];
    if (x.reason != y.reason || x.length != y.length || x.offset != y.offset + shift)
        return false;
    if (x.reason && x.error_offset != y.error_offset + shift)
        return false;
    if (x.expected != y.expected || x.found != y.found)
        return false;
    for (uint32_t c = 0; c < a.column_count; c++)
        if (!same_value(a.columns[c][a_row], b.columns[c][b_row]))
            return false;
    return true;
}

} // namespace fuzz

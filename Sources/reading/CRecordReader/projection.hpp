// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "byte_scan.hpp"
#include "growable.hpp"
#include "keyed_hash.hpp"
#include "record_reader.h"

namespace reader {

// A key of a projection, laid out so that most comparisons are two words.
struct ProjectedKey {
    uint64_t first, second;           // bytes 0 to 7 and 8 to 15, zero after the end
    uint64_t first_mask, second_mask; // 0xFF for each byte that is part of the key
    const uint8_t *text;
    uint64_t length;
    bool
        is_plain; // needs no escapes in JSON, so that bytes of a text that is not scanned yet may be compared

    // `p` must be readable for 16 bytes.
    bool equals(const uint8_t *p, uint64_t other_length) const {
        if (other_length != length)
            return false;
        const uint64_t difference =
            ((load_word(p) ^ first) & first_mask) | ((load_word(p + 8) ^ second) & second_mask);
        if (difference)
            return false;
        return length <= 16 || std::memcmp(p + 16, text + 16, length - 16) == 0;
    }
};

} // namespace reader

struct reader_projection {
    reader::Growable<reader::ProjectedKey> keys;
    reader::Growable<uint32_t> slots; // open addressing: column + 1, or 0; a power of two of them
    reader::Growable<uint8_t> text;
    uint32_t flags = 0;
    // Never that of another projection, not even of one that was destroyed; from 1.
    const uint64_t serial = next_serial();
    reader::KeyedHash hash;

    // The column of a key without escapes, or READER_NO_COLUMN. `p` must be readable for 16 bytes.
    uint32_t find(const uint8_t *p, uint64_t length) const {
        const size_t mask = slots.count() - 1;
        for (size_t slot = hash(p, length) & mask;; slot = (slot + 1) & mask) {
            const uint32_t entry = slots[slot];
            if (entry == 0)
                return READER_NO_COLUMN;
            if (keys[entry - 1].equals(p, length))
                return entry - 1;
        }
    }

    bool fill(const assay_str *source, uint32_t count);

  private:
    static uint64_t next_serial();
    bool copy_keys(const assay_str *source, uint32_t count);
    bool add_slot(uint32_t column);
};

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "columns.hpp"
#include "projection.hpp"

namespace reader {

// The data of one column that the walker needs, side by side.
struct ColumnSlot {
    // The key as written in compact JSON, with quotes and colon: compared with 16 bytes of text at once.
    uint64_t first, second;
    uint64_t first_mask, second_mask;
    uint64_t token_length; // from the opening quote to the colon; UINT64_MAX matches nothing: the key needs
                           // escapes
    const uint8_t *rest;   // the key's bytes that 16 bytes of token do not cover
    assay_value *start;    // of the column
    ColumnSlot *successor; // whose key followed in an earlier record
    uint64_t stamp;        // the last record that had this key
    const uint32_t *value; // where the index has its value there
    uint32_t column;
    uint32_t rest_length;

    // `token` is readable for 16 bytes and at its opening quote, `length` bytes before a colon.
    bool matches(const uint8_t *token, uint64_t length) const {
        const uint64_t difference =
            ((load_word(token) ^ first) & first_mask) | ((load_word(token + 8) ^ second) & second_mask);
        if (length != token_length || difference)
            return false;
        return __builtin_expect(rest_length == 0, 1) || std::memcmp(token + 16, rest, rest_length) == 0;
    }
};

// The slots of a parser, for one projection at a time.
class ColumnSlots {
  public:
    // Makes the slots of a projection for these columns, unless they are those already; where the columns
    // move later, they are to be placed again.
    bool prepare(const reader_projection &projection, Columns &columns);

    // Takes over where the columns are now.
    void place(Columns &columns) {
        for (uint32_t c = 0; c < columns.count(); c++)
            slots_[c].start = columns[c];
    }

    // Returns the slot before the first key.
    ColumnSlot *begin_record() {
        stamp_++;
        seen_ = 0;
        return &slots_[slots_.count() - 1];
    }

    ColumnSlot &operator[](uint32_t column) { return slots_[column]; }

    // Notes that the record has the key of `slot`, with the value at this place of the index. False: it has
    // had the key before.
    bool note(ColumnSlot &slot, const uint32_t *value) {
        const bool is_new = slot.stamp != stamp_;
        slot.stamp = stamp_;
        slot.value = value;
        seen_ += is_new;
        return is_new;
    }

    uint32_t seen() const { return seen_; }
    bool has(uint32_t column) const { return slots_[column].stamp == stamp_; }
    // Where the index has the value of a column that the record has; the index is that of the record.
    const uint32_t *value(uint32_t column) const { return slots_[column].value; }

  private:
    bool make(const reader_projection &projection);

    uint64_t prepared_ = 0; // the projection's serial number
    Growable<ColumnSlot>
        slots_; // one more than columns: the successor of the last is the first key of a record
    Growable<uint8_t> tokens_; // `"key":` of all columns
    uint64_t stamp_ = 0;
    uint32_t seen_ = 0;
};

} // namespace reader

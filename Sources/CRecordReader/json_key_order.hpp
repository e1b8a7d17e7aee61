// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "projection.hpp"

namespace reader {

// Remembers which column's key followed which in earlier records, and which columns the current record has had.
class KeyOrder {
public:
    bool prepare(const reader_projection &projection) {
        const size_t count = projection.keys.count();
        if (!successors_.resize(count + 1) || !stamps_.resize(count + 1)) return false;
        for (size_t i = 0; i <= count; i++) {
            if (successors_[i] >= count) successors_[i] = 0;
            stamps_[i] = 0;
        }
        stamp_ = 0;
        return true;
    }

    void begin_record(size_t column_count) {
        stamp_++;
        previous_ = column_count;
        seen_ = 0;
    }

    // The column whose key is expected next; there is at least one column.
    uint32_t expected() const { return successors_[previous_]; }

    // Notes that the key of `column` was read. False: this record has had it before.
    bool note(uint32_t column) {
        successors_[previous_] = column;
        previous_ = column;
        if (stamps_[column] == stamp_) return false;
        stamps_[column] = stamp_;
        seen_++;
        return true;
    }

    size_t seen() const { return seen_; }
    bool has(uint32_t column) const { return stamps_[column] == stamp_; }

private:
    Growable<uint32_t> successors_; // by column; the last entry: the first key of a record
    Growable<uint64_t> stamps_;     // by column: the last record that had it
    uint64_t stamp_ = 0;
    size_t previous_ = 0;
    size_t seen_ = 0;
};

} // namespace reader

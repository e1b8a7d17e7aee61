// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "growable.hpp"
#include "record_reader.h"

namespace reader {

// The columns of a batch, in one block of memory. `column[c][row]` may be written for row < row_capacity().
class Columns {
  public:
    Columns() = default;
    Columns(const Columns &) = delete;
    Columns &operator=(const Columns &) = delete;
    ~Columns() { std::free(block_); }

    bool set_count(uint32_t count);
    uint32_t count() const { return static_cast<uint32_t>(starts_.count()); }
    assay_value *operator[](uint32_t column) { return starts_[column]; }
    const assay_value *const *starts() const { return starts_.data(); }

    size_t memory() const { return starts_.memory() + block_size_; }

    bool has_room(uint32_t row) const { return row < row_capacity_; }
    // Makes sure that row `row` may be written. Keeps what is there, but moves it.
    bool grow(uint32_t row);

    // Makes all values of a row absent.
    void clear_row(uint32_t row) {
        for (size_t c = 0; c < starts_.count(); c++)
            starts_[c][row] = assay_value{};
    }

  private:
    Growable<assay_value *> starts_;
    void *block_ = nullptr;
    size_t block_size_ = 0;
    uint32_t row_capacity_ = 0;
};

} // namespace reader

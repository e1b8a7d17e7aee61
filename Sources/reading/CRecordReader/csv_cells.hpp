// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "csv_machine.hpp"

namespace reader {

// Goes through the cells of one record, by the same reading as the parser's. Cells have their quotes.
class CsvCells {
  public:
    CsvCells(const uint8_t *record, uint64_t length, const reader_csv_dialect &dialect)
        : dialect_(dialect), next_(record), end_(record + length), is_plain_(reader::is_plain(dialect)) {}

    // Moves on to the next cell. False: there is none.
    bool next() {
        if (is_last_)
            return false;
        start_ = next_;
        after_ = is_plain_ ? plain_end() : dialect_end();
        is_last_ = after_ == end_;
        next_ = after_ + 1;
        return true;
    }

    const uint8_t *start() const { return start_; }
    uint64_t length() const { return static_cast<uint64_t>(after_ - start_); }

  private:
    const uint8_t *plain_end() const {
        const uint8_t *p = start_;
        if (p < end_ && *p == '"') {
            for (p++; p < end_; p++) {
                if (*p != '"')
                    continue;
                if (p + 1 == end_ || p[1] != '"')
                    break;
                p++;
            }
        }
        while (p < end_ && *p != dialect_.delimiter)
            p++;
        return p;
    }

    const uint8_t *dialect_end() {
        CsvMachine machine(dialect_, CsvMachine::cell_start);
        for (const uint8_t *p = start_; p < end_; p++) {
            const auto event = machine.step(*p).event;
            if (event == CsvMachine::skips)
                start_ = p + 1;
            // What ends a record cannot be inside of it.
            if (event == CsvMachine::ends_cell)
                return p;
        }
        return end_;
    }

    const reader_csv_dialect &dialect_;
    const uint8_t *start_ = nullptr, *after_ = nullptr;
    const uint8_t *next_, *end_;
    bool is_plain_, is_last_ = false;
};

} // namespace reader

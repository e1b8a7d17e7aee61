// SPDX-License-Identifier: Apache-2.0
#include "byte_scan.hpp"
#include "csv_machine.hpp"
#include "record_splitters.h"

namespace {

using reader::bits_of_16;

enum : uint8_t { outside = 0, inside = 1, after_quote = 2 };

// The bits of a byte among 64.
uint64_t bits_of_64(const uint8_t *p, uint8_t byte) {
    uint64_t bits = 0;
    for (size_t i = 0; i < 4; i++)
        bits |= static_cast<uint64_t>(bits_of_16(p + 16 * i, byte).marker) << (16 * i);
    return bits;
}

// Bits of the quotes and line feeds among 64 bytes.
struct Marks {
    uint64_t quotes, breaks;
};

Marks marks_of_64(const uint8_t *p) { return {bits_of_64(p, '"'), bits_of_64(p, '\n')}; }

// Whether the number of bits up to and with each place is odd.
uint64_t parity_up_to(uint64_t bits) {
    for (unsigned shift = 1; shift < 64; shift *= 2)
        bits ^= bits << shift;
    return bits;
}

class CsvSplit {
  public:
    CsvSplit(reader_csv_splitter &state, const uint8_t *data, uint64_t length, uint64_t most)
        : state_(state), data_(data), length_(length), left_(most) {}

    // Where the last whole record ends; `seen` is how many bytes were read.
    uint64_t run(uint64_t &seen) {
        if (length_ && state_.in_quotes == after_quote)
            decide(0);
        for (uint64_t block = 0; block < length_ && !is_done_; block += 64) {
            const Marks marks = load(block);
            const auto breaks = static_cast<unsigned>(__builtin_popcountll(marks.breaks));
            if (marks.quotes == 0 && state_.in_quotes == outside && breaks < left_) {
                if (marks.breaks)
                    complete_ = block + 64 - static_cast<unsigned>(__builtin_clzll(marks.breaks));
                left_ -= breaks;
            } else if (length_ - block < 64 || !take(block, marks)) {
                visit(block, marks);
            }
        }
        seen = is_done_ ? complete_ : length_;
        if (seen) {
            state_.previous = data_[seen - 1];
            state_.has_started = 1;
        }
        return complete_;
    }

  private:
    Marks load(uint64_t block) const {
        if (length_ - block >= 64)
            return marks_of_64(data_ + block);
        uint8_t rest[64] = {};
        std::memcpy(rest, data_ + block, length_ - block);
        return marks_of_64(rest);
    }

    // Takes a whole block at once where every quote either closes, or opens at the start of a cell: then what
    // is inside quotes has an odd number of them before it. False: it is not so, or a record in it is the
    // last one that is wanted.
    bool take(uint64_t block, const Marks &marks) {
        // An escaped quote counts as one that closes and one that opens.
        const bool starts_inside = state_.in_quotes == inside && escaped_ != block;
        const uint64_t inner = parity_up_to(marks.quotes) ^ (starts_inside ? UINT64_MAX : 0);
        const uint64_t opening = marks.quotes & inner;
        const bool may_open = escaped_ == block || starts_cell(block);
        const uint64_t before =
            marks.quotes | marks.breaks | bits_of_64(data_ + block, state_.dialect.delimiter);
        const uint64_t breaks = marks.breaks & ~inner;
        const auto count = static_cast<unsigned>(__builtin_popcountll(breaks));
        if ((opening & ~(before << 1 | (may_open ? 1 : 0))) != 0 || count >= left_)
            return false;
        if (breaks)
            complete_ = block + 64 - static_cast<unsigned>(__builtin_clzll(breaks));
        left_ -= count;
        if (marks.quotes >> 63 && !(inner >> 63)) {
            decide(block + 64);
        } else {
            state_.in_quotes = inner >> 63 ? inside : outside;
        }
        return true;
    }

    void visit(uint64_t block, const Marks &marks) {
        for (uint64_t all = marks.quotes | marks.breaks; all && !is_done_; all &= all - 1) {
            const uint64_t offset = block + static_cast<unsigned>(__builtin_ctzll(all));
            if (data_[offset] == '"') {
                quote(offset);
            } else if (state_.in_quotes == outside) {
                complete_ = offset + 1;
                is_done_ = --left_ == 0;
            }
        }
    }

    void quote(uint64_t offset) {
        if (offset == escaped_)
            return;
        if (state_.in_quotes == inside) {
            decide(offset + 1);
        } else if (starts_cell(offset)) {
            state_.in_quotes = inside;
        }
    }

    // What a quote inside quotes means depends on the byte after it, which may come with the next buffer.
    void decide(uint64_t after) {
        if (after == length_) {
            state_.in_quotes = after_quote;
        } else if (data_[after] == '"') {
            state_.in_quotes = inside;
            escaped_ = after;
        } else {
            state_.in_quotes = outside;
        }
    }

    bool starts_cell(uint64_t offset) const {
        if (offset == 0 && !state_.has_started)
            return true;
        const uint8_t before = offset ? data_[offset - 1] : state_.previous;
        return before == state_.dialect.delimiter || before == '\n';
    }

    reader_csv_splitter &state_;
    const uint8_t *data_;
    uint64_t length_;
    uint64_t left_; // records that are still wanted
    bool is_done_ = false;
    uint64_t complete_ = 0;
    uint64_t escaped_ = UINT64_MAX; // the offset of a quote that another one before it escapes
};

// As CsvSplit, for any dialect.
uint64_t split_dialect(reader_csv_splitter &state, const uint8_t *data, uint64_t length, uint64_t most,
                       uint64_t &seen) {
    reader::CsvMachine machine(state.dialect, static_cast<reader::CsvMachine::State>(state.in_quotes));
    uint64_t complete = 0;
    for (seen = 0; seen < length && most > 0;) {
        const auto event = machine.step(data[seen++]).event;
        if (event == reader::CsvMachine::ends_record || event == reader::CsvMachine::ends_comment ||
            event == reader::CsvMachine::unterminated_quote) {
            complete = seen;
            most--;
        }
    }
    state.in_quotes = machine.state();
    if (seen) {
        state.previous = data[seen - 1];
        state.has_started = 1;
    }
    return complete;
}

} // namespace

uint64_t reader_csv_split(reader_csv_splitter *splitter, const uint8_t *data, uint64_t length) noexcept {
    uint64_t seen = 0;
    return reader_csv_split_some(splitter, data, length, UINT64_MAX, &seen);
}

uint64_t reader_csv_split_first(reader_csv_splitter *splitter, const uint8_t *data,
                                uint64_t length) noexcept {
    uint64_t seen = 0;
    return reader_csv_split_some(splitter, data, length, 1, &seen);
}

uint64_t reader_csv_split_some(reader_csv_splitter *splitter, const uint8_t *data, uint64_t length,
                               uint64_t most, uint64_t *seen) noexcept {
    if (!reader::is_plain(splitter->dialect))
        return split_dialect(*splitter, data, length, most, *seen);
    return CsvSplit(*splitter, data, length, most).run(*seen);
}

uint64_t reader_csv_open_quote(const reader_csv_dialect *dialect, const uint8_t *record,
                               uint64_t length) noexcept {
    reader::CsvMachine machine(*dialect);
    uint64_t opening = READER_NO_QUOTE;
    for (uint64_t i = 0; i < length; i++)
        if (machine.step(record[i]).event == reader::CsvMachine::opens)
            opening = i;
    const auto state = machine.state();
    return state == reader::CsvMachine::quoted || state == reader::CsvMachine::quoted_escape
               ? opening
               : READER_NO_QUOTE;
}

static_assert(reader::CsvMachine::ends_cell == READER_CSV_ENDS_CELL &&
              reader::CsvMachine::ends_record == READER_CSV_ENDS_RECORD &&
              reader::CsvMachine::ends_comment == READER_CSV_ENDS_COMMENT &&
              reader::CsvMachine::unterminated_quote == READER_CSV_ENDS_IN_QUOTES &&
              reader::CsvMachine::this_byte << 8 == READER_CSV_THIS_BYTE &&
              reader::CsvMachine::byte_before << 8 == READER_CSV_BYTE_BEFORE);

uint32_t reader_csv_step(const reader_csv_dialect *dialect, uint8_t *state, uint8_t byte) noexcept {
    reader::CsvMachine machine(*dialect, static_cast<reader::CsvMachine::State>(*state));
    const auto step = machine.step(byte);
    *state = machine.state();
    return static_cast<uint32_t>(step.event) | static_cast<uint32_t>(step.text) << 8;
}

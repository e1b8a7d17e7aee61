// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "csv_machine.hpp"
#include "csv_scanner.hpp"

namespace reader {

// Splits a chunk of a dialect into records and cells, as CsvScanner does for RFC 4180, byte by byte.
class DialectScanner {
  public:
    static constexpr bool has_comments = true;

    DialectScanner(const uint8_t *data, uint64_t length, const reader_csv_dialect &dialect)
        : machine_(dialect), data_(data), length_(length),
          counts_quotes_((dialect.flags & READER_CSV_COUNT_QUOTES) != 0) {}

    // As CsvScanner::record. A comment has no cells.
    template <class Sink> CsvRecord record(uint64_t start, Sink &&sink) {
        record_ = {};
        is_comment_ = false;
        machine_.restart(CsvMachine::record_start);
        begin_cell(start);
        uint64_t i = start;
        for (; i < length_; i++) {
            const uint8_t byte = data_[i];
            const auto before = machine_.state();
            const auto step = machine_.step(byte);
            if (byte == '\n')
                record_.line_breaks++;
            if (byte == '\r' && may_end(before) && i + 1 < length_ && data_[i + 1] != '\n')
                fail(READER_BARE_CR, i);
            switch (step.event) {
            case CsvMachine::none:
                note(before, step.text, i);
                break;
            case CsvMachine::skips:
                start_ = i + 1;
                break;
            case CsvMachine::opens:
                opening_ = i;
                breaks_ = record_.line_breaks;
                start_ = i + 1;
                break;
            case CsvMachine::bare_quote:
                fail(READER_BARE_QUOTE, i);
                break;
            case CsvMachine::text_after_quote:
                if (record_.line_breaks != breaks_)
                    fail(READER_LATE_QUOTE, opening_);
                else
                    fail(READER_TEXT_AFTER_QUOTE, i);
                break;
            case CsvMachine::ends_cell:
                give(i, sink);
                begin_cell(i + 1);
                break;
            case CsvMachine::unterminated_quote:
                fail(READER_UNTERMINATED_QUOTE, opening_);
                [[fallthrough]];
            case CsvMachine::ends_record:
            case CsvMachine::ends_comment:
                return end(start, i, i + 1, before, sink);
            }
        }
        const auto state = machine_.state();
        if (state == CsvMachine::quoted || state == CsvMachine::quoted_escape)
            fail(READER_UNTERMINATED_QUOTE, opening_);
        return end(start, i, i, state, sink);
    }

    // The last record is a comment.
    bool is_comment() const { return is_comment_; }
    // Cells that begin with a quote that is text, if they are counted, and where the first of them begins.
    uint64_t quoted_texts() const { return quoted_texts_; }
    uint64_t first_quoted_text() const { return first_quoted_text_; }

    // The text of a cell: borrowed, or in the arena without what is no text.
    bool text(const CsvCell &cell, Arena &arena, assay_value &out) const {
        if (!cell.has_escapes)
            return csv_text(data_, cell, arena, out);
        uint8_t *copy = arena.allocate(cell.end - cell.start + 32); // whole words are loaded after it
        if (!copy)
            return false;
        CsvMachine machine = machine_;
        machine.restart(cell.is_quoted ? CsvMachine::quoted : CsvMachine::unquoted);
        uint64_t length = 0;
        for (uint64_t i = cell.start; i < cell.end; i++) {
            const auto text = machine.step(data_[i]).text;
            if (text & CsvMachine::byte_before)
                copy[length++] = data_[i - 1];
            if (text & CsvMachine::this_byte)
                copy[length++] = data_[i];
        }
        // An escape that nothing follows is text.
        const auto state = machine.state();
        if (state == CsvMachine::unquoted_escape || state == CsvMachine::quoted_escape)
            copy[length++] = data_[cell.end - 1];
        return csv_text(copy, {0, length, false}, arena, out);
    }

  private:
    static bool may_end(CsvMachine::State state) {
        return state == CsvMachine::record_start || state == CsvMachine::cell_start ||
               state == CsvMachine::unquoted || state == CsvMachine::closed ||
               state == CsvMachine::after_quote || state == CsvMachine::escaped_return;
    }

    void begin_cell(uint64_t start) {
        start_ = start;
        opening_ = closing_ = READER_NO_QUOTE;
        has_escapes_ = false;
    }

    // Notes what a byte inside a cell or a comment is.
    void note(CsvMachine::State before, CsvMachine::Text text, uint64_t offset) {
        const auto state = machine_.state();
        if (state == CsvMachine::comment) {
            is_comment_ = true;
        } else if (state == CsvMachine::after_quote) {
            closing_ = offset;
        } else if (state != CsvMachine::closed) {
            has_escapes_ |= text != CsvMachine::this_byte || before == CsvMachine::after_quote;
        }
    }

    // Gives the cell that began last and ends before `end`.
    template <class Sink> void give(uint64_t end, Sink &&sink) {
        const bool is_quoted = opening_ != READER_NO_QUOTE;
        if (is_quoted && closing_ != READER_NO_QUOTE)
            end = closing_;
        const CsvCell cell{start_, end < start_ ? start_ : end, has_escapes_, is_quoted};
        if (counts_quotes_ && cell.start < cell.end && data_[cell.start] == '"') {
            if (quoted_texts_++ == 0)
                first_quoted_text_ = cell.start;
        }
        sink(record_.cells++, cell);
    }

    template <class Sink>
    CsvRecord end(uint64_t start, uint64_t end, uint64_t next, CsvMachine::State before, Sink &&sink) {
        const bool is_line = next > end;
        if ((is_line || end == length_) && end > start && data_[end - 1] == '\r' &&
            before != CsvMachine::escaped_return)
            end--;
        record_.end = end;
        record_.next = next;
        if (is_comment_)
            return record_;
        record_.is_blank = record_.cells == 0 && end == start;
        give(end, sink);
        return record_;
    }

    void fail(uint32_t reason, uint64_t offset) {
        if (record_.reason != READER_OK)
            return;
        record_.reason = reason;
        record_.error_offset = offset;
    }

    CsvMachine machine_;
    const uint8_t *data_;
    uint64_t length_;
    uint64_t start_ = 0, opening_ = READER_NO_QUOTE, closing_ = READER_NO_QUOTE;
    bool counts_quotes_, is_comment_ = false, has_escapes_ = false;
    uint64_t quoted_texts_ = 0, first_quoted_text_ = 0;
    uint32_t breaks_ = 0; // of the record before the opening quote
    CsvRecord record_{};
};

} // namespace reader

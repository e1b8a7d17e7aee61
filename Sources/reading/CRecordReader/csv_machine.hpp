// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "record_dialect.h"

namespace reader {

// Whether a dialect is RFC 4180, which has faster ways to be read.
inline bool is_plain(const reader_csv_dialect &dialect) {
    return (dialect.quote | dialect.escape | dialect.comment | dialect.flags) == 0;
}

// Reads a dialect of CSV byte by byte. What the splitter, the parser and the places of cells know of a
// dialect they know from here.
class CsvMachine {
  public:
    // What is known after a byte. It fits in the state of a splitter.
    enum State : uint8_t {
        record_start = 0, // so that a splitter that is all zero begins here
        quoted = 1,       // these two as the splitter of RFC 4180 has them
        after_quote = 2,  // a quote that ends the cell, or escapes the next one
        cell_start,       // or spaces that are left out
        unquoted,
        closed, // a carriage return after a quoted cell, or text where none belongs
        comment,
        unquoted_escape,
        quoted_escape,
        escaped_return, // an escaped carriage return in an unquoted cell; a line feed after it is text
    };
    enum Event : uint8_t {
        none,
        skips,     // a space before a cell
        opens,     // the quote of a cell
        ends_cell, // the delimiter
        ends_record,
        ends_comment,
        bare_quote,        // a quote in an unquoted cell
        text_after_quote,  // something else than a delimiter or line end
        unterminated_quote // a record that ends inside quotes
    };
    // Bytes that are text of the cell: this one, the one before it.
    enum Text : uint8_t { no_text = 0, this_byte = 1, byte_before = 2, both_bytes = 3 };
    struct Step {
        Event event;
        Text text;
    };

    explicit CsvMachine(const reader_csv_dialect &dialect, State state = record_start)
        : delimiter_(dialect.delimiter), quote_(dialect.quote ? dialect.quote : uint8_t{'"'}),
          escape_(dialect.escape), comment_(dialect.comment),
          has_quotes_(!(dialect.flags & READER_CSV_NO_QUOTES)),
          is_lazy_(dialect.flags & READER_CSV_LAZY_QUOTES),
          skips_space_(dialect.flags & READER_CSV_SKIP_SPACE),
          is_single_line_(dialect.flags & READER_CSV_SINGLE_LINE), state_(state) {}

    State state() const { return state_; }
    void restart(State state) { state_ = state; }

    // Moves on by one byte.
    Step step(uint8_t byte) {
        switch (state_) {
        case record_start:
            if (comment_ && byte == comment_)
                return to(comment, none);
            return begin_cell(byte);
        case cell_start:
            return begin_cell(byte);
        case unquoted:
        case closed:
            return unquoted_byte(byte);
        case quoted:
            return quoted_byte(byte);
        case after_quote:
            return byte_after_quote(byte);
        case comment:
            return byte == '\n' ? to(record_start, ends_comment) : Step{none, no_text};
        case unquoted_escape:
            return escaped(byte, unquoted);
        case quoted_escape:
            return escaped(byte, quoted);
        case escaped_return:
            state_ = unquoted;
            return byte == '\n' ? to(unquoted, none, this_byte) : unquoted_byte(byte);
        }
        return {none, no_text};
    }

  private:
    Step to(State state, Event event, Text text = no_text) {
        state_ = state;
        return {event, text};
    }

    bool is_quote(uint8_t byte) const { return has_quotes_ && byte == quote_; }
    bool is_escape(uint8_t byte) const { return escape_ && byte == escape_; }

    Step begin_cell(uint8_t byte) {
        if (is_quote(byte))
            return to(quoted, opens);
        if (skips_space_ && (byte == ' ' || byte == '\t') && byte != delimiter_)
            return to(cell_start, skips);
        return unquoted_byte(byte);
    }

    Step unquoted_byte(uint8_t byte) {
        if (byte == delimiter_)
            return to(cell_start, ends_cell);
        if (byte == '\n')
            return to(record_start, ends_record);
        if (is_escape(byte))
            return to(unquoted_escape, none);
        const State next = state_ == closed ? closed : unquoted;
        return to(next, is_quote(byte) && !is_lazy_ ? bare_quote : none, this_byte);
    }

    Step quoted_byte(uint8_t byte) {
        if (byte == quote_)
            return to(after_quote, none);
        if (is_escape(byte))
            return to(quoted_escape, none);
        if (byte == '\n' && is_single_line_)
            return to(record_start, unterminated_quote);
        return to(quoted, none, this_byte);
    }

    Step byte_after_quote(uint8_t byte) {
        if (byte == quote_)
            return to(quoted, none, this_byte);
        if (byte == delimiter_)
            return to(cell_start, ends_cell);
        if (byte == '\n')
            return to(record_start, ends_record);
        if (byte == '\r')
            return to(closed, none);
        if (!is_lazy_)
            return to(closed, text_after_quote);
        return is_escape(byte) ? to(quoted_escape, none, byte_before) : to(quoted, none, both_bytes);
    }

    // The byte after an escape, which is text itself before a byte that has no meaning.
    Step escaped(uint8_t byte, State back) {
        const bool is_line_end = byte == '\n' || byte == '\r';
        if (is_line_end && is_single_line_) {
            state_ = back;
            if (byte == '\r')
                return {none, both_bytes};
            return to(record_start, back == quoted ? unterminated_quote : ends_record, byte_before);
        }
        if (byte == '\r' && back == unquoted)
            return to(escaped_return, none, this_byte);
        const bool has_meaning = is_line_end || byte == delimiter_ || byte == escape_ || is_quote(byte) ||
                                 (comment_ && byte == comment_);
        return to(back, none, has_meaning ? this_byte : both_bytes);
    }

    uint8_t delimiter_, quote_, escape_, comment_;
    bool has_quotes_, is_lazy_, skips_space_, is_single_line_;
    State state_;
};

} // namespace reader

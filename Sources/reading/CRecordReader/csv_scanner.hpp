// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "arena.hpp"
#include "byte_scan.hpp"
#include "record_reader.h"

namespace reader {

// Walks over the bytes that mean something in CSV: delimiters, quotes, CR and LF, found 64 bytes at a time.
class CsvMarks {
  public:
    CsvMarks(const uint8_t *data, uint64_t length, uint8_t delimiter)
        : data_(data), length_(length), delimiter_(delimiter) {
        mask_ = length ? mask_at(0) : 0;
    }

    // The offset of the next mark, or the length at the end.
    uint64_t next() {
        while (__builtin_expect(mask_ == 0, 0)) {
            if (block_ + 64 >= length_)
                return length_;
            mask_ = mask_at(block_ += 64);
        }
        const uint64_t offset = block_ + static_cast<unsigned>(__builtin_ctzll(mask_));
        mask_ &= mask_ - 1;
        return offset;
    }

  private:
    uint64_t mask_at(uint64_t block) const {
        const uint64_t mask = marks(data_ + block), rest = length_ - block;
        return rest >= 64 ? mask : mask & ((uint64_t{1} << rest) - 1);
    }

#if defined(__SSE2__)
    uint64_t marks(const uint8_t *p) const {
        const __m128i delimiter = _mm_set1_epi8(static_cast<char>(delimiter_)), quote = _mm_set1_epi8('"');
        const __m128i lf = _mm_set1_epi8('\n'), cr = _mm_set1_epi8('\r');
        uint64_t mask = 0;
        for (size_t i = 0; i < 4; i++) {
            const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p + 16 * i));
            const __m128i breaks = _mm_or_si128(_mm_cmpeq_epi8(v, lf), _mm_cmpeq_epi8(v, cr));
            const __m128i others = _mm_or_si128(_mm_cmpeq_epi8(v, delimiter), _mm_cmpeq_epi8(v, quote));
            const auto bits = static_cast<uint32_t>(_mm_movemask_epi8(_mm_or_si128(breaks, others)));
            mask |= static_cast<uint64_t>(bits) << (16 * i);
        }
        return mask;
    }
#else
    uint64_t marks(const uint8_t *p) const {
        uint64_t mask = 0;
        for (int i = 0; i < 8; i++) {
            const uint64_t word = load_word(p + 8 * i);
            const uint64_t hits = bytes_equal(word, delimiter_) | bytes_equal(word, '"') |
                                  bytes_equal(word, '\n') | bytes_equal(word, '\r');
            mask |= static_cast<uint64_t>(gather_top_bits(hits)) << (8 * i);
        }
        return mask;
    }
#endif

    const uint8_t *data_;
    uint64_t length_, block_ = 0, mask_ = 0;
    uint8_t delimiter_;
};

// A cell without its quotes.
struct CsvCell {
    uint64_t start, end;
    bool has_escapes;       // contains "", or bytes that are no text
    bool is_quoted = false; // where a dialect is read
};

// What a record turned out to be.
struct CsvRecord {
    uint64_t end;  // of the text, before the line break
    uint64_t next; // where the next record starts
    uint32_t cells;
    uint32_t line_breaks; // in the record and at its end
    uint32_t reason;      // the first error, or READER_OK
    uint64_t error_offset;
    bool is_blank;
};

// Splits a chunk into records and cells. After a error it goes on as the splitter does: only a quote at the
// start of a cell opens quotes.
class CsvScanner {
  public:
    static constexpr bool has_comments = false;

    CsvScanner(const uint8_t *data, uint64_t length, const reader_csv_dialect &dialect)
        : CsvScanner(data, length, dialect.delimiter) {}
    CsvScanner(const uint8_t *data, uint64_t length, uint8_t delimiter)
        : marks_(data, length, delimiter), data_(data), length_(length), delimiter_(delimiter) {}

    // Reads the record at `start`, which is the end of the one before, and calls `sink(index, cell)` for each
    // cell.
    template <class Sink> CsvRecord record(uint64_t start, Sink &&sink) {
        record_ = {};
        uint64_t cell_start = start;
        for (;;) {
            const bool quoted = cell_start < length_ && data_[cell_start] == '"';
            mark_ = marks_.next();
            const CsvCell cell = quoted ? quoted_cell(cell_start) : CsvCell{cell_start, cell_end(), false};
            sink(record_.cells++, cell);
            if (is_record_end()) {
                record_.is_blank = record_.cells == 1 && cell.end == start;
                return record_;
            }
            cell_start = mark_ + 1;
        }
    }

    bool text(const CsvCell &cell, Arena &arena, assay_value &out) const;

  private:
    // Moves mark_ on to what ends an unquoted cell, and returns where that is.
    uint64_t cell_end() {
        if (__builtin_expect(mark_ < length_ && data_[mark_] == delimiter_, 1))
            return mark_;
        return other_cell_end();
    }

    uint64_t other_cell_end() {
        while (mark_ < length_) {
            const uint8_t c = data_[mark_];
            if (c == delimiter_ || c == '\n')
                break;
            if (c == '"')
                fail(READER_BARE_QUOTE, mark_);
            if (c == '\r' && is_line_break(mark_))
                break;
            if (c == '\r')
                fail(READER_BARE_CR, mark_);
            mark_ = marks_.next();
        }
        return mark_;
    }

    // mark_ is the opening quote. Moves it on to what ends the cell: most often the byte after the next mark.
    CsvCell quoted_cell(uint64_t opening) {
        mark_ = marks_.next();
        if (__builtin_expect(mark_ + 1 < length_ && data_[mark_] == '"' && data_[mark_ + 1] == delimiter_,
                             1)) {
            const CsvCell cell{opening + 1, mark_, false};
            mark_ = marks_.next();
            return cell;
        }
        return other_quoted_cell(opening);
    }

    // mark_ is the first one after the opening quote.
    CsvCell other_quoted_cell(uint64_t opening) {
        CsvCell cell{opening + 1, length_, false};
        const uint32_t breaks = record_.line_breaks;
        for (;; mark_ = marks_.next()) {
            if (mark_ == length_)
                return fail(READER_UNTERMINATED_QUOTE, opening), cell;
            if (data_[mark_] == '\n')
                record_.line_breaks++;
            if (data_[mark_] != '"')
                continue;
            if (mark_ + 1 == length_ || data_[mark_ + 1] != '"')
                break;
            cell.has_escapes = true;
            marks_.next();
        }
        cell.end = mark_;
        const uint64_t after = mark_ + 1;
        mark_ = marks_.next();
        if (mark_ != after)
            fail_after_quote(opening, after, breaks);
        cell_end();
        return cell;
    }

    bool is_line_break(uint64_t cr) const { return cr + 1 == length_ || data_[cr + 1] == '\n'; }

    bool is_record_end() {
        if (mark_ < length_ && data_[mark_] == delimiter_)
            return false;
        record_.end = record_.next = mark_;
        if (mark_ == length_)
            return true;
        const uint64_t lf = data_[mark_] == '\r' && mark_ + 1 < length_ ? marks_.next() : mark_;
        record_.line_breaks += data_[lf] == '\n';
        record_.next = lf + 1;
        return true;
    }

    // A quote that is closed in another line, before text, may have been left open. `breaks` is the number of
    // line breaks of the record before the opening quote.
    void fail_after_quote(uint64_t opening, uint64_t after, uint32_t breaks) {
        if (record_.line_breaks != breaks)
            fail(READER_LATE_QUOTE, opening);
        else
            fail(READER_TEXT_AFTER_QUOTE, after);
    }

    void fail(uint32_t reason, uint64_t offset) {
        if (record_.reason != READER_OK)
            return;
        record_.reason = reason;
        record_.error_offset = offset;
    }

    CsvMarks marks_;
    const uint8_t *data_;
    uint64_t length_, mark_ = 0;
    uint8_t delimiter_;
    CsvRecord record_{};
};

// A cell that is long, has escapes or is not ASCII; see csv_text.
bool other_csv_text(const uint8_t *data, const CsvCell &cell, Arena &arena, assay_value &out);

// The text of a cell: borrowed, or in the arena without its escapes. False: no memory.
inline bool csv_text(const uint8_t *data, const CsvCell &cell, Arena &arena, assay_value &out) {
    const uint8_t *text = data + cell.start;
    const uint64_t length = cell.end - cell.start;
    if (cell.has_escapes || !is_short_plain_ascii(text, length, 0))
        return other_csv_text(data, cell, arena, out);
    out.kind = ASSAY_STR;
    out.flags = ASSAY_FLAG_ASCII;
    out.as.ptr = text;
    out.len = length;
    return true;
}

inline bool CsvScanner::text(const CsvCell &cell, Arena &arena, assay_value &out) const {
    return csv_text(data_, cell, arena, out);
}

} // namespace reader

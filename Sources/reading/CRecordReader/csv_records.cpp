// SPDX-License-Identifier: Apache-2.0
//
// From CSV text to rows.
#include "csv_cells.hpp"
#include "csv_dialect_scanner.hpp"
#include "csv_layout.hpp"
#include "parser.hpp"
#include "projection.hpp"
#include "utf8.hpp"

namespace reader {

namespace {

// The rows of a chunk. `has_nulls`: some texts mean that there is no value.
template <class Scanner, bool has_nulls> class CsvRecords {
  public:
    CsvRecords(reader_parser &parser, const reader_csv_layout &layout, const uint8_t *data, uint64_t length)
        : parser_(parser), layout_(layout), scanner_(data, length, layout.dialect), data_(data),
          length_(length) {}

    int32_t run(reader_batch &batch) {
        is_utf8_ = is_utf8(data_, length_);
        for (uint64_t start = 0; start < length_;) {
            const CsvRecord record = read(start);
            if (parser_.is_out_of_memory)
                return READER_E_NO_MEMORY;
            if constexpr (Scanner::has_comments) {
                if (scanner_.is_comment()) {
                    comments_++;
                    line_ += record.line_breaks;
                    start = record.next;
                    continue;
                }
            }
            // With one column, a blank line is a record whose cell is empty.
            if ((!record.is_blank || layout_.cell_count() == 1) && !add(record, start))
                return READER_E_NO_MEMORY;
            line_ += record.line_breaks;
            start = record.next;
        }
        note_breaks_of_last();
        parser_.describe(batch, line_);
        batch.comment_count = comments_;
        batch.broken = broken_;
        if constexpr (Scanner::has_comments)
            describe_quoted_texts(batch);
        return 0;
    }

  private:
    static constexpr assay_value given_without_text{ASSAY_ABSENT, READER_GIVEN, {0}, 0};

    // Puts the cells into the next row, which is added when it is known that the record is one.
    CsvRecord read(uint64_t start) {
        const auto row = static_cast<uint32_t>(parser_.rows.count());
        if (!parser_.make_room(row))
            parser_.no_memory();
        if (parser_.is_out_of_memory)
            return {};
        return scanner_.record(start, [&](uint32_t index, const CsvCell &cell) { put(index, cell, row); });
    }

    void put(uint32_t index, const CsvCell &cell, uint32_t row) {
        if (index >= layout_.cell_count())
            return;
        const uint32_t column = layout_.names[index].column;
        if (column == READER_NO_COLUMN)
            return;
        assay_value &out = parser_.columns[column][row];
        if (cell.start == cell.end) {
            out = given_without_text;
            return;
        }
        if (!scanner_.text(cell, parser_.arena, out)) {
            parser_.no_memory();
        } else if (has_nulls && layout_.is_null(out)) {
            out = given_without_text;
        }
    }

    bool add(const CsvRecord &record, uint64_t start) {
        const auto row = static_cast<uint32_t>(parser_.rows.count());
        reader_row described{start, record.end - start, record.error_offset, line_, record.reason, 0, 0};
        if (!is_utf8_)
            check_utf8(described);
        if (!described.reason && record.cells != layout_.cell_count()) {
            described.reason = READER_CELL_COUNT;
            described.error_offset = start;
            described.expected = layout_.cell_count();
            described.found = record.cells;
        }
        // One line break ends the record.
        if (__builtin_expect(record.line_breaks > 1, 0))
            note_breaks(described, row);
        if (described.reason)
            parser_.columns.clear_row(row);
        for (size_t i = 0; i < layout_.missing.count(); i++)
            parser_.columns[layout_.missing[i]][row] = assay_value{};
        return parser_.rows.push(described) || parser_.no_memory();
    }

    // Notes cells of more than one line, until it is known that there is more than one such cell.
    void note_breaks(const reader_row &described, uint32_t row) {
        if (described.reason || broken_.count > 1)
            return;
        CsvCells cells(data_ + described.offset, described.length, layout_.dialect);
        while (cells.next()) {
            const uint64_t lines = 1 + reader_count_line_breaks(cells.start(), cells.length());
            if (lines == 1)
                continue;
            if (broken_.count++ == 0)
                broken_ = {1, row, static_cast<uint64_t>(cells.start() - data_), lines};
        }
    }

    // The last record may have no line break at its end: its only one is in a cell then.
    void note_breaks_of_last() {
        const size_t count = parser_.rows.count();
        if (count == 0 || data_[length_ - 1] == '\n')
            return;
        const reader_row &last = parser_.rows[count - 1];
        if (reader_count_line_breaks(data_ + last.offset, last.length) == 1)
            note_breaks(last, static_cast<uint32_t>(count - 1));
    }

    void describe_quoted_texts(reader_batch &batch) const {
        const uint64_t count = scanner_.quoted_texts(), offset = scanner_.first_quoted_text();
        uint32_t row = 0;
        while (row + 1 < batch.row_count && batch.rows[row + 1].offset <= offset)
            row++;
        batch.quoted_text = {static_cast<uint32_t>(count), row, offset, 1};
    }

    // The first error counts.
    void check_utf8(reader_row &row) {
        const uint8_t *start = data_ + row.offset, *end = start + row.length;
        for (const uint8_t *p = start; p < end;) {
            const auto offset = static_cast<uint64_t>(p - data_);
            if (row.reason && row.error_offset < offset)
                return;
            const uint32_t length = utf8_sequence(p, end);
            if (!length) {
                row.reason = READER_INVALID_UTF8;
                row.error_offset = offset;
                return;
            }
            p += length;
        }
    }

    reader_parser &parser_;
    const reader_csv_layout &layout_;
    Scanner scanner_;
    const uint8_t *data_;
    uint64_t length_;
    uint32_t line_ = 0, comments_ = 0;
    reader_cells broken_{};
    bool is_utf8_ = true;
};

} // namespace

} // namespace reader

int32_t reader_parse_csv(reader_parser *parser, const reader_csv_layout *layout, const uint8_t *data,
                         uint64_t length, uint64_t capacity, reader_batch *batch) noexcept {
    const int32_t error = reader::check_chunk(parser, layout, data, length, capacity, batch);
    if (error)
        return error;
    const reader_projection &projection = *layout->projection;
    if (!parser->begin(static_cast<uint32_t>(projection.keys.count())) ||
        !parser->slots.prepare(projection, parser->columns))
        return READER_E_NO_MEMORY;
    if (!reader::is_plain(layout->dialect))
        return reader::CsvRecords<reader::DialectScanner, true>(*parser, *layout, data, length).run(*batch);
    return layout->nulls.count()
               ? reader::CsvRecords<reader::CsvScanner, true>(*parser, *layout, data, length).run(*batch)
               : reader::CsvRecords<reader::CsvScanner, false>(*parser, *layout, data, length).run(*batch);
}

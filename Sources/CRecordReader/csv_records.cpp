// SPDX-License-Identifier: Apache-2.0
//
// From CSV text to rows.
#include "csv_layout.hpp"
#include "csv_scanner.hpp"
#include "parser.hpp"
#include "projection.hpp"
#include "utf8.hpp"

namespace reader {

namespace {

class CsvRecords {
  public:
    CsvRecords(reader_parser &parser, const reader_csv_layout &layout, const uint8_t *data, uint64_t length)
        : parser_(parser), layout_(layout), scanner_(data, length, layout.delimiter), data_(data),
          length_(length) {}

    int32_t run(reader_batch &batch) {
        is_utf8_ = is_utf8(data_, length_);
        for (uint64_t start = 0; start < length_;) {
            const CsvRecord record = read(start);
            if (parser_.is_out_of_memory)
                return READER_E_NO_MEMORY;
            // With one column, a blank line is a record whose cell is empty.
            if ((!record.is_blank || layout_.cell_count() == 1) && !add(record, start))
                return READER_E_NO_MEMORY;
            line_ += record.line_breaks;
            start = record.next;
        }
        parser_.describe(batch, line_);
        return 0;
    }

  private:
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
            out = assay_value{};
        } else if (!csv_text(data_, cell, parser_.arena, out)) {
            parser_.no_memory();
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
        if (described.reason)
            parser_.columns.clear_row(row);
        for (size_t i = 0; i < layout_.missing.count(); i++)
            parser_.columns[layout_.missing[i]][row] = assay_value{};
        return parser_.rows.push(described) || parser_.no_memory();
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
    CsvScanner scanner_;
    const uint8_t *data_;
    uint64_t length_;
    uint32_t line_ = 0;
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
    return reader::CsvRecords(*parser, *layout, data, length).run(*batch);
}

// SPDX-License-Identifier: Apache-2.0
//
// Fuzzes the CSV reader, its splitter and its locator. From the root:
//
//   R=Sources/reading/CRecordReader
//   clang++ -std=c++17 -g -O1 -fsanitize=fuzzer,address -I$R/include -I$R -IPlugins/ABI/include \
//       Tests/Fuzz/fuzz_csv.cpp $R/*.cpp -lsimdjson -o /tmp/fuzz_csv
//   /tmp/fuzz_csv -max_total_time=15
//
// What must hold: no access outside the text and its padding; the splitter gives the same whether it is fed
// in one go or byte by byte; a file gives the same rows whether it is read in one chunk or record by record;
// a located cell is the one in the column.
#include "fuzz_support.hpp"
#include <vector>

namespace {

struct Readers {
    Readers() noexcept = default;

    reader_projection *projection = make_projection();
    reader_parser *chunk = reader_parser_create(0);
    reader_parser *single = reader_parser_create(0);

    static reader_projection *make_projection() {
        const assay_str keys[] = {ASSAY_STR_LITERAL("a"), ASSAY_STR_LITERAL("b"), ASSAY_STR_LITERAL("c")};
        return reader_projection_create(keys, 3, 0);
    }
};

Readers readers;

// RFC 4180, and what differs from it.
const reader_csv_dialect dialects[] = {
    {',', 0, 0, 0, 0},
    {',', 0, 0, 0, READER_CSV_NO_QUOTES},
    {',', 0, '\\', '#', READER_CSV_SKIP_SPACE},
    {',', 0, '\\', 0, READER_CSV_LAZY_QUOTES},
    {',', '\'', '\\', '#', READER_CSV_SINGLE_LINE | READER_CSV_LAZY_QUOTES},
};
reader_csv_dialect dialect;

// The ends of complete records, found byte by byte.
std::vector<uint64_t> record_ends(const uint8_t *data, size_t length) {
    reader_csv_splitter splitter{dialect, 0, 0, 0};
    std::vector<uint64_t> ends;
    for (size_t i = 0; i < length; i++)
        if (reader_csv_split(&splitter, data + i, 1))
            ends.push_back(i + 1);
    return ends;
}

void check_splitter(const uint8_t *data, size_t length, const std::vector<uint64_t> &ends) {
    reader_csv_splitter whole{dialect, 0, 0, 0}, first{dialect, 0, 0, 0};
    FUZZ_CHECK(reader_csv_split(&whole, data, length) == (ends.empty() ? 0 : ends.back()));
    const uint64_t header = reader_csv_split_first(&first, data, length);
    FUZZ_CHECK(header == (ends.empty() ? 0 : ends.front()));
    const uint64_t rest = header ? reader_csv_split(&first, data + header, length - header) : 0;
    if (ends.size() > 1)
        FUZZ_CHECK(header + rest == ends.back());
}

void check_location(const reader_batch &batch, uint32_t row, const uint8_t *text,
                    const reader_csv_layout *layout) {
    const reader_row &described = batch.rows[row];
    for (uint32_t cell = 0; cell < reader_csv_cell_count(layout); cell++) {
        reader_range range;
        const uint32_t found =
            reader_locate_csv(text + described.offset, described.length, &dialect, cell, &range);
        FUZZ_CHECK(range.offset + range.length <= described.length);
        const uint32_t column = reader_csv_cell_column(layout, cell);
        if (described.reason || column == READER_NO_COLUMN)
            continue;
        const assay_value &value = batch.columns[column][row];
        FUZZ_CHECK(found);
        if (value.kind == ASSAY_ABSENT)
            FUZZ_CHECK(range.length == 0 || range.length == 2);
        else
            FUZZ_CHECK(range.length >= value.len);
    }
}

// Reads the records of `text` one by one and holds them against the batch.
void check_one_by_one(const reader_batch &batch, const fuzz::PaddedText &text,
                      const reader_csv_layout *layout, std::vector<uint64_t> ends, uint64_t shift) {
    uint32_t row = 0;
    uint64_t start = 0;
    ends.push_back(shift + text.length());
    for (const uint64_t absolute_end : ends) {
        if (absolute_end <= shift + start)
            continue;
        const uint64_t end = absolute_end - shift;
        const fuzz::PaddedText record(text.data() + start, end - start, ',');
        reader_batch alone;
        FUZZ_CHECK(reader_parse_csv(readers.single, layout, record.data(), record.length(), record.capacity(),
                                    &alone) == 0);
        FUZZ_CHECK(alone.row_count <= 1);
        if (alone.row_count)
            FUZZ_CHECK(row < batch.row_count && fuzz::same_row(batch, row++, alone, 0, start));
        start = end;
    }
    FUZZ_CHECK(row == batch.row_count);
}

// Reads the input in one dialect.
int check(const uint8_t *data, size_t length) {
    const std::vector<uint64_t> ends = record_ends(data, length);
    check_splitter(data, length, ends);
    if (ends.empty())
        return 0;
    reader_csv_layout *layout = nullptr;
    reader_row header;
    FUZZ_CHECK(reader_csv_layout_create(readers.projection, data, ends.front(), &dialect, &layout, &header) ==
               0);
    FUZZ_CHECK((layout == nullptr) == (header.reason != READER_OK));
    if (!layout)
        return 0;
    const fuzz::PaddedText text(data + ends.front(), length - ends.front(), '"');
    reader_batch batch;
    FUZZ_CHECK(reader_parse_csv(readers.chunk, layout, text.data(), text.length(), text.capacity(), &batch) ==
               0);
    for (uint32_t row = 0; row < batch.row_count; row++)
        check_location(batch, row, text.data(), layout);
    check_one_by_one(batch, text, layout, ends, ends.front());
    reader_csv_layout_destroy(layout);
    return 0;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length) {
    for (const reader_csv_dialect &one : dialects) {
        dialect = one;
        check(data, length);
    }
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Fuzzes the NDJSON reader, the document reader, the splitter of JSON arrays and the locator. From the root:
//
//   R=Sources/reading/CRecordReader
//   clang++ -std=c++17 -g -O1 -fsanitize=fuzzer,address -I$R/include -I$R -IPlugins/ABI/include \
//       Tests/Fuzz/fuzz_ndjson.cpp $R/*.cpp -lsimdjson -o /tmp/fuzz_ndjson
//   /tmp/fuzz_ndjson -max_total_time=15
//
// What must hold: no access outside the text and its padding; the fast reader and the slow checker agree on
// every record; a record is the same whether it is read in a chunk, alone or as a document; the splitter
// gives the same whether it is fed in one go or byte by byte; a located value lies in its record.
#include "fuzz_support.hpp"
#include "json_check.hpp"
#include <vector>

namespace {

constexpr uint32_t maximum_depth = 6;

struct Readers {
    Readers() noexcept = default;

    reader_projection *projection = make_projection();
    reader_parser *chunk = reader_parser_create(maximum_depth);
    reader_parser *single = reader_parser_create(maximum_depth);

    static reader_projection *make_projection() {
        const assay_str keys[] = {ASSAY_STR_LITERAL("a"), ASSAY_STR_LITERAL("b"), ASSAY_STR_LITERAL(""),
                                  ASSAY_STR_LITERAL("x\ny"),
                                  ASSAY_STR_LITERAL("a long key, longer than sixteen bytes")};
        return reader_projection_create(keys, 5, READER_REPORT_UNKNOWN_KEYS);
    }
};

Readers readers;

void check_row(const reader_batch &batch, uint32_t row, const fuzz::PaddedText &text) {
    const reader_row &described = batch.rows[row];
    FUZZ_CHECK(described.offset + described.length <= text.length());
    FUZZ_CHECK(described.reason != READER_INTERNAL);
    const auto finding =
        reader::check_json_record(text.data() + described.offset, described.length, maximum_depth);
    FUZZ_CHECK(finding.reason == described.reason);
    if (described.reason)
        FUZZ_CHECK(described.offset + finding.offset == described.error_offset);
}

void check_alone(const reader_batch &batch, uint32_t row, const fuzz::PaddedText &text) {
    const reader_row &described = batch.rows[row];
    const fuzz::PaddedText record(text.data() + described.offset, described.length, '1');
    reader_batch alone;
    FUZZ_CHECK(reader_parse_document(readers.single, readers.projection, record.data(), record.length(),
                                     record.capacity(), &alone) == 0);
    FUZZ_CHECK(alone.row_count == 1 && fuzz::same_row(batch, row, alone, 0, described.offset));
}

void check_location(const reader_batch &batch, uint32_t row, const fuzz::PaddedText &text) {
    const reader_step path[] = {{ASSAY_STR_LITERAL("a"), 0, 0, 0}, {{nullptr, 0}, 0, 1, 0}};
    reader_range range;
    const reader_row &described = batch.rows[row];
    const uint32_t steps =
        reader_locate_json(text.data() + described.offset, described.length, path, 2, &range);
    FUZZ_CHECK(range.offset + range.length <= described.length);
    if (described.reason)
        return;
    const assay_value &a = batch.columns[0][row];
    FUZZ_CHECK((steps > 0) == (a.kind != ASSAY_ABSENT));
    FUZZ_CHECK((steps == 2) == (a.kind == ASSAY_ARRAY && a.len > 0));
}

void check_lines(const uint8_t *data, size_t length) {
    const fuzz::PaddedText text(data, length, '"');
    reader_batch batch;
    FUZZ_CHECK(reader_parse_ndjson(readers.chunk, readers.projection, text.data(), length, text.capacity(),
                                   &batch) == 0);
    for (uint32_t row = 0; row < batch.row_count; row++) {
        check_row(batch, row, text);
        check_alone(batch, row, text);
        check_location(batch, row, text);
    }
    for (uint32_t i = 0; i < batch.issue_count; i++)
        FUZZ_CHECK(batch.rows[batch.issues[i].row].reason == READER_OK);
}

using Extents = std::vector<reader_extent>;

void append(Extents &all, const reader_extents &more) {
    all.insert(all.end(), more.items, more.items + more.count);
}

Extents split(const uint8_t *data, size_t length, size_t step) {
    reader_json_splitter *splitter = reader_json_splitter_create();
    Extents all;
    reader_extents found;
    for (size_t at = 0; at < length; at += step) {
        FUZZ_CHECK(reader_json_splitter_feed(splitter, data + at, std::min(step, length - at), &found) == 0);
        append(all, found);
    }
    FUZZ_CHECK(reader_json_splitter_finish(splitter, &found) == 0);
    append(all, found);
    reader_json_splitter_destroy(splitter);
    return all;
}

void check_splitter(const uint8_t *data, size_t length) {
    const Extents whole = split(data, length, length ? length : 1), bytes = split(data, length, 1);
    FUZZ_CHECK(whole.size() == bytes.size());
    uint64_t end = 0;
    for (size_t i = 0; i < whole.size(); i++) {
        FUZZ_CHECK(std::memcmp(&whole[i], &bytes[i], sizeof whole[i]) == 0);
        FUZZ_CHECK(whole[i].offset >= end && whole[i].offset + whole[i].length <= length);
        if (!whole[i].reason)
            end = whole[i].offset + whole[i].length;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length) {
    check_lines(data, length);
    check_splitter(data, length);
    return 0;
}

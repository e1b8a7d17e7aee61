// SPDX-License-Identifier: Apache-2.0
#include "json_parts.hpp"
#include "parser.hpp"
#include "record_locate.h"
#include <cstring>

namespace reader {

namespace {

bool find_member(Span object, const assay_str &key, Span &found) {
    bool is_found = false;
    for_each_part(object, [&](const uint8_t *p, uint64_t) {
        MemberParts parts;
        if (!read_member(p, object.end, parts))
            return object.end;
        if (is_key(parts.key, key)) {
            found = parts.value;
            is_found = true;
        }
        return parts.value.end;
    });
    return is_found;
}

bool find_element(Span array, uint64_t wanted, Span &found) {
    bool is_found = false;
    for_each_part(array, [&](const uint8_t *p, uint64_t index) {
        const uint8_t *end = skip_value(p, array.end);
        if (index != wanted)
            return end;
        found = {p, end};
        is_found = true;
        return array.end;
    });
    return is_found;
}

bool follow(Span container, const reader_step &step, Span &found) {
    if (container.start == container.end)
        return false;
    const uint8_t opening = *container.start;
    if (step.is_index)
        return opening == '[' && find_element(container, step.index, found);
    return opening == '{' && find_member(container, step.key, found);
}

} // namespace

} // namespace reader

uint32_t reader_locate_json(const uint8_t *record, uint64_t length, const reader_step *path, uint32_t count,
                            reader_range *range) noexcept {
    const uint8_t *end = record + length, *start = reader::skip_space(record, end);
    reader::Span current{start, end};
    uint32_t step = 0;
    while (step < count && reader::follow(current, path[step], current))
        step++;
    const bool is_whole_record = step == 0;
    range->offset = is_whole_record ? 0 : static_cast<uint64_t>(current.start - record);
    range->length = is_whole_record ? length : static_cast<uint64_t>(current.end - current.start);
    return step;
}

uint32_t reader_locate_column(const reader_parser *parser, const uint8_t *data, uint32_t column,
                              reader_range *range) noexcept {
    *range = {0, 0};
    if (parser->rows.count() != 1 || parser->rows[0].reason != READER_OK)
        return 0;
    const reader_row &row = parser->rows[0];
    *range = {row.offset, row.length};
    if (column >= parser->columns.count() || !parser->slots.has(column))
        return 0;
    const uint64_t start = *parser->slots.value(column);
    const uint8_t *end = reader::skip_value(data + start, data + row.offset + row.length);
    *range = {start, static_cast<uint64_t>(end - data) - start};
    return 1;
}

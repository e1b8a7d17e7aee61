// SPDX-License-Identifier: Apache-2.0
//
// From text to rows: NDJSON line by line, or one document. The structural index is built for the whole chunk;
// only when that finds broken UTF-8 or strings somewhere, each line gets its own, so that a bad line spoils
// itself alone.
#include "byte_count.hpp"
#include "json_check.hpp"
#include "json_walker.hpp"
#include <algorithm>

namespace reader {

namespace {

using Outcome = StructuralIndex::Outcome;

struct Extent {
    uint64_t start, end;
};

Extent trim(const uint8_t *data, uint64_t start, uint64_t end) {
    while (start < end && is_json_space(data[start]))
        start++;
    while (start < end && is_json_space(data[end - 1]))
        end--;
    return {start, end};
}

class JsonRecords {
  public:
    JsonRecords(reader_parser &parser, const reader_projection &projection, const uint8_t *data,
                uint64_t length)
        : parser_(parser), walker_(parser, projection), data_(data), length_(length) {}

    int32_t lines(reader_batch &batch);
    int32_t elements(const reader_extent *elements, uint64_t count, reader_batch &batch);
    int32_t document(reader_batch &batch);

  private:
    bool whole_chunk();
    bool line_by_line();
    bool single_line(uint64_t start, uint64_t end);
    uint64_t elements_of_chunk(const reader_extent *elements, uint64_t count);
    bool element(const reader_extent &element);
    const uint32_t *row(const uint32_t *at, uint64_t origin, uint64_t start, uint64_t end);
    const uint32_t *surplus_key(const uint32_t *at, uint64_t origin, uint64_t end) const;
    bool malformed_row(uint64_t start, uint64_t end);
    bool complete(uint32_t row, size_t first_issue);
    bool spoil(uint32_t row, size_t first_issue, uint64_t start, uint64_t end, const uint8_t *surplus);
    int32_t finish(bool is_done, reader_batch &batch);
    uint64_t line_end(uint64_t start) const {
        const void *found = std::memchr(data_ + start, '\n', length_ - start);
        return found ? static_cast<uint64_t>(static_cast<const uint8_t *>(found) - data_) : length_;
    }

    reader_parser &parser_;
    JsonWalker walker_;
    const uint8_t *data_;
    uint64_t length_;
    uint32_t line_ = 0;
};

// The first key of the record at `at` that is beyond the limit of keys, or NULL.
const uint32_t *JsonRecords::surplus_key(const uint32_t *at, uint64_t origin, uint64_t end) const {
    const uint64_t shortest_member = 4; // "":0
    if (__builtin_expect((end - *at) / shortest_member <= parser_.max_keys, 1))
        return nullptr;
    uint64_t left = parser_.max_keys;
    for (const uint32_t *token = at + 1; *token < end; token++)
        if (data_[origin + *token] == ':' && left-- == 0)
            return token - 1;
    return nullptr;
}

// Reads the record at index position `at`, which lies in the line from `start` to `end`; all are relative to
// `origin`, where the index begins. Returns the position after the line, or NULL without memory.
const uint32_t *JsonRecords::row(const uint32_t *at, uint64_t origin, uint64_t start, uint64_t end) {
    const auto row = static_cast<uint32_t>(parser_.rows.count());
    const uint64_t first = origin + *at;
    if (!parser_.add_row({first, 0, 0, line_, READER_OK, 0, 0}))
        return parser_.no_memory(), nullptr;
    const size_t first_issue = parser_.issues.count();
    const uint32_t *surplus = surplus_key(at, origin, end);
    const uint32_t *after = surplus ? nullptr : walker_.record(at, static_cast<uint32_t>(end), row);
    if (__builtin_expect(after && *after >= end, 1)) {
        parser_.rows[row].length = origin + after[-1] + 1 - first;
        return complete(row, first_issue), after;
    }
    if (!spoil(row, first_issue, origin + start, origin + end, surplus ? data_ + origin + *surplus : nullptr))
        return nullptr;
    while (*at < end)
        at++;
    return at;
}

// Values that the record does not have are absent; issues are in the order of the text.
bool JsonRecords::complete(uint32_t row, size_t first_issue) {
    const uint32_t columns = parser_.columns.count();
    if (parser_.slots.seen() != columns) {
        for (uint32_t c = 0; c < columns; c++)
            if (!parser_.slots.has(c))
                parser_.columns[c][row] = assay_value{};
    }
    const size_t count = parser_.issues.count();
    if (__builtin_expect(count - first_issue > 1, 0)) {
        const auto earlier = [](const reader_issue &a, const reader_issue &b) { return a.offset < b.offset; };
        std::sort(parser_.issues.data() + first_issue, parser_.issues.data() + count, earlier);
    }
    return true;
}

// Makes the newest row malformed. `start` and `end` are those of the line in the chunk. `surplus`: a key that
// is one too many, or NULL; it counts where nothing else is wrong.
bool JsonRecords::spoil(uint32_t row, size_t first_issue, uint64_t start, uint64_t end,
                        const uint8_t *surplus) {
    if (parser_.is_out_of_memory)
        return false;
    parser_.issues.truncate(first_issue);
    parser_.pending_items.clear();
    parser_.pending_members.clear();
    parser_.columns.clear_row(row);
    const Extent extent = trim(data_, start, end);
    const uint64_t length = extent.end - extent.start;
    Finding finding = check_json_record(data_ + extent.start, length, parser_.max_depth);
    if (!finding.reason && surplus)
        finding = {READER_TOO_MANY_KEYS, static_cast<uint64_t>(surplus - data_) - extent.start};
    reader_row &described = parser_.rows[row];
    described.offset = extent.start;
    described.length = length;
    described.reason = finding.reason ? finding.reason : READER_INTERNAL;
    described.error_offset = extent.start + finding.offset;
    return true;
}

bool JsonRecords::malformed_row(uint64_t start, uint64_t end) {
    const auto row = static_cast<uint32_t>(parser_.rows.count());
    if (!parser_.add_row({start, 0, 0, line_, READER_OK, 0, 0}))
        return parser_.no_memory();
    return spoil(row, parser_.issues.count(), start, end, nullptr);
}

bool JsonRecords::whole_chunk() {
    const uint32_t *at = parser_.index.offsets();
    walker_.enter(data_, 0);
    for (uint64_t start = 0; start < length_; line_++) {
        const uint64_t end = line_end(start);
        if (*at < end)
            at = row(at, 0, start, end);
        if (!at)
            return false;
        start = end + 1;
    }
    return true;
}

bool JsonRecords::line_by_line() {
    for (uint64_t start = 0; start < length_; line_++) {
        const uint64_t end = line_end(start);
        if (!single_line(start, end))
            return false;
        start = end + 1;
    }
    return true;
}

bool JsonRecords::single_line(uint64_t start, uint64_t end) {
    switch (parser_.index.build(data_ + start, end - start)) {
    case Outcome::no_memory:
        return parser_.no_memory();
    case Outcome::nothing:
        return true;
    case Outcome::malformed:
        return malformed_row(start, end);
    case Outcome::found:
        break;
    }
    walker_.enter(data_ + start, start);
    return row(parser_.index.offsets(), start, 0, end - start) != nullptr;
}

// Reads elements along the index of the whole chunk. Returns how many it could read: up to the first one
// whose beginning is no token, because something between elements looks like a string that is open there.
uint64_t JsonRecords::elements_of_chunk(const reader_extent *elements, uint64_t count) {
    const uint32_t *at = parser_.index.offsets();
    walker_.enter(data_, 0);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t start = elements[i].offset, end = start + elements[i].length;
        line_ = static_cast<uint32_t>(elements[i].line);
        while (*at < start)
            at++;
        if (*at != start)
            return i;
        at = row(at, 0, start, end);
        if (!at)
            return i;
    }
    return count;
}

// Reads an element along an index of its own.
bool JsonRecords::element(const reader_extent &element) {
    line_ = static_cast<uint32_t>(element.line);
    // What is no object needs no index to be malformed.
    if (data_[element.offset] != '{')
        return malformed_row(element.offset, element.offset + element.length);
    return single_line(element.offset, element.offset + element.length);
}

int32_t JsonRecords::elements(const reader_extent *elements, uint64_t count, reader_batch &batch) {
    const Outcome outcome = parser_.index.build(data_, length_);
    uint64_t done = outcome == Outcome::found ? elements_of_chunk(elements, count) : 0;
    bool is_done = outcome != Outcome::no_memory && !parser_.is_out_of_memory;
    while (is_done && done < count)
        is_done = element(elements[done++]);
    if (!is_done)
        return READER_E_NO_MEMORY;
    parser_.describe(batch, 0);
    return 0;
}

int32_t JsonRecords::finish(bool is_done, reader_batch &batch) {
    if (!is_done)
        return READER_E_NO_MEMORY;
    const bool ends_in_line = length_ && data_[length_ - 1] != '\n';
    parser_.describe(batch, line_ - (ends_in_line ? 1 : 0));
    return 0;
}

int32_t JsonRecords::lines(reader_batch &batch) {
    switch (parser_.index.build(data_, length_)) {
    case Outcome::no_memory:
        return READER_E_NO_MEMORY;
    case Outcome::malformed:
        return finish(line_by_line(), batch);
    default:
        return finish(whole_chunk(), batch);
    }
}

int32_t JsonRecords::document(reader_batch &batch) {
    const uint64_t start = trim(data_, 0, length_).start;
    line_ = static_cast<uint32_t>(count_bytes<LineFeed>(data_, start));
    const Outcome outcome = parser_.index.build(data_, length_);
    walker_.enter(data_, 0);
    bool is_done = outcome != Outcome::no_memory;
    if (is_done)
        is_done = outcome == Outcome::found ? row(parser_.index.offsets(), 0, 0, length_) != nullptr
                                            : malformed_row(0, length_);
    if (!is_done)
        return READER_E_NO_MEMORY;
    parser_.describe(batch, 0);
    return 0;
}

} // namespace

} // namespace reader

using reader::check_chunk;
using reader::JsonRecords;

namespace {

bool begin(reader_parser &parser, const reader_projection &projection) {
    return parser.begin(static_cast<uint32_t>(projection.keys.count())) &&
           parser.slots.prepare(projection, parser.columns);
}

} // namespace

int32_t reader_parse_ndjson(reader_parser *parser, const reader_projection *projection, const uint8_t *data,
                            uint64_t length, uint64_t capacity, reader_batch *batch) noexcept {
    if (const int32_t error = check_chunk(parser, projection, data, length, capacity, batch))
        return error;
    if (!begin(*parser, *projection))
        return READER_E_NO_MEMORY;
    return JsonRecords(*parser, *projection, data, length).lines(*batch);
}

int32_t reader_parse_elements(reader_parser *parser, const reader_projection *projection, const uint8_t *data,
                              uint64_t length, uint64_t capacity, const reader_extent *elements,
                              uint64_t count, reader_batch *batch) noexcept {
    if (const int32_t error = check_chunk(parser, projection, data, length, capacity, batch))
        return error;
    if (!begin(*parser, *projection))
        return READER_E_NO_MEMORY;
    return JsonRecords(*parser, *projection, data, length).elements(elements, count, *batch);
}

int32_t reader_parse_document(reader_parser *parser, const reader_projection *projection, const uint8_t *data,
                              uint64_t length, uint64_t capacity, reader_batch *batch) noexcept {
    if (const int32_t error = check_chunk(parser, projection, data, length, capacity, batch))
        return error;
    if (!begin(*parser, *projection))
        return READER_E_NO_MEMORY;
    return JsonRecords(*parser, *projection, data, length).document(*batch);
}

// SPDX-License-Identifier: Apache-2.0
#include "parser.hpp"
#include <new>

bool reader_parser::begin(uint32_t column_count) {
    is_out_of_memory = false;
    arena.reset();
    rows.clear();
    issues.clear();
    // The next large array is read into the memory that has held one.
    if (large_array.count())
        large_array.swap(pending_items);
    large_array.clear();
    pending_items.clear();
    pending_members.clear();
    return columns.set_count(column_count);
}

void reader_parser::describe(reader_batch &batch, uint32_t line_count) const {
    batch.row_count = static_cast<uint32_t>(rows.count());
    batch.column_count = columns.count();
    batch.issue_count = static_cast<uint32_t>(issues.count());
    batch.line_count = line_count;
    batch.columns = columns.starts();
    batch.rows = rows.data();
    batch.issues = issues.data();
    batch.comment_count = 0;
    batch.broken = batch.quoted_text = {};
}

size_t reader_parser::memory() const {
    return sizeof(*this) + index.memory() + arena.memory() + columns.memory() + rows.memory() +
           issues.memory() + pending_items.memory() + large_array.memory() + pending_members.memory() +
           member_order.memory();
}

reader_parser *reader_parser_create(uint32_t max_depth) noexcept {
    auto *parser = new (std::nothrow) reader_parser;
    if (!parser)
        return nullptr;
    if (max_depth == 0)
        max_depth = READER_DEFAULT_DEPTH;
    parser->max_depth = max_depth > READER_MAXIMUM_DEPTH ? READER_MAXIMUM_DEPTH : max_depth;
    return parser;
}

void reader_parser_destroy(reader_parser *parser) noexcept { delete parser; }

void reader_parser_limit_keys(reader_parser *parser, uint64_t most) noexcept { parser->max_keys = most; }

uint64_t reader_parser_memory(const reader_parser *parser) noexcept { return parser->memory(); }

void reader_fetch(const uint8_t *data, uint64_t length) noexcept {
    const uint64_t line = 64, most = 32 * line;
    for (uint64_t start = 0; start < length && start < most; start += line)
        __builtin_prefetch(data + start);
}

uint64_t reader_bom_length(const uint8_t *data, uint64_t length) noexcept {
    return length >= 3 && data[0] == 0xEF && data[1] == 0xBB && data[2] == 0xBF ? 3 : 0;
}

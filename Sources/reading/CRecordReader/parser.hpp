// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "arena.hpp"
#include "column_slots.hpp"
#include "columns.hpp"
#include "record_reader.h"
#include "structural_index.hpp"

namespace reader {

// A member of an object that is being read.
struct PendingMember {
    assay_member member;
    uint64_t key_offset; // in the chunk
};

} // namespace reader

// Everything that a parse call needs and that the next one uses again.
struct reader_parser {
    uint32_t max_depth = READER_DEFAULT_DEPTH;
    uint64_t max_keys = UINT64_MAX; // of a JSON record
    bool is_out_of_memory = false;  // set where a deep call fails; looked at when it has returned
    reader::StructuralIndex index;
    reader::Arena arena;
    reader::Columns columns;
    reader::ColumnSlots slots;
    reader::Growable<reader_row> rows;
    reader::Growable<reader_issue> issues;
    reader::Growable<assay_value> pending_items;
    reader::Growable<assay_value> large_array; // the items of one array of the batch, or none
    reader::Growable<reader::PendingMember> pending_members;
    reader::Growable<uint32_t> member_order;

    // Empties the batch and gets ready for `column_count` columns.
    bool begin(uint32_t column_count);

    // Adds a row, whose columns the caller fills. False: no memory.
    bool add_row(const reader_row &row) {
        return make_room(static_cast<uint32_t>(rows.count())) && rows.push(row);
    }

    bool make_room(uint32_t row) {
        if (__builtin_expect(columns.has_room(row), 1))
            return true;
        if (!columns.grow(row))
            return false;
        slots.place(columns);
        return true;
    }

    void describe(reader_batch &batch, uint32_t line_count) const;
    size_t memory() const;
    bool no_memory() { return is_out_of_memory = true, false; }
};

namespace reader {

// The checks that all parse calls share: 0 or a READER_E_ number.
inline int32_t check_chunk(const void *parser, const void *shape, const uint8_t *data, uint64_t length,
                           uint64_t capacity, const reader_batch *batch) {
    if (!parser || !shape || !data || !batch)
        return READER_E_PARAM;
    if (length >= UINT32_MAX - 1024)
        return READER_E_TOO_LARGE;
    return capacity < length + READER_PADDING ? READER_E_PARAM : 0;
}

} // namespace reader

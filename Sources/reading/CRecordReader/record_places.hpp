// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "arena.hpp"
#include "growable.hpp"
#include "json_parts.hpp"
#include "record_locate.h"

// Remembers where the parts of one record are, so that many values of it are found in one pass over its text.
// A container is read when a value inside it is asked for the first time, and remembered unless it is small.
struct reader_places {
    void enter(const uint8_t *record, uint64_t length);
    uint32_t json(const reader_step *path, uint32_t count, reader_range *range);
    uint32_t csv(const reader_csv_dialect &dialect, uint32_t cell, reader_range *range);

  private:
    struct Member {
        const uint8_t *key; // without quotes and escapes; NULL: escapes that mean nothing
        uint32_t key_length;
        uint32_t value; // in the record
    };
    // A long value. Its parts are found when the first of them is looked up.
    struct Value {
        uint32_t start, end; // in the record; the end is 0 until it is looked up
        uint32_t first, count;
        bool has_parts;
    };

    static constexpr uint64_t small = 1024;

    const uint8_t *child(const uint8_t *container, const reader_step &step);
    const uint8_t *child_of(const Value &value, const reader_step &step, bool is_sorted);
    const uint8_t *member(const Member *members, uint32_t count, const assay_str &key, bool is_sorted);
    bool read_parts(const uint8_t *container, Value &value);
    bool add_member(const uint8_t *p, const uint8_t *&after);
    bool read_key(reader::Span text, Member &member);
    void sort_members(const Value &value);
    const uint8_t *end_of(const uint8_t *value);
    Value *find(uint32_t start);
    bool remember(const Value &value);
    bool rehash();
    void forget(const Value &value);
    static size_t place(uint32_t start) { return (start * uint64_t{0x9E3779B97F4A7C15u}) >> 32; }

    const uint8_t *record_ = nullptr;
    uint64_t length_ = 0;
    reader::Growable<Value> values_;
    reader::Growable<uint32_t> slots_; // open addressing by the start: value + 1, or 0; a power of two
    reader::Growable<Member> members_;
    reader::Growable<uint32_t> elements_;
    reader::Arena arena_; // keys that have escapes
    reader::Growable<uint32_t> cells_;
    bool has_cells_ = false;
};

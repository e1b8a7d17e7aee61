// SPDX-License-Identifier: Apache-2.0
//
// Objects of one column mostly have the same members in the same order, so that the key after the one that
// was found last is tried first.

#include "assay_members.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LINE = 64, LINES_AHEAD = 6, ROWS_AHEAD = 6 };

static inline uint64_t eight(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

static inline uint32_t four(const uint8_t *bytes) {
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

// Without a call, since keys are short; words overlap.
static inline bool are_same(assay_str key, assay_str other) {
    const size_t length = key.len;
    if (length != other.len)
        return false;
    const uint8_t *one = key.ptr, *two = other.ptr;
    if (length >= 8) {
        for (size_t place = 0; place + 8 < length; place += 8) {
            if (eight(one + place) != eight(two + place))
                return false;
        }
        return eight(one + length - 8) == eight(two + length - 8);
    }
    if (length >= 4)
        return four(one) == four(two) && four(one + length - 4) == four(two + length - 4);
    for (size_t place = 0; place < length; place++) {
        if (one[place] != two[place])
            return false;
    }
    return true;
}

// The place of a key, the most likely one first; `count` if it is none of them.
static inline size_t find(assay_str key, const assay_str *keys, size_t count, size_t likely) {
    for (size_t place = likely; place < count; place++) {
        if (are_same(key, keys[place]))
            return place;
    }
    for (size_t place = 0; place < likely; place++) {
        if (are_same(key, keys[place]))
            return place;
    }
    return count;
}

// Objects lie apart from one another.
static inline void fetch(const assay_value *object) {
    if (object->kind != ASSAY_OBJECT)
        return;
    const uint64_t bytes = object->len * sizeof(assay_member);
    for (uint64_t place = 0; place < bytes && place < LINES_AHEAD * LINE; place += LINE)
        __builtin_prefetch((const uint8_t *)object->as.members + place);
}

bool assay_find_members(const assay_value *objects, size_t count, const assay_str *keys, size_t key_count,
                        assay_value *const *columns) {
    bool are_objects = true;
    for (size_t row = 0; row < count; row++) {
        if (row + ROWS_AHEAD < count)
            fetch(&objects[row + ROWS_AHEAD]);
        for (size_t key = 0; key < key_count; key++)
            columns[key][row] = (assay_value){0};
        if (objects[row].kind != ASSAY_OBJECT || objects[row].as.members == NULL) {
            are_objects &= objects[row].kind == ASSAY_OBJECT || objects[row].kind <= ASSAY_NULL;
            continue;
        }
        const assay_member *members = objects[row].as.members;
        size_t likely = 0;
        for (uint64_t member = 0; member < objects[row].len; member++) {
            const size_t key = find(members[member].key, keys, key_count, likely);
            if (key == key_count)
                continue;
            columns[key][row] = members[member].value;
            likely = key + 1;
        }
    }
    return are_objects;
}

// SPDX-License-Identifier: Apache-2.0
//
// What the levels with vectors of 16 bytes share: masks, a vector after the other.
//
// A level defines LEVEL, the attributes of its functions, the type `vector`, which has the operator &, and
//
//     vector lower_halves(vector)       the lower half of each byte
//     vector upper_halves(vector)       the upper half of each byte, as a number below 16
//     vector look_up(table, halves)     the entry of the table that each half is the number of
//     uint16_t overlap(one, other)      which bytes have a bit in common with those of another vector
//     uint16_t beyond_ascii(vector)     which bytes are not ASCII

#ifndef ASSAY_SCAN16_H
#define ASSAY_SCAN16_H

#include "scan.h"

LEVEL static inline __attribute__((always_inline)) vector load(const uint8_t *bytes) {
    vector loaded;
    memcpy(&loaded, bytes, sizeof loaded);
    return loaded;
}

// Tells whether each byte is of a group that is at its place.
LEVEL static inline __attribute__((always_inline)) bool
fits(const assay_scan_places *places, const uint8_t *bytes, size_t length, uint64_t inside) {
    if (!(places->lengths >> length & 1))
        return false;
    uint64_t wrong = 0;
    for (unsigned place = 0; place < length; place += 16) {
        const vector text = load(bytes + place);
        const vector low = look_up(load(places->low), lower_halves(text));
        const vector high = look_up(load(places->high), upper_halves(text));
        const uint16_t right = overlap(low & high, load(places->groups + place));
        wrong |= (uint64_t)(uint16_t)~right << place;
    }
    return (wrong & inside) == 0;
}

// The bit of each row of a class; none for the upper halves of bytes beyond ASCII.
static const uint8_t row_bits[16] = {1, 2, 4, 8, 16, 32, 64, 128};

LEVEL static inline __attribute__((always_inline)) bool matches(const assay_scan *scan, const uint8_t *text,
                                                                size_t length) {
    uint8_t copy[BLOCK];
    uint64_t masks[ASSAY_SCAN_CLASSES] = {0};
    const uint8_t *bytes = readable_block(text, length, copy);
    const uint64_t inside = (UINT64_C(1) << length) - 1;
    if (scan->places.lengths)
        return fits(&scan->places, bytes, length, inside);
    uint64_t beyond = 0;
    for (unsigned start = 0; start < length; start += 16) {
        const vector part = load(bytes + start), low = lower_halves(part);
        const vector rows = look_up(load(row_bits), upper_halves(part));
        beyond |= (uint64_t)beyond_ascii(part) << start;
        for (uint32_t number = 0; number < scan->class_count; number++)
            masks[number] |= (uint64_t)overlap(look_up(load(scan->low[number]), low), rows) << start;
    }
    for (uint32_t number = 0; number < scan->class_count; number++)
        masks[number] = (masks[number] | (beyond & scan->beyond[number])) & inside;
    return run_steps(scan, bytes, masks, (unsigned)length);
}

LEVEL static inline __attribute__((always_inline)) uint64_t mask_of(const assay_scan *scan,
                                                                    unsigned class_number,
                                                                    const uint8_t *block) {
    const vector class_rows = load(scan->low[class_number]);
    uint64_t found = 0, beyond = 0;
    for (unsigned start = 0; start < BLOCK; start += 16) {
        const vector part = load(block + start);
        const vector rows = look_up(load(row_bits), upper_halves(part));
        found |= (uint64_t)overlap(look_up(class_rows, lower_halves(part)), rows) << start;
        beyond |= (uint64_t)beyond_ascii(part) << start;
    }
    return found | (beyond & scan->beyond[class_number]);
}

MATCH_ANY_LENGTH(LEVEL, matches, mask_of)

#endif

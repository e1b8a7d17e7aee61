/* SPDX-License-Identifier: Apache-2.0
 *
 * digits.h: eight ASCII digits at a time, in one 64-bit word. The first character is always the
 * lowest byte of the word, on machines of either byte order. */
#ifndef ASSAY_DIGITS_H
#define ASSAY_DIGITS_H
#include "characters.h"

#include <stddef.h>
#include <string.h>

#define EACH_BYTE(value) (UINT64_C(0x0101010101010101) * (value))
#define EACH_PAIR(value) (UINT64_C(0x0001000100010001) * (value))

/* Reads exactly eight bytes, at any alignment. */
static inline uint64_t load_eight(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* Whether all eight bytes are '0'...'9': the high nibble is 3 before and after adding 6. A carry out
 * of a byte needs a byte of at least 0xFA, whose high nibble already is not 3. */
static inline bool are_eight_digits(uint64_t word) {
    uint64_t high = word & EACH_BYTE(0xF0);
    uint64_t high_plus_six = (word + EACH_BYTE(0x06)) & EACH_BYTE(0xF0);
    return (high | high_plus_six >> 4) == EACH_BYTE(0x33);
}

/* The number that eight digits write: pairs, then fours, then all eight. */
static inline uint64_t value_of_eight_digits(uint64_t word) {
    word = (word & EACH_BYTE(0x0F)) * (10 * 256 + 1) >> 8;
    word = (word & EACH_PAIR(0xFF)) * (100 * 65536 + 1) >> 16;
    return (word & UINT64_C(0x0000FFFF0000FFFF)) * (UINT64_C(10000) * 4294967296 + 1) >> 32;
}

static inline bool are_digits(const uint8_t *bytes, size_t count) {
    if (count < 8) {
        for (size_t i = 0; i < count; i++)
            if (!is_digit(bytes[i]))
                return false;
        return true;
    }
    bool good = are_eight_digits(load_eight(bytes + count - 8));
    for (size_t i = 0; i + 8 <= count && good; i += 8)
        good = are_eight_digits(load_eight(bytes + i));
    return good;
}

/* The bytes of the space at the start of `text`: an ASCII space or a no-break space (U+00A0, U+202F), which
 * printed numbers have so that lines do not break in them; 0 for other texts. */
static inline size_t space_length(const uint8_t *text, size_t length) {
    if (length >= 1 && text[0] == ' ')
        return 1;
    if (length >= 2 && text[0] == 0xC2 && text[1] == 0xA0)
        return 2;
    return length >= 3 && text[0] == 0xE2 && text[1] == 0x80 && text[2] == 0xAF ? 3 : 0;
}

/* Copies `text` to `kept` without the hyphens after its groups, of which there are at least two; the last
 * one has no hyphen after it. Returns how many characters are left, or SIZE_MAX if other characters than
 * those hyphens are between the groups. What the characters of the groups are is for the caller to check. */
static inline size_t without_group_hyphens(const uint8_t *text, size_t length, const uint8_t *groups,
                                           size_t count, uint8_t *kept) {
    size_t at = 0, left = 0;
    for (size_t group = 0; group < count; group++) {
        size_t hyphen = group > 0;
        if (length - at < groups[group] + hyphen || (hyphen && text[at] != '-'))
            return SIZE_MAX;
        memcpy(kept + left, text + at + hyphen, groups[group]);
        at += groups[group] + hyphen;
        left += groups[group];
    }
    return at == length ? left : SIZE_MAX;
}

/* Copies `text` to `digits` without single spaces and hyphens between two characters. Returns how
 * many characters are left, or SIZE_MAX if more than `capacity` are left or a separator is at an
 * end or beside another one. What the characters are is for the caller to check. */
static inline size_t without_separators(const uint8_t *text, size_t length, uint8_t *kept, size_t capacity) {
    size_t count = 0;
    bool after_separator = true;
    for (size_t i = 0; i < length; i++) {
        bool separator = text[i] == ' ' || text[i] == '-';
        if (separator ? after_separator : count == capacity)
            return SIZE_MAX;
        if (!separator)
            kept[count++] = text[i];
        after_separator = separator;
    }
    return after_separator ? SIZE_MAX : count;
}

#endif

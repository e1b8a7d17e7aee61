/* SPDX-License-Identifier: Apache-2.0
 *
 * Looks up the tables; Hangul syllables are computed (The Unicode Standard, section 3.12). */
#include "assay_text_forms.h"
#include "text_tables.h"

#define HANGUL_SYLLABLE 0xAC00u
#define HANGUL_LEADING 0x1100u
#define HANGUL_VOWEL 0x1161u
#define HANGUL_TRAILING 0x11A7u
#define LEADING_COUNT 19u
#define VOWEL_COUNT 21u
#define TRAILING_COUNT 28u
#define SYLLABLE_COUNT (LEADING_COUNT * VOWEL_COUNT * TRAILING_COUNT)

static const assay_text_record *record(uint32_t scalar) {
    if (scalar >= 0x110000)
        scalar = 0;
    return &assay_text_records[assay_text_blocks[assay_text_index[scalar >> 7] * 128u + (scalar & 127u)]];
}

uint32_t assay_text_version(void) { return assay_text_unicode_version; }

uint8_t assay_text_combining_class(uint32_t scalar) { return record(scalar)->combining_class; }

int assay_text_can_be_second(uint32_t scalar) { return record(scalar)->can_be_second; }

static uint32_t decompose_hangul(uint32_t syllable, uint32_t *out) {
    uint32_t vowels = syllable / TRAILING_COUNT;
    out[0] = HANGUL_LEADING + vowels / VOWEL_COUNT;
    out[1] = HANGUL_VOWEL + vowels % VOWEL_COUNT;
    out[2] = HANGUL_TRAILING + syllable % TRAILING_COUNT;
    return syllable % TRAILING_COUNT ? 3 : 2;
}

uint32_t assay_text_replace(uint32_t scalar, uint32_t what, uint32_t out[ASSAY_TEXT_LONGEST]) {
    if (what != ASSAY_TEXT_CASE_FOLD && scalar - HANGUL_SYLLABLE < SYLLABLE_COUNT)
        return decompose_hangul(scalar - HANGUL_SYLLABLE, out);
    const assay_text_record *found = record(scalar);
    uint32_t place = what == ASSAY_TEXT_CANONICAL    ? found->canonical
                     : what == ASSAY_TEXT_COMPATIBLE ? found->compatible
                                                     : found->fold;
    uint32_t count = what == ASSAY_TEXT_CANONICAL    ? found->canonical_count
                     : what == ASSAY_TEXT_COMPATIBLE ? found->compatible_count
                                                     : found->fold_count;
    if (count == 0) {
        out[0] = scalar;
        return 1;
    }
    for (uint32_t index = 0; index < count; index++)
        out[index] = assay_text_scalars[place + index];
    return count;
}

int assay_text_stays(uint32_t scalar, uint32_t form) {
    const assay_text_record *found = record(scalar);
    int is_syllable = scalar - HANGUL_SYLLABLE < SYLLABLE_COUNT;
    switch (form) {
    case ASSAY_TEXT_IN_NFC:
        return !found->leaves_nfc;
    case ASSAY_TEXT_IN_NFKC:
        return !found->leaves_nfkc;
    case ASSAY_TEXT_IN_NFD:
        return !is_syllable && found->canonical_count == 0;
    default:
        return !is_syllable && found->compatible_count == 0;
    }
}

static uint32_t compose_hangul(uint32_t first, uint32_t second) {
    if (first - HANGUL_LEADING < LEADING_COUNT && second - HANGUL_VOWEL < VOWEL_COUNT)
        return HANGUL_SYLLABLE +
               ((first - HANGUL_LEADING) * VOWEL_COUNT + second - HANGUL_VOWEL) * TRAILING_COUNT;
    uint32_t syllable = first - HANGUL_SYLLABLE;
    uint32_t trailing = second - HANGUL_TRAILING;
    int is_open = syllable < SYLLABLE_COUNT && syllable % TRAILING_COUNT == 0;
    return is_open && trailing - 1 < TRAILING_COUNT - 1 ? first + trailing : 0;
}

uint32_t assay_text_compose(uint32_t first, uint32_t second) {
    uint32_t low = 0;
    uint32_t high = assay_text_composition_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const uint32_t *entry = &assay_text_compositions[middle * 3];
        if (entry[0] == first && entry[1] == second)
            return entry[2];
        if (entry[0] < first || (entry[0] == first && entry[1] < second))
            low = middle + 1;
        else
            high = middle;
    }
    return compose_hangul(first, second);
}

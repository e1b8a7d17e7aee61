// SPDX-License-Identifier: Apache-2.0
//
// Masks by vectors of 16 bytes.

#include "scan.h"
#include "value_test.h"

#ifdef ASSAY_SCANS_X86
#include <tmmintrin.h>

#define LEVEL __attribute__((target("ssse3")))

LEVEL static inline __attribute__((always_inline)) __m128i load16(const uint8_t *bytes) {
    __m128i vector;
    memcpy(&vector, bytes, sizeof vector);
    return vector;
}

// Tells whether each byte is of a group that is at its place.
LEVEL static inline __attribute__((always_inline)) bool
fits(const assay_scan_places *places, const uint8_t *bytes, size_t length, uint64_t inside) {
    if (!(places->lengths >> length & 1))
        return false;
    const __m128i nibble = _mm_set1_epi8(15);
    uint64_t wrong = 0;
    for (unsigned place = 0; place < length; place += 16) {
        __m128i text = load16(bytes + place);
        __m128i low = _mm_shuffle_epi8(load16(places->low), _mm_and_si128(text, nibble));
        __m128i high = _mm_shuffle_epi8(load16(places->high), _mm_and_si128(_mm_srli_epi16(text, 4), nibble));
        __m128i groups = _mm_and_si128(_mm_and_si128(low, high), load16(places->groups + place));
        uint16_t none = (uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(groups, _mm_setzero_si128()));
        wrong |= (uint64_t)none << place;
    }
    return (wrong & inside) == 0;
}

LEVEL static inline __attribute__((always_inline)) bool matches(const assay_scan *scan, const uint8_t *text,
                                                                size_t length) {
    uint8_t copy[BLOCK];
    uint64_t masks[ASSAY_SCAN_CLASSES] = {0};
    const uint8_t *bytes = readable_block(text, length, copy);
    const uint64_t inside = (UINT64_C(1) << length) - 1;
    if (scan->places.lengths)
        return fits(&scan->places, bytes, length, inside);
    const __m128i nibble = _mm_set1_epi8(15);
    const __m128i bits = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
    uint64_t beyond = 0;
    for (unsigned start = 0; start < length; start += 16) {
        __m128i part = load16(bytes + start);
        __m128i low = _mm_and_si128(part, nibble);
        __m128i rows = _mm_shuffle_epi8(bits, _mm_and_si128(_mm_srli_epi16(part, 4), nibble));
        beyond |= (uint64_t)(uint16_t)_mm_movemask_epi8(part) << start;
        for (uint32_t number = 0; number < scan->class_count; number++) {
            __m128i class_rows = load16(scan->low[number]);
            __m128i found = _mm_and_si128(_mm_shuffle_epi8(class_rows, low), rows);
            uint16_t none = (uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(found, _mm_setzero_si128()));
            masks[number] |= (uint64_t)(uint16_t)~none << start;
        }
    }
    for (uint32_t number = 0; number < scan->class_count; number++) {
        masks[number] = (masks[number] | (beyond & scan->beyond[number])) & inside;
    }
    return run_steps(scan, bytes, masks, (unsigned)length);
}

SCAN_LEVEL(assay_simd_ssse3, LEVEL, matches)
#endif

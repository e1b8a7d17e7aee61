// SPDX-License-Identifier: Apache-2.0
//
// Masks by vectors of 64 bytes: a text at once.

#include "scan.h"
#include "value_test.h"

#ifdef ASSAY_SCANS_X86
#include <immintrin.h>

#define LEVEL __attribute__((target("avx512f,avx512bw,avx512vl,bmi,bmi2,lzcnt")))

// Sixteen bytes, four times.
LEVEL static inline __attribute__((always_inline)) __m512i four_times(const uint8_t *bytes) {
    __m128i vector;
    memcpy(&vector, bytes, sizeof vector);
    return _mm512_broadcast_i32x4(vector);
}

LEVEL static inline __attribute__((always_inline)) __m512i lower_halves(__m512i bytes) {
    return _mm512_and_si512(bytes, _mm512_set1_epi8(15));
}

LEVEL static inline __attribute__((always_inline)) __m512i upper_halves(__m512i bytes) {
    return lower_halves(_mm512_srli_epi16(bytes, 4));
}

// Tells whether each byte is of a group that is at its place.
LEVEL static inline __attribute__((always_inline)) bool fits(const assay_scan_places *places, __m512i text,
                                                             size_t length, uint64_t inside) {
    if (!(places->lengths >> length & 1))
        return false;
    const __m512i low = _mm512_shuffle_epi8(four_times(places->low), lower_halves(text));
    const __m512i high = _mm512_shuffle_epi8(four_times(places->high), upper_halves(text));
    const __m512i groups = _mm512_loadu_si512(places->groups);
    return _mm512_mask_testn_epi8_mask(inside, _mm512_and_si512(low, high), groups) == 0;
}

// The bit of each row of a class; none for the upper halves of bytes beyond ASCII.
LEVEL static inline __attribute__((always_inline)) __m512i row_bits(void) {
    return _mm512_broadcast_i32x4(_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
}

LEVEL static inline __attribute__((always_inline)) bool matches(const assay_scan *scan, const uint8_t *bytes,
                                                                size_t length) {
    const uint64_t inside = (UINT64_C(1) << length) - 1;
    // What is outside of the text is not read.
    const __m512i text = _mm512_maskz_loadu_epi8(inside, bytes);
    if (scan->places.lengths)
        return fits(&scan->places, text, length, inside);
    const __m512i low = lower_halves(text);
    // No row for what is outside of the text or beyond ASCII: it belongs to no class.
    const __m512i rows = _mm512_maskz_shuffle_epi8(inside, row_bits(), upper_halves(text));
    uint64_t masks[ASSAY_SCAN_CLASSES];
    for (uint32_t number = 0; number < scan->class_count; number++)
        masks[number] = _mm512_test_epi8_mask(_mm512_shuffle_epi8(four_times(scan->low[number]), low), rows);
    const uint64_t beyond = _mm512_movepi8_mask(text);
    if (__builtin_expect(beyond != 0, 0)) {
        for (uint32_t number = 0; number < scan->class_count; number++)
            masks[number] |= beyond & scan->beyond[number];
    }
    uint8_t block[BLOCK];
    _mm512_storeu_si512(block, text);
    return run_steps(scan, block, masks, (unsigned)length);
}

LEVEL static inline __attribute__((always_inline)) uint64_t mask_of(const assay_scan *scan,
                                                                    unsigned class_number,
                                                                    const uint8_t *block) {
    const __m512i text = _mm512_loadu_si512(block);
    const __m512i rows = _mm512_shuffle_epi8(row_bits(), upper_halves(text));
    const __m512i columns = _mm512_shuffle_epi8(four_times(scan->low[class_number]), lower_halves(text));
    return _mm512_test_epi8_mask(columns, rows) | (_mm512_movepi8_mask(text) & scan->beyond[class_number]);
}

MATCH_ANY_LENGTH(LEVEL, matches, mask_of)
SCAN_LEVEL(assay_simd_avx512, LEVEL, matches_any)
#endif

// SPDX-License-Identifier: Apache-2.0
//
// Vectors of 16 bytes by SSSE3.

#include "scan.h"
#include "value_test.h"

#ifdef ASSAY_SCANS_X86
#include <tmmintrin.h>

#define LEVEL __attribute__((target("ssse3")))

typedef __m128i vector;

LEVEL static inline __attribute__((always_inline)) vector lower_halves(vector bytes) {
    return _mm_and_si128(bytes, _mm_set1_epi8(15));
}

LEVEL static inline __attribute__((always_inline)) vector upper_halves(vector bytes) {
    return lower_halves(_mm_srli_epi16(bytes, 4));
}

LEVEL static inline __attribute__((always_inline)) vector look_up(vector table, vector halves) {
    return _mm_shuffle_epi8(table, halves);
}

LEVEL static inline __attribute__((always_inline)) uint16_t overlap(vector one, vector other) {
    const vector none = _mm_cmpeq_epi8(_mm_and_si128(one, other), _mm_setzero_si128());
    return (uint16_t)~_mm_movemask_epi8(none);
}

LEVEL static inline __attribute__((always_inline)) uint16_t beyond_ascii(vector bytes) {
    return (uint16_t)_mm_movemask_epi8(bytes);
}

#include "scan16.h"

SCAN_LEVEL(assay_simd_ssse3, LEVEL, matches_any)
#endif

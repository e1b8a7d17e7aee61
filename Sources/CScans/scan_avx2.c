// SPDX-License-Identifier: Apache-2.0
//
// Masks by vectors of 32 bytes.

#include "scan.h"
#include "value_test.h"

#ifdef ASSAY_SCANS_X86
#include <immintrin.h>

#define LEVEL __attribute__((target("avx2,bmi")))

typedef struct {
    __m256i low, rows;
    uint32_t beyond;
} block;

LEVEL static inline __attribute__((always_inline)) __m256i load32(const uint8_t *bytes) {
    __m256i vector;
    memcpy(&vector, bytes, sizeof vector);
    return vector;
}

LEVEL static inline __attribute__((always_inline)) __m128i load16(const uint8_t *bytes) {
    __m128i vector;
    memcpy(&vector, bytes, sizeof vector);
    return vector;
}

LEVEL static inline __attribute__((always_inline)) block look_at(const uint8_t *text) {
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i bits =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
    __m256i bytes = load32(text);
    block block = {
        .low = _mm256_and_si256(bytes, nibble),
        .rows = _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibble)),
        .beyond = (uint32_t)_mm256_movemask_epi8(bytes),
    };
    return block;
}

LEVEL static inline __attribute__((always_inline)) uint32_t mask_of(block block, __m256i class_rows) {
    __m256i found = _mm256_and_si256(_mm256_shuffle_epi8(class_rows, block.low), block.rows);
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(found, _mm256_setzero_si256()));
}

LEVEL static inline __attribute__((always_inline)) bool matches(const assay_scan *scan, const uint8_t *text,
                                                                size_t length) {
    uint8_t copy[BLOCK];
    uint64_t masks[ASSAY_SCAN_CLASSES];
    const uint8_t *bytes = readable_block(text, length, copy);
    const uint64_t inside = (UINT64_C(1) << length) - 1;
    const block first = look_at(bytes);
    if (length <= 32) {
        for (uint32_t number = 0; number < scan->class_count; number++) {
            const assay_scan_class *class = &scan->classes[number];
            __m256i rows = _mm256_broadcastsi128_si256(load16(class->low));
            masks[number] = (mask_of(first, rows) | (first.beyond & class->beyond)) & inside;
        }
    } else {
        const block second = look_at(bytes + 32);
        const uint64_t beyond = first.beyond | (uint64_t)second.beyond << 32;
        for (uint32_t number = 0; number < scan->class_count; number++) {
            const assay_scan_class *class = &scan->classes[number];
            __m256i rows = _mm256_broadcastsi128_si256(load16(class->low));
            uint64_t mask = mask_of(first, rows) | (uint64_t)mask_of(second, rows) << 32;
            masks[number] = (mask | (beyond & class->beyond)) & inside;
        }
    }
    return run_steps(scan, bytes, masks, (unsigned)length);
}

LEVEL static bool scan(const assay_scan *scan, const uint8_t *text, size_t length) {
    return matches(scan, text, length);
}

LEVEL static size_t scan_rows(const assay_scan *scan, const assay_value *column, const uint32_t *rows,
                              size_t first, size_t count, assay_scan_outcome *outcome) {
    SCAN_ROWS(matches);
}

VALUE_TESTS(LEVEL, matches)

const assay_simd_functions assay_simd_avx2 = {scan, scan_rows, test, test_rows};
#endif

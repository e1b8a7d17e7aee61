// SPDX-License-Identifier: Apache-2.0
//
// Masks by vectors of 32 bytes.

#include "scan.h"
#include "value_test.h"

#ifdef ASSAY_SCANS_X86
#include <immintrin.h>

#define LEVEL __attribute__((target("avx2,bmi")))

// What is known of 32 bytes: the place of each in the rows of a class, and which are beyond ASCII.
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

LEVEL static inline __attribute__((always_inline)) block look_at(__m256i bytes) {
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i bits =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
    block block = {
        .low = _mm256_and_si256(bytes, nibble),
        .rows = _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibble)),
        .beyond = (uint32_t)_mm256_movemask_epi8(bytes),
    };
    return block;
}

// Which bytes belong to a class; those beyond ASCII are always said to, and are for the caller to take away.
LEVEL static inline __attribute__((always_inline)) uint32_t mask_of(block block, __m256i class_rows) {
    __m256i found = _mm256_and_si256(_mm256_shuffle_epi8(class_rows, block.low), block.rows);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(found, block.rows));
}

LEVEL static inline __attribute__((always_inline)) __m256i twice(const uint8_t *bytes) {
    return _mm256_broadcastsi128_si256(load16(bytes));
}

// Fills in the masks of a text's classes; returns which bytes of it are beyond ASCII.
LEVEL static inline __attribute__((always_inline)) uint64_t find_classes(const assay_scan *scan,
                                                                         const uint8_t *bytes, size_t length,
                                                                         uint64_t inside, uint64_t *masks) {
    const uint32_t count = scan->class_count;
    if (length <= 16) {
        // Two classes at once, each in one half of the vector.
        const block only = look_at(twice(bytes));
        const uint32_t ascii = (uint32_t)inside & ~only.beyond;
        for (uint32_t number = 0; number < count; number += 2) {
            uint32_t both = mask_of(only, load32(scan->low[number]));
            masks[number] = both & ascii;
            masks[number + 1] = both >> 16 & ascii;
        }
        return only.beyond & inside;
    }
    const block first = look_at(load32(bytes));
    if (length <= 32) {
        const uint32_t ascii = (uint32_t)inside & ~first.beyond;
        for (uint32_t number = 0; number < count; number++)
            masks[number] = mask_of(first, twice(scan->low[number])) & ascii;
        return first.beyond & inside;
    }
    const block second = look_at(load32(bytes + 32));
    const uint64_t beyond = first.beyond | (uint64_t)second.beyond << 32;
    const uint64_t ascii = inside & ~beyond;
    for (uint32_t number = 0; number < count; number++) {
        const __m256i rows = twice(scan->low[number]);
        masks[number] = (mask_of(first, rows) | (uint64_t)mask_of(second, rows) << 32) & ascii;
    }
    return beyond & inside;
}

// Which of 32 bytes from a place on are of no group that is there.
LEVEL static inline __attribute__((always_inline)) uint32_t misplaced(const assay_scan_places *places,
                                                                      const uint8_t *bytes, unsigned place) {
    const __m256i nibble = _mm256_set1_epi8(15), text = load32(bytes + place);
    const __m256i low = _mm256_shuffle_epi8(twice(places->low), _mm256_and_si256(text, nibble));
    const __m256i high =
        _mm256_shuffle_epi8(twice(places->high), _mm256_and_si256(_mm256_srli_epi16(text, 4), nibble));
    const __m256i groups = _mm256_and_si256(_mm256_and_si256(low, high), load32(places->groups + place));
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(groups, _mm256_setzero_si256()));
}

LEVEL static inline __attribute__((always_inline)) bool
fits(const assay_scan_places *places, const uint8_t *bytes, size_t length, uint64_t inside) {
    if (!(places->lengths >> length & 1))
        return false;
    uint64_t wrong = misplaced(places, bytes, 0);
    if (length > 32)
        wrong |= (uint64_t)misplaced(places, bytes, 32) << 32;
    return (wrong & inside) == 0;
}

LEVEL static inline __attribute__((always_inline)) bool matches(const assay_scan *scan, const uint8_t *text,
                                                                size_t length) {
    _Static_assert(ASSAY_SCAN_CLASSES % 2 == 0, "classes go in pairs");
    uint8_t copy[BLOCK];
    uint64_t masks[ASSAY_SCAN_CLASSES];
    const uint8_t *bytes = readable_block(text, length, copy);
    const uint64_t inside = (UINT64_C(1) << length) - 1;
    if (scan->places.lengths)
        return fits(&scan->places, bytes, length, inside);
    const uint64_t beyond = find_classes(scan, bytes, length, inside, masks);
    if (__builtin_expect(beyond != 0, 0)) {
        for (uint32_t number = 0; number < scan->class_count; number++)
            masks[number] |= beyond & scan->beyond[number];
    }
    return run_steps(scan, bytes, masks, (unsigned)length);
}

LEVEL static inline __attribute__((always_inline)) uint64_t block_mask_of(const assay_scan *scan,
                                                                          unsigned class_number,
                                                                          const uint8_t *bytes) {
    const block first = look_at(load32(bytes)), second = look_at(load32(bytes + 32));
    const __m256i rows = twice(scan->low[class_number]);
    const uint64_t found = mask_of(first, rows) | (uint64_t)mask_of(second, rows) << 32;
    const uint64_t beyond = first.beyond | (uint64_t)second.beyond << 32;
    return (found & ~beyond) | (beyond & scan->beyond[class_number]);
}

MATCH_ANY_LENGTH(LEVEL, matches, block_mask_of)
SCAN_LEVEL(assay_simd_avx2, LEVEL, matches_any)
#endif

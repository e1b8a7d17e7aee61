/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts code points of valid UTF-8: the bytes that continue none. In C, where vectors of bytes are compared
 * with few instructions on every processor. */
#include "code_points.h"
#include "digits.h"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef int8_t vector __attribute__((vector_size(32)));
enum { LANES = sizeof(vector) };

/* The sum of lanes, none of which is negative. */
static inline uint64_t sum_of(const vector *lanes) {
#if defined(__SSE2__)
    __m128i halves[2];
    memcpy(halves, lanes, sizeof halves);
    const __m128i zero = _mm_setzero_si128();
    const __m128i sums = _mm_add_epi64(_mm_sad_epu8(halves[0], zero), _mm_sad_epu8(halves[1], zero));
    return (uint64_t)_mm_cvtsi128_si64(sums) + (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(sums, sums));
#else
    uint64_t words[LANES / 8], pairs = 0;
    memcpy(words, lanes, sizeof words);
    for (int word = 0; word < LANES / 8; word++)
        pairs += (words[word] & EACH_PAIR(0xFF)) + (words[word] >> 8 & EACH_PAIR(0xFF));
    return pairs * EACH_PAIR(1) >> 48;
#endif
}

/* How many of eight bytes continue no code point: those without the top bit, or with the one below it. */
static inline uint64_t count_in_word(uint64_t word) {
    return ((~word >> 7 | word >> 6) & EACH_BYTE(1)) * EACH_BYTE(1) >> 56;
}

uint64_t assay_code_points(const uint8_t *text, uint64_t length) {
    uint64_t count = 0;
    uint64_t at = 0;
    while (length - at >= LANES) {
        /* A lane counts up to 127 before it would overflow. */
        uint64_t blocks = (length - at) / LANES < 127 ? (length - at) / LANES : 127;
        vector lanes = {0};
        for (uint64_t end = at + blocks * LANES; at < end; at += LANES) {
            vector bytes;
            memcpy(&bytes, text + at, LANES);
            /* Continuation bytes are 0x80 to 0xBF, below -64 as signed numbers. A true lane is -1. */
            lanes -= bytes > -65;
        }
        count += sum_of(&lanes);
    }
    for (; length - at >= 8; at += 8) {
        count += count_in_word(load_eight(text + at));
    }
    for (; at < length; at++) {
        count += (int8_t)text[at] > -65;
    }
    return count;
}

int assay_compare_code_points(const uint8_t *text, uint64_t length, uint64_t least, uint64_t most) {
    enum { PART = 8 * LANES };
    uint64_t count = 0;
    for (uint64_t at = 0;;) {
        const uint64_t rest = length - at;
        /* A code point has one to four bytes; the rest may begin with up to three of one that is counted. */
        const uint64_t fewest = count + rest / 4, most_left = count + rest;
        if (fewest > most)
            return 1;
        if (most_left < least)
            return -1;
        if (fewest >= least && most_left <= most)
            return 0;
        const uint64_t part = rest < PART ? rest : PART;
        count += assay_code_points(text + at, part);
        at += part;
    }
}

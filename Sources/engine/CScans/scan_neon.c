// SPDX-License-Identifier: Apache-2.0
//
// Vectors of 16 bytes by NEON.

#include "scan.h"
#include "value_test.h"

#ifdef ASSAY_SCANS_NEON
#include <arm_neon.h>

// Every processor has these instructions.
#define LEVEL

typedef uint8x16_t vector;

LEVEL static inline __attribute__((always_inline)) vector lower_halves(vector bytes) {
    return vandq_u8(bytes, vdupq_n_u8(15));
}

LEVEL static inline __attribute__((always_inline)) vector upper_halves(vector bytes) {
    return vshrq_n_u8(bytes, 4);
}

LEVEL static inline __attribute__((always_inline)) vector look_up(vector table, vector halves) {
    return vqtbl1q_u8(table, halves);
}

LEVEL static inline __attribute__((always_inline)) uint16_t overlap(vector one, vector other) {
    static const uint8_t place_bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    vector bits = vandq_u8(vtstq_u8(one, other), vld1q_u8(place_bits));
    // The sum of neighbors, three times, is that of eight bytes, no two of which have the same bit.
    for (int times = 0; times < 3; times++)
        bits = vpaddq_u8(bits, bits);
    return vgetq_lane_u16(vreinterpretq_u16_u8(bits), 0);
}

LEVEL static inline __attribute__((always_inline)) uint16_t beyond_ascii(vector bytes) {
    return overlap(bytes, vdupq_n_u8(0x80));
}

#include "scan16.h"

SCAN_LEVEL(assay_simd_neon, LEVEL, matches_any)
#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts code points of valid UTF-8: the bytes that continue none. In C, where the loop becomes vector
 * instructions. */
#ifndef ASSAY_CODE_POINTS_H
#define ASSAY_CODE_POINTS_H
#include <stdint.h>

/* `text` may be NULL when `length` is 0. O(length), no allocation. */
static inline uint64_t assay_code_points(const uint8_t *text, uint64_t length) {
    uint64_t count = 0;
    uint64_t at = 0;
    while (length - at >= 16) {
        /* A lane counts to 255 before it would overflow. */
        uint64_t blocks = (length - at) / 16 < 255 ? (length - at) / 16 : 255;
        uint8_t lanes[16] = {0};
        for (uint64_t end = at + blocks * 16; at < end; at += 16) {
            for (int lane = 0; lane < 16; lane++) {
                lanes[lane] = (uint8_t)(lanes[lane] + ((int8_t)text[at + (uint64_t)lane] > -65));
            }
        }
        for (int lane = 0; lane < 16; lane++) {
            count += lanes[lane];
        }
    }
    for (; at < length; at++) {
        count += (int8_t)text[at] > -65;
    }
    return count;
}

#endif

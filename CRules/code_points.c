/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts code points of valid UTF-8: the bytes that continue none. In C, where vectors of bytes are compared
 * with few instructions on every processor. */
#include "code_points.h"

#include <string.h>

typedef int8_t vector __attribute__((vector_size(32)));
enum { LANES = sizeof(vector) };

uint64_t assay_code_points(const uint8_t *text, uint64_t length) {
    uint64_t count = 0;
    uint64_t at = 0;
    while (length - at >= LANES) {
        /* A lane counts down to -127 before it would overflow. */
        uint64_t blocks = (length - at) / LANES < 127 ? (length - at) / LANES : 127;
        vector lanes = {0};
        for (uint64_t end = at + blocks * LANES; at < end; at += LANES) {
            vector bytes;
            memcpy(&bytes, text + at, LANES);
            /* Continuation bytes are 0x80 to 0xBF, below -64 as signed numbers. A true lane is -1. */
            lanes += bytes > -65;
        }
        for (int lane = 0; lane < LANES; lane++) {
            count += (uint64_t)(-(int)lanes[lane]);
        }
    }
    for (; at < length; at++) {
        count += (int8_t)text[at] > -65;
    }
    return count;
}

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DIGIT_SUM_H
#define DIGIT_SUM_H
#include <stdint.h>

/* The sum of ASCII digits, or -1 for any other text. */
static inline int64_t digit_sum(const uint8_t *text, uint64_t length) {
    int64_t sum = length > 0 ? 0 : -1;
    for (uint64_t index = 0; index < length; index++) {
        if (text[index] < '0' || text[index] > '9')
            return -1;
        sum += text[index] - '0';
    }
    return sum;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * luhn.h: the sum of ISO/IEC 7812-1 annex B over digits that are known to be digits. */
#ifndef ASSAY_LUHN_H
#define ASSAY_LUHN_H
#include "digits.h"

/* The part of eight digits (values 0...9 in the bytes of the word) whose last one is not doubled. */
static inline uint64_t luhn_sum_of_eight(uint64_t digits) {
    uint64_t doubled = (digits & EACH_PAIR(0x00FF)) * 2;
    uint64_t tens = (doubled + EACH_PAIR(6)) >> 4 & EACH_PAIR(1); /* 1 where doubled is 10 or more */
    uint64_t sums = doubled - tens * 9 + (digits >> 8 & EACH_PAIR(0x00FF));
    return sums * EACH_PAIR(1) >> 48;
}

/* `count` digits; returns the whole sum, the check digit included. Reads no byte outside of them. */
static inline uint64_t luhn_sum(const uint8_t *digits, size_t count) {
    uint64_t sum = 0;
    size_t rest = count;
    for (; rest >= 8; rest -= 8)
        sum += luhn_sum_of_eight(load_eight(digits + rest - 8) & EACH_BYTE(0x0F));
    if (rest == 0)
        return sum;
    uint64_t head = 0;
    if (count >= 8)
        head = load_eight(digits) & EACH_BYTE(0x0F);
    else
        for (size_t i = 0; i < rest; i++)
            head |= (uint64_t)(digits[i] & 0x0Fu) << 8 * i;
    return sum + luhn_sum_of_eight(head << 8 * (8 - rest));
}

static inline bool luhn_holds(const uint8_t *digits, size_t count) {
    return luhn_sum(digits, count) % 10 == 0;
}

#endif

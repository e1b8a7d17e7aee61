/* SPDX-License-Identifier: Apache-2.0
 *
 * base58.h: the digits of base 58 as Bitcoin orders them: no 0, O, I and l. */
#ifndef ASSAY_BASE58_H
#define ASSAY_BASE58_H
#include "characters.h"

#define NOT_BASE58 58u

/* The value of a digit, or NOT_BASE58. */
static inline unsigned base58_value(uint8_t byte) {
    if (is_digit(byte))
        return byte == '0' ? NOT_BASE58 : byte - 49u;
    if (is_upper(byte))
        return byte == 'I' || byte == 'O' ? NOT_BASE58 : 9u + (byte - 65u) - (byte > 'I') - (byte > 'O');
    if (is_class(byte, CLASS_LOWER))
        return byte == 'l' ? NOT_BASE58 : 33u + (byte - 97u) - (byte > 'l');
    return NOT_BASE58;
}

#endif

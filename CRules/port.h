/* SPDX-License-Identifier: Apache-2.0
 *
 * port.h: port numbers (RFC 9293, RFC 768) in decimal, without sign and leading zeros.
 */
#ifndef ASSAY_PORT_H
#define ASSAY_PORT_H
#include "digits.h"

#define LAST_PORT 65535u
#define NO_PORT UINT32_MAX

/* The number, some number above LAST_PORT for a greater one, or NO_PORT for other texts. */
static inline uint32_t read_port(const uint8_t *text, uint64_t length) {
    uint32_t number = 0;
    if (length == 0 || !are_digits(text, length) || (length > 1 && text[0] == '0'))
        return NO_PORT;
    for (uint64_t i = 0; i < length && i < 6; i++)
        number = number * 10 + (text[i] & 0x0Fu);
    return number;
}

#endif

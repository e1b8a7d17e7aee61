/* SPDX-License-Identifier: Apache-2.0 */
#include "punycode.h"

#include "characters.h"

#include <string.h>

enum { BASE = 36, T_MIN = 1, T_MAX = 26, SKEW = 38, DAMP = 700, FIRST_BIAS = 72, FIRST_POINT = 0x80 };

/* a-z are 0...25, 0-9 are 26...35; BASE for any other byte. */
static uint32_t digit_value(uint8_t byte) {
    if (is_digit(byte))
        return byte - '0' + 26u;
    return is_class(byte, CLASS_ALPHA) ? (byte | 0x20u) - 'a' : BASE;
}

static uint32_t adapted_bias(uint32_t delta, uint32_t count, bool first) {
    delta = first ? delta / DAMP : delta / 2;
    delta += delta / count;
    uint32_t k = 0;
    for (; delta > (BASE - T_MIN) * T_MAX / 2; k += BASE)
        delta /= BASE - T_MIN;
    return k + (BASE - T_MIN + 1) * delta / (delta + SKEW);
}

/* Reads a number of variable length and adds it to *sum; returns what follows, or NULL. */
static const uint8_t *read_delta(const uint8_t *at, const uint8_t *end, uint32_t bias, uint32_t *sum) {
    uint32_t weight = 1;
    for (uint32_t k = BASE; at < end; k += BASE) {
        uint32_t digit = digit_value(*at++);
        uint32_t threshold = k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
        uint32_t product;
        if (digit == BASE || __builtin_mul_overflow(digit, weight, &product) ||
            __builtin_add_overflow(*sum, product, sum))
            return NULL;
        if (digit < threshold)
            return at;
        if (__builtin_mul_overflow(weight, BASE - threshold, &weight))
            return NULL;
    }
    return NULL;
}

/* Copies what precedes the last hyphen; returns where the numbers begin. */
static size_t copy_basic(const uint8_t *text, size_t length, uint32_t *points, size_t *count) {
    size_t basic = length;
    while (basic > 0 && text[basic - 1] != '-')
        basic--;
    if (basic <= 1) /* a hyphen that begins the text separates nothing */
        return 0;
    for (*count = 0; *count < basic - 1; ++*count) {
        uint8_t byte = text[*count];
        points[*count] = is_class(byte, CLASS_UPPER) ? byte | 0x20u : byte;
    }
    return basic;
}

size_t assay_decode_punycode(const uint8_t *text, size_t length, uint32_t points[PUNYCODE_CAPACITY]) {
    size_t count = 0;
    if (length == 0 || length > PUNYCODE_CAPACITY)
        return 0;
    const uint8_t *at = text + copy_basic(text, length, points, &count), *end = text + length;
    if (at == end)
        return 0;
    uint32_t point = FIRST_POINT, index = 0, bias = FIRST_BIAS;
    while (at < end) {
        uint32_t before = index, size = (uint32_t)count + 1;
        at = read_delta(at, end, bias, &index);
        if (!at || count == PUNYCODE_CAPACITY)
            return 0;
        bias = adapted_bias(index - before, size, before == 0);
        if (__builtin_add_overflow(point, index / size, &point) || point > 0x10FFFF ||
            (point >= 0xD800 && point <= 0xDFFF))
            return 0;
        index %= size;
        memmove(points + index + 1, points + index, (count - index) * sizeof *points);
        points[index++] = point;
        count++;
    }
    return count;
}

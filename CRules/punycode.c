/* SPDX-License-Identifier: Apache-2.0 */
#include "punycode.h"

#include "characters.h"

#include <stdbool.h>
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

static uint8_t digit_of(uint32_t value) { return (uint8_t)(value < 26 ? 'a' + value : '0' + value - 26); }

/* Writes a number of variable length; false where the text has no room for it. */
static bool write_delta(uint32_t delta, uint32_t bias, uint8_t *text, size_t *length) {
    for (uint32_t k = BASE; *length < PUNYCODE_CAPACITY; k += BASE) {
        uint32_t threshold = k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
        if (delta < threshold) {
            text[(*length)++] = digit_of(delta);
            return true;
        }
        text[(*length)++] = digit_of(threshold + (delta - threshold) % (BASE - threshold));
        delta = (delta - threshold) / (BASE - threshold);
    }
    return false;
}

static uint32_t least_from(const uint32_t *points, size_t count, uint32_t lowest) {
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < count; i++)
        if (points[i] >= lowest && points[i] < least)
            least = points[i];
    return least;
}

static size_t write_basic(const uint32_t *points, size_t count, uint8_t *text) {
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        if (points[i] < FIRST_POINT)
            text[length++] = (uint8_t)points[i];
    return length;
}

size_t assay_encode_punycode(const uint32_t *points, size_t count, uint8_t text[PUNYCODE_CAPACITY]) {
    if (count == 0 || count > PUNYCODE_CAPACITY)
        return 0;
    size_t length = write_basic(points, count, text), done = length, basic = length;
    if (length == PUNYCODE_CAPACITY)
        return 0;
    if (length > 0)
        text[length++] = '-';
    uint32_t point = FIRST_POINT, delta = 0, bias = FIRST_BIAS;
    while (done < count) {
        /* At most 0x110000 * 64: no overflow. */
        uint32_t next = least_from(points, count, point);
        delta += (next - point) * (uint32_t)(done + 1);
        point = next;
        for (size_t i = 0; i < count; i++) {
            delta += points[i] < point;
            if (points[i] != point)
                continue;
            if (!write_delta(delta, bias, text, &length))
                return 0;
            bias = adapted_bias(delta, (uint32_t)done + 1, done == basic);
            delta = 0;
            done++;
        }
        delta++;
        point++;
    }
    return length;
}

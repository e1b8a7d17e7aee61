/* SPDX-License-Identifier: Apache-2.0 */
#include "color_text.h"

enum { KEPT = 4, MOST_WHOLE = 1000, MOST_EXPONENT = 1000000 };

/* A number as 0.d1d2d3... times ten to a power: the first digits, and whether there are others than 0 after
 * them. */
typedef struct {
    uint8_t digits[KEPT];
    size_t count;
    int32_t power;
    bool rest;
} decimal;

static bool reads_digit(const color_reader *reader) {
    return reader->at < reader->end && is_digit(*reader->at);
}

static void add_digit(decimal *decimal, uint8_t digit) {
    if (decimal->count < KEPT)
        decimal->digits[decimal->count++] = digit;
    else
        decimal->rest |= digit != 0;
}

/* Digits before the point and after it; whether there are any. A text has at most 256 bytes. */
static bool read_digits(color_reader *reader, decimal *decimal) {
    bool found = false;
    for (; reads_digit(reader); reader->at++, found = true) {
        if (decimal->count == 0 && *reader->at == '0')
            continue;
        decimal->power++;
        add_digit(decimal, *reader->at & 0x0Fu);
    }
    if (reader->end - reader->at < 2 || *reader->at != '.' || !is_digit(reader->at[1]))
        return found;
    for (reader->at++; reads_digit(reader); reader->at++) {
        if (decimal->count == 0 && *reader->at == '0')
            decimal->power--;
        else
            add_digit(decimal, *reader->at & 0x0Fu);
    }
    return true;
}

static void read_exponent(color_reader *reader, decimal *decimal) {
    const uint8_t *at = reader->at;
    if (at == reader->end || (*at | 0x20) != 'e')
        return;
    at++;
    bool negative = at < reader->end && *at == '-';
    at += at < reader->end && (*at == '+' || *at == '-');
    if (at == reader->end || !is_digit(*at))
        return;
    int32_t exponent = 0;
    for (; at < reader->end && is_digit(*at); at++)
        if (exponent < MOST_EXPONENT)
            exponent = exponent * 10 + (*at & 0x0F);
    reader->at = at;
    decimal->power += negative ? -exponent : exponent;
}

static void round_down(const decimal *decimal, color_number *number) {
    if (decimal->count == 0)
        return;
    if (decimal->power > 3) {
        number->whole = MOST_WHOLE;
        return;
    }
    size_t places = decimal->power > 0 ? (size_t)decimal->power : 0;
    for (size_t i = 0; i < places; i++)
        number->whole = number->whole * 10 + (i < decimal->count ? decimal->digits[i] : 0);
    number->fraction = decimal->rest;
    for (size_t i = places; i < decimal->count; i++)
        number->fraction |= decimal->digits[i] != 0;
}

color_number assay_read_color_number(color_reader *reader) {
    color_number number = {0};
    decimal decimal = {0};
    if (reader->at < reader->end && (*reader->at == '+' || *reader->at == '-'))
        number.negative = *reader->at++ == '-';
    number.found = read_digits(reader, &decimal);
    if (!number.found)
        return number;
    read_exponent(reader, &decimal);
    round_down(&decimal, &number);
    number.percent = takes_byte(reader, '%');
    return number;
}

color_number assay_read_color_part(color_reader *reader) {
    color_number none = {.found = true, .none = true};
    const uint8_t *start = reader->at;
    if (takes_word(reader, "none") && (reader->at == reader->end || !is_name_byte(*reader->at)))
        return none;
    reader->at = start;
    return assay_read_color_number(reader);
}

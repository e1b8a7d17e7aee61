/* SPDX-License-Identifier: Apache-2.0 */
#include "color_text.h"

#define MOST_THOUSANDTHS 2000000u

static bool reads_digit(const color_reader *reader) {
    return reader->at < reader->end && is_digit(*reader->at);
}

/* Digits before the point, and three after it. */
static void read_size(color_reader *reader, color_number *number) {
    uint32_t scale = 100;
    for (; reads_digit(reader); reader->at++, number->found = true)
        if (number->thousandths < MOST_THOUSANDTHS)
            number->thousandths = number->thousandths * 10 + (*reader->at & 0x0Fu) * 1000;
    if (number->thousandths > MOST_THOUSANDTHS)
        number->thousandths = MOST_THOUSANDTHS;
    if (reader->end - reader->at < 2 || *reader->at != '.' || !is_digit(reader->at[1]))
        return;
    bool rest = false;
    for (reader->at++; reads_digit(reader); reader->at++, number->found = true, scale /= 10) {
        number->thousandths += (*reader->at & 0x0Fu) * scale;
        rest |= scale == 0 && *reader->at != '0';
    }
    number->thousandths += rest; /* 255.0001 is more than 255 */
}

static void skip_exponent(color_reader *reader, color_number *number) {
    const uint8_t *at = reader->at;
    if (at == reader->end || (*at | 0x20) != 'e')
        return;
    at++;
    bool negative = at < reader->end && *at == '-';
    at += at < reader->end && (*at == '+' || *at == '-');
    if (at == reader->end || !is_digit(*at))
        return;
    while (at < reader->end && is_digit(*at))
        at++;
    reader->at = at;
    /* No more than whether the number is in a range matters: a large exponent leaves every one. */
    if (number->thousandths != 0)
        number->thousandths = negative ? 1 : MOST_THOUSANDTHS;
}

color_number assay_read_color_number(color_reader *reader) {
    color_number number = {0};
    if (reader->at < reader->end && (*reader->at == '+' || *reader->at == '-'))
        number.negative = *reader->at++ == '-';
    read_size(reader, &number);
    if (!number.found)
        return number;
    skip_exponent(reader, &number);
    number.percent = takes_byte(reader, '%');
    return number;
}

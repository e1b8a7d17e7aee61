/* SPDX-License-Identifier: Apache-2.0 */
#include "coordinate.h"

#include "digits.h"

typedef struct {
    const uint8_t *at, *end;
} reader;

/* One to three digits; -1 for none or more. */
static int takes_number(reader *reader) {
    int number = 0, count = 0;
    for (; reader->at < reader->end && is_digit(*reader->at); reader->at++)
        if (++count <= 3)
            number = number * 10 + (*reader->at & 0x0F);
    return count == 0 || count > 3 ? -1 : number;
}

/* A point and digits, if there are some: false where a point has none. Says whether one is not zero. */
static bool takes_fraction(reader *reader, bool *positive) {
    if (reader->at == reader->end || *reader->at != '.')
        return true;
    const uint8_t *start = ++reader->at;
    for (; reader->at < reader->end && is_digit(*reader->at); reader->at++)
        *positive |= *reader->at != '0';
    return reader->at > start;
}

assay_coordinate assay_check_degrees(const uint8_t *text, size_t length, unsigned limit) {
    reader reader = {text, text + length};
    bool fraction = false;
    if (length == 0 || length > COORDINATE_LONGEST)
        return COORDINATE_FORMAT;
    reader.at += *text == '+' || *text == '-';
    int degrees = takes_number(&reader);
    if (degrees < 0 || !takes_fraction(&reader, &fraction) || reader.at != reader.end)
        return COORDINATE_FORMAT;
    bool within = (unsigned)degrees < limit || ((unsigned)degrees == limit && !fraction);
    return within ? COORDINATE_RIGHT : COORDINATE_RANGE;
}

/* A mark in UTF-8 or in ASCII, with spaces before and after it. */
static bool takes_mark(reader *reader, const char *mark, uint8_t plain) {
    size_t count = strlen(mark);
    while (reader->at < reader->end && *reader->at == ' ')
        reader->at++;
    if (reader->at < reader->end && plain && *reader->at == plain)
        reader->at++;
    else if ((size_t)(reader->end - reader->at) >= count && memcmp(reader->at, mark, count) == 0)
        reader->at += count;
    else
        return false;
    while (reader->at < reader->end && *reader->at == ' ')
        reader->at++;
    return true;
}

assay_coordinate assay_check_dms(const uint8_t *text, size_t length, unsigned limit, const char *letters) {
    reader reader = {text, text + length};
    bool fraction = false;
    if (length == 0 || length > COORDINATE_LONGEST || !is_digit(*text))
        return COORDINATE_FORMAT;
    int degrees = takes_number(&reader);
    if (degrees < 0 || !takes_mark(&reader, "\xC2\xB0", 0))
        return COORDINATE_FORMAT;
    int minutes = takes_number(&reader);
    if (minutes < 0 || !takes_mark(&reader, "\xE2\x80\xB2", '\''))
        return COORDINATE_FORMAT;
    int seconds = takes_number(&reader);
    if (seconds < 0 || !takes_fraction(&reader, &fraction) || !takes_mark(&reader, "\xE2\x80\xB3", '"'))
        return COORDINATE_FORMAT;
    uint8_t letter =
        reader.end - reader.at == 1 && is_class(*reader.at, CLASS_ALPHA) ? *reader.at & 0xDFu : 0;
    if (letter == 0 || !strchr(letters, letter))
        return COORDINATE_FORMAT;
    bool whole = minutes == 0 && seconds == 0 && !fraction;
    bool within = (unsigned)degrees < limit || ((unsigned)degrees == limit && whole);
    return within && minutes < 60 && seconds < 60 ? COORDINATE_RIGHT : COORDINATE_RANGE;
}

assay_verdict assay_check_degrees_value(const assay_value *value, unsigned limit) {
    switch (value->kind) {
    case ASSAY_STR:
        switch (assay_check_degrees(value->as.ptr, value->len, limit)) {
        case COORDINATE_RIGHT:
            return assay_pass();
        case COORDINATE_FORMAT:
            return assay_fail(DEGREES_FORMAT);
        default:
            return assay_fail(DEGREES_RANGE);
        }
    case ASSAY_I64:
        return assay_pass_if(value->as.i64 >= -(int64_t)limit && value->as.i64 <= (int64_t)limit,
                             DEGREES_RANGE);
    case ASSAY_F64:
        return assay_pass_if(value->as.f64 >= -(double)limit && value->as.f64 <= (double)limit,
                             DEGREES_RANGE);
    case ASSAY_U64:
    case ASSAY_DECIMAL:
        return assay_fail(DEGREES_RANGE);
    default:
        return assay_not_text(value->kind);
    }
}

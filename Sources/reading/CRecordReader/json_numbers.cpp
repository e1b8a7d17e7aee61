// SPDX-License-Identifier: Apache-2.0
#include "json_numbers.hpp"
#include <charconv>
#include <cmath>

namespace reader {

namespace {

bool is_digit(uint8_t c) { return static_cast<uint8_t>(c - '0') <= 9; }

const uint8_t *skip_digits(const uint8_t *p, const uint8_t *limit) {
    while (p < limit && is_digit(*p))
        p++;
    return p;
}

// At least one digit, or NULL.
const uint8_t *some_digits(const uint8_t *p, const uint8_t *limit) {
    const uint8_t *end = skip_digits(p, limit);
    return end == p ? nullptr : end;
}

const uint8_t *integer_part(const uint8_t *p, const uint8_t *limit) {
    if (p < limit && *p == '-')
        p++;
    if (p < limit && *p == '0')
        return p + 1;
    return some_digits(p, limit);
}

// 10 to the power of the result is above the number's size, closely; a number of zeros gives a very small
// result.
int64_t decimal_magnitude(const uint8_t *p, const uint8_t *end) {
    if (*p == '-')
        p++;
    int64_t magnitude = 0, exponent = 0;
    bool in_fraction = false, seen_digit = false, exponent_is_negative = false;
    for (; p < end && (*p | 0x20) != 'e'; p++) {
        if (*p == '.') {
            in_fraction = true;
            continue;
        }
        seen_digit |= *p != '0';
        if (in_fraction && !seen_digit)
            magnitude--;
        if (!in_fraction && seen_digit)
            magnitude++;
    }
    if (!seen_digit)
        return INT64_MIN;
    if (p < end && ++p < end && (*p == '-' || *p == '+'))
        exponent_is_negative = *p++ == '-';
    for (; p < end && exponent < INT64_MAX / 20; p++)
        exponent = exponent * 10 + (*p - '0');
    return magnitude + (exponent_is_negative ? -exponent : exponent);
}

void set_decimal(const uint8_t *start, uint64_t length, assay_value &out) {
    out.kind = ASSAY_DECIMAL;
    out.flags = ASSAY_FLAG_ASCII;
    out.as.ptr = start;
    out.len = length;
}

// A text that is too long to be kept beside the double is kept in its place.
void set_double(const uint8_t *start, uint64_t length, double number, assay_value &out) {
    if (length >= (uint64_t{1} << (32 - ASSAY_SOURCE_TEXT_SHIFT)))
        return set_decimal(start, length, out);
    out.kind = ASSAY_F64;
    out.as.f64 = number;
    out.flags = ASSAY_FLAG_SOURCE_TEXT | static_cast<uint32_t>(length << ASSAY_SOURCE_TEXT_SHIFT);
    out.len = reinterpret_cast<uint64_t>(start);
}

void parse_double(const uint8_t *start, const uint8_t *end, assay_value &out) {
    double number = 0;
    const auto *first = reinterpret_cast<const char *>(start), *last = reinterpret_cast<const char *>(end);
    const auto result = std::from_chars(first, last, number);
    const auto length = static_cast<uint64_t>(end - start);
    const bool out_of_range = result.ec == std::errc::result_out_of_range || !std::isfinite(number);
    if (out_of_range && decimal_magnitude(start, end) > 0)
        return set_decimal(start, length, out);
    if (out_of_range)
        number = *start == '-' ? -0.0 : 0.0;
    set_double(start, length, number, out);
}

// Reads digits, a point and digits, at most 15 in all, of which a double holds each: the number is one exact
// division away. False: it is another number, or none.
bool parse_short_decimal(const uint8_t *start, const uint8_t *limit, assay_value &out) {
    static constexpr double powers[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                        1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const bool negative = *start == '-';
    const uint8_t *p = start + negative, *const digits = p;
    constexpr std::ptrdiff_t longest = 16; // with the point
    if (limit - digits > longest)
        return false;
    uint64_t sum = 0;
    for (; p < limit && is_digit(*p); p++)
        sum = sum * 10 + (*p - '0');
    const uint8_t *const point = p;
    if (point == digits || point == limit || *point != '.' || (*digits == '0' && point - digits > 1))
        return false;
    for (p++; p < limit && is_digit(*p); p++)
        sum = sum * 10 + (*p - '0');
    const std::ptrdiff_t fraction = p - point - 1;
    if (p != limit || fraction == 0)
        return false;
    const double number = static_cast<double>(sum) / powers[fraction];
    set_double(start, static_cast<uint64_t>(limit - start), negative ? -number : number, out);
    return true;
}

template <class Integer> bool fits_integer(const uint8_t *start, const uint8_t *end, Integer &number) {
    const auto *first = reinterpret_cast<const char *>(start), *last = reinterpret_cast<const char *>(end);
    return std::from_chars(first, last, number).ec == std::errc{};
}

void parse_integer(const uint8_t *start, const uint8_t *end, assay_value &out) {
    out.flags = 0;
    out.len = 0;
    const bool is_negative_zero = start[0] == '-' && start[1] == '0';
    if (!is_negative_zero && fits_integer(start, end, out.as.i64)) {
        out.kind = ASSAY_I64;
    } else if (start[0] != '-' && fits_integer(start, end, out.as.u64)) {
        out.kind = ASSAY_U64;
    } else {
        parse_double(start, end, out);
    }
}

} // namespace

const uint8_t *number_end(const uint8_t *p, const uint8_t *limit) {
    p = integer_part(p, limit);
    if (p && p < limit && *p == '.')
        p = some_digits(p + 1, limit);
    if (!p || p == limit || (*p | 0x20) != 'e')
        return p;
    p++;
    if (p < limit && (*p == '+' || *p == '-'))
        p++;
    return some_digits(p, limit);
}

bool parse_long_number(const uint8_t *start, const uint8_t *limit, assay_value &out) {
    if (parse_short_decimal(start, limit, out))
        return true;
    const uint8_t *end = number_end(start, limit);
    if (!end || (end < limit && !is_json_space(*end)))
        return false;
    const bool is_integer = skip_digits(start + (*start == '-'), end) == end;
    if (is_integer) {
        parse_integer(start, end, out);
    } else {
        parse_double(start, end, out);
    }
    return true;
}

} // namespace reader

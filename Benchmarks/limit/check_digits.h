// SPDX-License-Identifier: Apache-2.0
//
// Check digits and dates of texts whose form a pattern has already confirmed.
#ifndef ASSAY_LIMIT_CHECK_DIGITS_H
#define ASSAY_LIMIT_CHECK_DIGITS_H

#include <stdbool.h>
#include <stdint.h>

/// Luhn (ISO/IEC 7812-1 annex B) over ASCII digits.
static inline bool is_luhn(const char *digits, uint32_t length) {
    static const uint8_t doubled[10] = {0, 2, 4, 6, 8, 1, 3, 5, 7, 9};
    uint32_t sum = 0;
    uint32_t rest = length;
    for (; rest >= 2; rest -= 2) {
        sum += (uint32_t)(digits[rest - 1] - '0') + doubled[digits[rest - 2] - '0'];
    }
    if (rest)
        sum += (uint32_t)(digits[0] - '0');
    return sum % 10 == 0;
}

/// Appends a digit, or a letter as the two digits of its value, to a number that stays below 2^64 for nine
/// characters at a time.
static inline uint64_t with_character(uint64_t number, char character) {
    bool is_digit = character <= '9';
    return number * (is_digit ? 10 : 100) + (uint64_t)(character - (is_digit ? '0' : 'A' - 10));
}

/// Mod 97-10 (ISO 7064) of an IBAN with its first four characters moved to the end.
static inline bool is_mod_97(const char *iban, uint32_t length) {
    uint64_t number = 0;
    uint32_t pending = 0;
    for (uint32_t index = 4; index < length; index++) {
        number = with_character(number, iban[index]);
        if (++pending == 8) {
            number %= 97;
            pending = 0;
        }
    }
    number %= 97;
    for (uint32_t index = 0; index < 4; index++) {
        number = with_character(number, iban[index]);
    }
    return number % 97 == 1;
}

static inline uint32_t two_digits(const char *digits) {
    return (uint32_t)(digits[0] - '0') * 10 + (uint32_t)(digits[1] - '0');
}

/// Whether a text of the form yyyy-MM-dd is a day of the Gregorian calendar.
static inline bool is_date(const char *text) {
    static const uint8_t days[13] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    uint32_t year = two_digits(text) * 100 + two_digits(text + 2);
    uint32_t month = two_digits(text + 5);
    uint32_t day = two_digits(text + 8);
    bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if (month < 1 || month > 12 || day < 1)
        return false;
    return day <= days[month] + (uint32_t)(month == 2 && is_leap);
}

#endif

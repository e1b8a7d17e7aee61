/* SPDX-License-Identifier: Apache-2.0
 *
 * number_text.h: numbers that people write as text. */
#ifndef ASSAY_NUMBER_TEXT_H
#define ASSAY_NUMBER_TEXT_H
#include "digits.h"

/* Skips the digits at `at`; returns where they end. */
static inline size_t skip_digits(const uint8_t *text, size_t length, size_t at) {
    while (at < length && is_digit(text[at]))
        at++;
    return at;
}

/* 1 where the text begins with a sign, else 0. */
static inline size_t sign_length(const uint8_t *text, size_t length) {
    return length > 0 && (text[0] == '+' || text[0] == '-');
}

#endif

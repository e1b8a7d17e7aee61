/* SPDX-License-Identifier: Apache-2.0
 *
 * check_digits.h: the sums that check digits are made of, once for all rules. Every function takes
 * characters whose class the caller has checked, and reads none besides. luhn.h has the sum of Luhn. */
#ifndef ASSAY_CHECK_DIGITS_H
#define ASSAY_CHECK_DIGITS_H
#include "digits.h"

static inline unsigned digit_value(uint8_t digit) { return digit & 0x0Fu; }

static inline bool are_base36(const uint8_t *bytes, size_t count) {
    unsigned wrong = 0;
    for (size_t i = 0; i < count; i++)
        wrong |= assay_base36[bytes[i]];
    return !(wrong & NOT_BASE36);
}

/* The sum of digits times weights; a negative weight takes away. */
static inline int weighted_sum(const uint8_t *digits, const int8_t *weights, size_t count) {
    int sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (int)digit_value(digits[i]) * weights[i];
    return sum;
}

/* The weights 1 and 3 in turn from the last digit on, as GS1 has them. */
static inline unsigned gs1_sum(const uint8_t *digits, size_t count) {
    unsigned sum = 0, weight = 1;
    for (size_t i = count; i > 0; i--, weight ^= 2)
        sum += weight * digit_value(digits[i - 1]);
    return sum;
}

/* Luhn's sum over values of 0 to 49 ("modulus 10 double add double"): where the place from the left,
 * counted from 0, is odd, the value counts twice; the decimal digits of all products are added. */
static inline unsigned double_add_double(unsigned sum, size_t place, unsigned value) {
    unsigned product = place % 2 ? 2 * value : value;
    return sum + product / 10 + product % 10;
}

/* The number of digits and letters (10 to 35) modulo 97; `remainder` is that of what precedes. */
static inline unsigned modulo_97(unsigned remainder, const uint8_t *text, size_t count) {
    for (size_t i = 0; i < count; i++) {
        unsigned value = assay_base36[text[i]];
        remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
    }
    return remainder;
}

/* Check digits 00, 01 and 99 have the remainders of 97, 98 and 02, which are the ones that are given. */
static inline bool is_modulo_97_pair(const uint8_t *pair) {
    unsigned check = digit_value(pair[0]) * 10 + digit_value(pair[1]);
    return are_digits(pair, 2) && check >= 2 && check <= 98;
}

/* One character of a pure system of ISO 7064 with the radix 2 and one check character: MOD 11-2 and
 * MOD 37-2. Starts with 0; after the check character the remainder is 1. */
static inline unsigned iso7064_pure(unsigned remainder, unsigned value, unsigned modulus) {
    return (remainder * 2 + value) % modulus;
}

/* One character of a hybrid system, MOD 11,10 or MOD 37,36. Starts with `modulus`; with the check
 * character the result is 1 once the doubling is left out: iso7064_hybrid_holds. */
static inline unsigned iso7064_hybrid(unsigned product, unsigned value, unsigned modulus) {
    unsigned sum = (product + value) % modulus;
    return (sum ? sum : modulus) * 2 % (modulus + 1);
}

static inline bool iso7064_hybrid_holds(unsigned product, unsigned check, unsigned modulus) {
    return (product + check) % modulus == 1;
}

/* MOD 11,10 over digits, of which the last one is the check digit. */
static inline bool mod_11_10_holds(const uint8_t *digits, size_t count) {
    unsigned product = 10;
    for (size_t i = 0; i + 1 < count; i++)
        product = iso7064_hybrid(product, digit_value(digits[i]), 10);
    return iso7064_hybrid_holds(product, digit_value(digits[count - 1]), 10);
}

/* MOD 37,36 over digits and letters, of which the last one is the check character. */
static inline bool mod_37_36_holds(const uint8_t *text, size_t count) {
    unsigned product = 36;
    for (size_t i = 0; i + 1 < count; i++)
        product = iso7064_hybrid(product, assay_base36[text[i]], 36);
    return iso7064_hybrid_holds(product, assay_base36[text[count - 1]], 36);
}

/* MOD 11-2 over digits, of which the last may be "X" for 10. */
static inline bool mod_11_2_holds(const uint8_t *text, size_t count) {
    unsigned remainder = 0;
    for (size_t i = 0; i < count; i++)
        remainder = iso7064_pure(remainder, text[i] == 'X' ? 10 : digit_value(text[i]), 11);
    return remainder == 1;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * verhoeff
 *
 * A number whose last digit is the check digit of J. Verhoeff, "Error Detecting Decimal Codes" (1969):
 * products in the dihedral group of order 10 of the digits, permuted by their place from the right,
 * give 0. At least two ASCII digits. Finds every single wrong digit and every swap of neighbors.
 * Cost: two look-ups a digit.
 */
#include "assay_plugin_c.h"
#include "digits.h"

enum { CHARACTERS, LENGTH, CHECK_DIGIT };

/* The permutation 1 5 7 6 2 8 3 0 9 4 applied once for each place. */
static const uint8_t permuted[8][10] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 5, 7, 6, 2, 8, 3, 0, 9, 4}, {5, 8, 0, 3, 7, 9, 6, 1, 4, 2},
    {8, 9, 1, 6, 0, 4, 3, 5, 2, 7}, {9, 4, 5, 3, 1, 2, 6, 8, 7, 0}, {4, 2, 8, 6, 5, 7, 3, 9, 0, 1},
    {2, 7, 9, 3, 8, 0, 6, 4, 1, 5}, {7, 0, 4, 6, 9, 1, 3, 2, 5, 8},
};

/* The group's product: rotations are 0...4, reflections 5...9. */
static unsigned product(unsigned left, unsigned right) {
    if (left < 5)
        return right < 5 ? (left + right) % 5 : 5 + (left + right - 5) % 5;
    return right < 5 ? 5 + (left - right) % 5 : (left - right + 5) % 5;
}

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (!are_digits(text.ptr, text.len))
        return assay_fail(CHARACTERS);
    if (text.len < 2)
        return assay_fail(LENGTH);
    unsigned sum = 0;
    for (uint64_t i = 0; i < text.len; i++)
        sum = product(sum, permuted[i % 8][text.ptr[text.len - 1 - i] & 0x0Fu]);
    return assay_pass_if(sum == 0, CHECK_DIGIT);
}

ASSAY_TEXT_RULE(verhoeff, "A number with a Verhoeff check digit", check,
                ASSAY_CODES(ASSAY_CODE("verhoeff.characters", "must contain only digits"),
                            ASSAY_CODE("verhoeff.length", "must have at least two digits"),
                            ASSAY_CODE("verhoeff.checkDigit", "must end with the right check digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"2363\"", "verhoeff"), ASSAY_VALID("\"123451\"", "verhoeff"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"2364\"", "verhoeff"),
                               ASSAY_INVALID(CHARACTERS, "\"236-3\"", "verhoeff"),
                               ASSAY_INVALID(LENGTH, "\"0\"", "verhoeff")));

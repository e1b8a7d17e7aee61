/* SPDX-License-Identifier: Apache-2.0
 *
 * damm
 *
 * A number whose last digit is the check digit of H. Michael Damm, "Total anti-symmetrische
 * Quasigruppen" (2004): from the left, each digit picks the next state in the row of the state before,
 * beginning and ending with 0. At least two ASCII digits. Finds every single wrong digit and every
 * swap of neighbors. Cost: a look-up a digit.
 */
#include "assay_plugin_c.h"
#include "digits.h"

enum { CHARACTERS, LENGTH, CHECK_DIGIT };

static const uint8_t quasigroup[10][10] = {
    {0, 3, 1, 7, 5, 9, 8, 6, 4, 2}, {7, 0, 9, 2, 1, 5, 4, 8, 6, 3}, {4, 2, 0, 6, 8, 7, 1, 3, 5, 9},
    {1, 7, 5, 0, 9, 8, 3, 4, 2, 6}, {6, 1, 2, 3, 0, 4, 5, 9, 7, 8}, {3, 6, 7, 4, 2, 0, 9, 5, 8, 1},
    {5, 8, 6, 9, 7, 2, 0, 1, 3, 4}, {8, 9, 4, 5, 3, 6, 2, 0, 1, 7}, {9, 4, 3, 8, 6, 1, 7, 2, 0, 5},
    {2, 5, 8, 1, 4, 3, 6, 7, 9, 0},
};

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (!are_digits(text.ptr, text.len))
        return assay_fail(CHARACTERS);
    if (text.len < 2)
        return assay_fail(LENGTH);
    unsigned state = 0;
    for (uint64_t i = 0; i < text.len; i++)
        state = quasigroup[state][text.ptr[i] & 0x0Fu];
    return assay_pass_if(state == 0, CHECK_DIGIT);
}

ASSAY_TEXT_RULE(damm, "A number with a Damm check digit", check,
                ASSAY_CODES(ASSAY_CODE("damm.characters", "must contain only digits"),
                            ASSAY_CODE("damm.length", "must have at least two digits"),
                            ASSAY_CODE("damm.checkDigit", "must end with the right check digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"5724\"", "damm"), ASSAY_VALID("\"112946\"", "damm"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"5727\"", "damm"),
                               ASSAY_INVALID(CHARACTERS, "\"572-4\"", "damm"),
                               ASSAY_INVALID(LENGTH, "\"0\"", "damm")));

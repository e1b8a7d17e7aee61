/* SPDX-License-Identifier: Apache-2.0
 *
 * mod11
 *
 * A number whose last character makes the sum of all digits, weighted 1, 2, 3, ... from the right, a
 * multiple of 11; "X" is 10. ISBN-10 and many national numbers end so; where a number restarts its weights
 * or writes 10 in another way, it has a rule of its own.
 *
 *     value = digit *digit ( digit / "X" )      at most 4,096 characters
 *
 * Finds every single wrong digit and every swap of two digits of numbers with up to ten characters.
 * Cost: linear.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"

enum { CHARACTERS, LENGTH, CHECK_DIGIT };

#define LONGEST 4096u

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len < 2 || text.len > LONGEST)
        return assay_fail(LENGTH);
    uint8_t last = text.ptr[text.len - 1];
    if (!are_digits(text.ptr, text.len - 1) || !(is_digit(last) || last == 'X'))
        return assay_fail(CHARACTERS);
    uint64_t sum = last == 'X' ? 10 : digit_value(last);
    for (uint64_t i = 1; i < text.len; i++)
        sum += (i + 1) * digit_value(text.ptr[text.len - 1 - i]);
    return assay_pass_if(sum % 11 == 0, CHECK_DIGIT);
}

ASSAY_TEXT_RULE(mod11, "A number with a modulo 11 check digit", check,
                ASSAY_CODES(ASSAY_CODE("mod11.characters",
                                       "must contain only digits, except for X as the last character"),
                            ASSAY_CODE("mod11.length", "must have 2 to 4,096 characters"),
                            ASSAY_CODE("mod11.checkDigit", "must end with the right check digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"0131103628\"", "mod11"), ASSAY_VALID("\"080442957X\"", "mod11"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"0131103629\"", "mod11"),
                               ASSAY_INVALID(CHARACTERS, "\"080442957x\"", "mod11"),
                               ASSAY_INVALID(LENGTH, "\"0\"", "mod11")));

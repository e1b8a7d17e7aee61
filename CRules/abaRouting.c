/* SPDX-License-Identifier: Apache-2.0
 *
 * abaRouting
 *
 * A routing transit number of the American Bankers Association, as printed in magnetic ink.
 *
 *     number = 2prefix 6digit check      prefix: 00-12, 21-32, 61-72 or 80
 *
 * With the weights 3, 7, 1 in turn the sum is a multiple of 10. That a bank has the number is not
 * looked up. Finds every single wrong digit, and swaps of neighbors that do not differ by 5.
 * Cost: nine characters.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"

enum { FORMAT, PREFIX, CHECK_DIGIT };

static inline assay_verdict check(assay_str text, const void *inst) {
    static const int8_t weights[] = {3, 7, 1, 3, 7, 1, 3, 7, 1};
    (void)inst;
    if (text.len != 9 || !are_digits(text.ptr, 9))
        return assay_fail(FORMAT);
    unsigned prefix = digit_value(text.ptr[0]) * 10 + digit_value(text.ptr[1]);
    if (prefix > 12 && !(prefix >= 21 && prefix <= 32) && !(prefix >= 61 && prefix <= 72) && prefix != 80)
        return assay_fail(PREFIX);
    return assay_pass_if(weighted_sum(text.ptr, weights, 9) % 10 == 0, CHECK_DIGIT);
}

ASSAY_TEXT_RULE(abaRouting, "A bank routing number of the United States (ABA)", check,
                ASSAY_CODES(ASSAY_CODE("abaRouting.format", "must have nine digits"),
                            ASSAY_CODE("abaRouting.prefix", "must begin with 00-12, 21-32, 61-72 or 80"),
                            ASSAY_CODE("abaRouting.checkDigit", "must end with the right check digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"111000025\"", "abaRouting"),
                               ASSAY_VALID("\"021000021\"", "abaRouting"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"111000026\"", "abaRouting"),
                               ASSAY_INVALID(PREFIX, "\"133000007\"", "abaRouting"),
                               ASSAY_INVALID(FORMAT, "\"1110-0002-5\"", "abaRouting")));

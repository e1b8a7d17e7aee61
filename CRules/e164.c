/* SPDX-License-Identifier: Apache-2.0
 *
 * e164
 *
 * A telephone number in the international form of ITU-T E.164.
 *
 *     number = "+" ( "1"-"9" ) 6*14digit
 *
 * At most fifteen digits, as the recommendation has it; the shortest numbers that countries give out have
 * seven. No separators; that a country has the number is not looked up. Cost: at most sixteen characters.
 */
#include "assay_plugin_c.h"
#include "digits.h"

enum { FORMAT };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    bool good = text.len >= 8 && text.len <= 16 && text.ptr[0] == '+' && text.ptr[1] != '0' &&
                are_digits(text.ptr + 1, text.len - 1);
    return assay_pass_if(good, FORMAT);
}

ASSAY_TEXT_RULE(e164, "A telephone number in the international form (ITU-T E.164)", check,
                ASSAY_CODES(ASSAY_CODE("e164.format", "must be a telephone number like +14155552671")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"+14155552671\"", "e164"),
                               ASSAY_VALID("\"+442071838750\"", "e164"),
                               ASSAY_INVALID(FORMAT, "\"14155552671\"", "e164"),
                               ASSAY_INVALID(FORMAT, "\"+04155552671\"", "e164"),
                               ASSAY_INVALID(FORMAT, "\"+1 415 555 2671\"", "e164")));

/* SPDX-License-Identifier: Apache-2.0
 *
 * isin
 *
 * An International Securities Identification Number by ISO 6166.
 *
 *     isin = 2("A"-"Z") 9( "A"-"Z" / digit ) digit
 *
 * The last digit is the Luhn check digit over the number in which letters are 10 ... 35. Upper case
 * only; the two letters are not looked up. Cost: twelve characters.
 */
#include "assay_plugin_c.h"
#include "luhn.h"

enum { FORMAT, CHECK_DIGIT };

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    uint8_t digits[24];
    size_t count = 0;
    if (text.len != 12 || !is_upper(text.ptr[0]) || !is_upper(text.ptr[1]) || !is_digit(text.ptr[11]))
        return assay_fail(FORMAT);
    for (size_t i = 0; i < 12; i++) {
        unsigned value = assay_base36[text.ptr[i]];
        if (value == NOT_BASE36)
            return assay_fail(FORMAT);
        if (value > 9)
            digits[count++] = (uint8_t)(value / 10);
        digits[count++] = (uint8_t)(value % 10);
    }
    return assay_pass_if(luhn_holds(digits, count), CHECK_DIGIT);
}

ASSAY_TEXT_RULE(isin, "An International Securities Identification Number", check,
                ASSAY_CODES(ASSAY_CODE("isin.format", "must be an ISIN, like US0378331005"),
                            ASSAY_CODE("isin.checkDigit", "must end with the right check digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"US0378331005\"", "isin"),
                               ASSAY_VALID("\"DE000BAY0017\"", "isin"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"US0378331006\"", "isin"),
                               ASSAY_INVALID(FORMAT, "\"us0378331005\"", "isin")));

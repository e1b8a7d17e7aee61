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
#include "luhn.h"
#include "rule.h"

enum { FORMAT, CHECK_DIGIT };
static const assay_code *const codes[] = {
    CODE("isin.format", "must have the form of an ISIN: two letters, nine letters or digits, a digit"),
    CODE("isin.checkDigit", "must end with the right check digit"),
};
static const assay_example *const examples[] = {
    VALID("\"US0378331005\"", "isin"),
    VALID("\"DE000BAY0017\"", "isin"),
    INVALID(CHECK_DIGIT, "\"US0378331006\"", "isin"),
    INVALID(FORMAT, "\"us0378331005\"", "isin"),
};

static assay_verdict judge(const void *inst, assay_str text) {
    (void)inst;
    uint8_t digits[24];
    size_t count = 0;
    if (text.len != 12 || !is_upper(text.ptr[0]) || !is_upper(text.ptr[1]) || !is_digit(text.ptr[11]))
        return fail(FORMAT);
    for (size_t i = 0; i < 12; i++) {
        unsigned value = assay_base36[text.ptr[i]];
        if (value == NOT_BASE36)
            return fail(FORMAT);
        if (value > 9)
            digits[count++] = (uint8_t)(value / 10);
        digits[count++] = (uint8_t)(value % 10);
    }
    return pass_if(luhn_holds(digits, count), CHECK_DIGIT);
}
EVALUATE_EACH(judge)
PLAIN_RULE(isin, "An International Securities Identification Number");

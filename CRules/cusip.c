/* SPDX-License-Identifier: Apache-2.0
 *
 * cusip
 *
 * A CUSIP number of a security by ANSI X9.6.
 *
 *     cusip = 8( digit / letter / "*" / "@" / "#" ) check      letter = "A"-"Z"
 *
 * Letters are 10 to 35, "*" 36, "@" 37, "#" 38; the check digit is that of "modulus 10 double add
 * double". I and O, which are not given out in order not to look like 1 and 0, are accepted.
 * Cost: nine characters.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"

enum { FORMAT, CHECK_DIGIT };

static unsigned value_of(uint8_t byte) {
    switch (byte) {
    case '*':
        return 36;
    case '@':
        return 37;
    case '#':
        return 38;
    default:
        return assay_base36[byte];
    }
}

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len != 9 || !is_digit(text.ptr[8]))
        return assay_fail(FORMAT);
    unsigned sum = digit_value(text.ptr[8]);
    for (size_t i = 0; i < 8; i++) {
        unsigned value = value_of(text.ptr[i]);
        if (value == NOT_BASE36)
            return assay_fail(FORMAT);
        sum = double_add_double(sum, i, value);
    }
    return assay_pass_if(sum % 10 == 0, CHECK_DIGIT);
}

ASSAY_TEXT_RULE(cusip, "A CUSIP number of a security (ANSI X9.6)", check,
                ASSAY_CODES(ASSAY_CODE("cusip.format", "must be a CUSIP, like 037833100"),
                            ASSAY_CODE("cusip.checkDigit", "must end with the right check digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"037833100\"", "cusip"), ASSAY_VALID("\"38259P508\"", "cusip"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"037833101\"", "cusip"),
                               ASSAY_INVALID(FORMAT, "\"38259p508\"", "cusip"),
                               ASSAY_INVALID(FORMAT, "\"03783310\"", "cusip")));

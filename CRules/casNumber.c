/* SPDX-License-Identifier: Apache-2.0
 *
 * casNumber
 *
 * A CAS Registry Number of a chemical substance.
 *
 *     number = 2*7digit "-" 2digit "-" check      no leading zero
 *
 * The digits before the check digit, weighted 1, 2, 3 ... from the right, sum up to it modulo 10.
 * Cost: at most twelve characters.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"

enum { FORMAT, CHECK_DIGIT };

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len < 7 || text.len > 12 || text.ptr[text.len - 2] != '-' || text.ptr[text.len - 5] != '-')
        return assay_fail(FORMAT);
    size_t head = text.len - 5;
    const uint8_t *tail = text.ptr + head;
    if (!are_digits(text.ptr, head) || text.ptr[0] == '0' || !are_digits(tail + 1, 2) || !is_digit(tail[4]))
        return assay_fail(FORMAT);
    unsigned sum = digit_value(tail[2]) + 2 * digit_value(tail[1]);
    for (size_t i = head, weight = 3; i > 0; i--, weight++)
        sum += (unsigned)weight * digit_value(text.ptr[i - 1]);
    return assay_pass_if(sum % 10 == digit_value(tail[4]), CHECK_DIGIT);
}

ASSAY_TEXT_RULE(casNumber, "A CAS Registry Number of a chemical substance", check,
                ASSAY_CODES(ASSAY_CODE("casNumber.format", "must be a CAS number, like 7732-18-5"),
                            ASSAY_CODE("casNumber.checkDigit", "must end with the right check digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"7732-18-5\"", "casNumber"),
                               ASSAY_VALID("\"58-08-2\"", "casNumber"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"7732-18-4\"", "casNumber"),
                               ASSAY_INVALID(FORMAT, "\"7732185\"", "casNumber"),
                               ASSAY_INVALID(FORMAT, "\"07732-18-5\"", "casNumber")));

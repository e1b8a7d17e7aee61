/* SPDX-License-Identifier: Apache-2.0
 *
 * upc
 *
 * A Universal Product Code, UPC-A (GTIN-12 of the GS1 General Specifications): twelve digits, of which
 * the last one is the check digit with the weights 3 and 1. The short form UPC-E is not accepted.
 * Cost: twelve characters.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"

enum { FORMAT, CHECK_DIGIT };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len != 12 || !are_digits(text.ptr, 12))
        return assay_fail(FORMAT);
    return assay_pass_if(gs1_sum(text.ptr, 12) % 10 == 0, CHECK_DIGIT);
}

ASSAY_TEXT_RULE(upc, "A Universal Product Code of twelve digits (UPC-A)", check,
                ASSAY_CODES(ASSAY_CODE("upc.format", "must have twelve digits"),
                            ASSAY_CODE("upc.checkDigit", "must end with the right check digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"036000291452\"", "upc"), ASSAY_VALID("\"123456789012\"", "upc"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"036000291453\"", "upc"),
                               ASSAY_INVALID(FORMAT, "\"4006381333931\"", "upc")));

/* SPDX-License-Identifier: Apache-2.0
 *
 * imei
 *
 * An International Mobile Equipment Identity by 3GPP TS 23.003, section 6.2.1: fifteen digits, the last
 * one the check digit by Luhn (annex B). The type allocation code is not looked up; no separators, and
 * not the software version form of sixteen digits, which has no check digit. Cost: fifteen characters.
 */
#include "assay_plugin_c.h"
#include "luhn.h"

enum { FORMAT, CHECK_DIGIT };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len != 15 || !are_digits(text.ptr, 15))
        return assay_fail(FORMAT);
    return assay_pass_if(luhn_holds(text.ptr, 15), CHECK_DIGIT);
}

ASSAY_TEXT_RULE(imei, "An International Mobile Equipment Identity (3GPP TS 23.003)", check,
                ASSAY_CODES(ASSAY_CODE("imei.format", "must have fifteen digits"),
                            ASSAY_CODE("imei.checkDigit", "must end with the right check digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"490154203237518\"", "imei"),
                               ASSAY_VALID("\"352099001761481\"", "imei"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"490154203237517\"", "imei"),
                               ASSAY_INVALID(FORMAT, "\"49-015420-323751-8\"", "imei")));

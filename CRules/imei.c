/* SPDX-License-Identifier: Apache-2.0
 *
 * imei(hyphens: bool = false)
 *
 * An International Mobile Equipment Identity by 3GPP TS 23.003, section 6.2.1: fifteen digits, the last
 * one the check digit by Luhn (annex B). The type allocation code is not looked up. Not the software version
 * form of sixteen digits, which has no check digit. With hyphens = true the printed forms are accepted too:
 *
 *     value = 2digit "-" 6digit "-" 6digit "-" digit     or, of before 2004, 6digit "-" 2digit "-" 6digit "-"
 * digit
 *
 * Cost: at most eighteen characters.
 */
#include "assay_plugin_c.h"
#include "digits.h"
#include "luhn.h"

enum { FORMAT, CHECK_DIGIT };

#define LENGTH 15u
#define GROUPS 4u

static assay_verdict check_compact(const uint8_t *text, size_t length) {
    if (length != LENGTH || !are_digits(text, LENGTH))
        return assay_fail(FORMAT);
    return assay_pass_if(luhn_holds(text, LENGTH), CHECK_DIGIT);
}

static inline assay_verdict check(assay_str text, const void *inst) {
    if (!assay_options(inst) || text.len == LENGTH)
        return check_compact(text.ptr, text.len);
    static const uint8_t current[GROUPS] = {2, 6, 6, 1}, former[GROUPS] = {6, 2, 6, 1};
    uint8_t kept[LENGTH];
    const uint8_t *groups = text.len > 2 && text.ptr[2] == '-' ? current : former;
    return check_compact(kept, without_group_hyphens(text.ptr, text.len, groups, GROUPS, kept));
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64)

ASSAY_TEXT_RULE(imei, "An International Mobile Equipment Identity (3GPP TS 23.003)", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "hyphens",
                                                 "Hyphens between the groups are allowed: AA-BBBBBB-CCCCCC-D",
                                                 ASSAY_DEFAULT_BOOLEAN(false))),
                ASSAY_CODES(ASSAY_CODE("imei.format", "must have fifteen digits"),
                            ASSAY_CODE("imei.checkDigit", "must end with the right check digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"490154203237518\"", "imei"),
                               ASSAY_VALID("\"352099001761481\"", "imei"),
                               ASSAY_VALID("\"49-015420-323751-8\"", "imei(hyphens=true)"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"490154203237517\"", "imei"),
                               ASSAY_INVALID(FORMAT, "\"49-015420-323751-8\"", "imei"),
                               ASSAY_INVALID(FORMAT, "\"49-015420323751-8\"", "imei(hyphens=true)")),
                .create = create);

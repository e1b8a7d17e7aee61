/* SPDX-License-Identifier: Apache-2.0
 *
 * isrc
 *
 * An International Standard Recording Code by ISO 3901.
 *
 *     isrc = 2("A"-"Z") 3( "A"-"Z" / digit ) 2digit 5digit
 *
 * Prefix, year, designation; all three hyphens between them, as older printed forms have them
 * (US-S1Z-99-00001), or none. Upper case. Cost: at most fifteen characters.
 */
#include "assay_plugin_c.h"
#include "digits.h"

enum { FORMAT };

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    const uint8_t *at = text.ptr;
    bool hyphens = text.len == 15;
    if (!hyphens && text.len != 12)
        return assay_fail(FORMAT);
    if (hyphens && (at[2] != '-' || at[6] != '-' || at[9] != '-'))
        return assay_fail(FORMAT);
    bool good = is_upper(at[0]) && is_upper(at[1]);
    for (size_t i = 0; i < 3; i++)
        good &= assay_base36[at[2 + hyphens + i]] != NOT_BASE36;
    good &= are_digits(at + (hyphens ? 7 : 5), 2) && are_digits(at + (hyphens ? 10 : 7), 5);
    return assay_pass_if(good, FORMAT);
}

ASSAY_TEXT_RULE(isrc, "An International Standard Recording Code (ISO 3901)", check,
                ASSAY_CODES(ASSAY_CODE("isrc.format", "must be an ISRC, like USS1Z9900001")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"USS1Z9900001\"", "isrc"),
                               ASSAY_VALID("\"US-S1Z-99-00001\"", "isrc"),
                               ASSAY_INVALID(FORMAT, "\"US-S1Z9900001\"", "isrc"),
                               ASSAY_INVALID(FORMAT, "\"USS1Z990000\"", "isrc"),
                               ASSAY_INVALID(FORMAT, "\"usS1Z9900001\"", "isrc")));

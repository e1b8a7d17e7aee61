/* SPDX-License-Identifier: Apache-2.0
 *
 * halfWidth
 *
 * A text with at least one narrow or half-width character by the East Asian Width of Unicode (UAX 11).
 * Cost: one pass, with a binary search for each character.
 */
#include "assay_plugin_c.h"
#include "east_asian_width_table.h"

enum { MISSING };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    return assay_pass_if(assay_has_width(text.ptr, text.len, WIDTH_NARROW), MISSING);
}

ASSAY_TEXT_RULE(halfWidth, "A text with a narrow or half-width character (UAX 11)", check,
                ASSAY_CODES(ASSAY_CODE("halfWidth.missing", "must contain a narrow or half-width character")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"ｶﾀｶﾅ\"", "halfWidth"), ASSAY_VALID("\"abc漢字\"", "halfWidth"),
                               ASSAY_INVALID(MISSING, "\"あいうえお\"", "halfWidth"),
                               ASSAY_INVALID(MISSING, "\"００１１\"", "halfWidth")));

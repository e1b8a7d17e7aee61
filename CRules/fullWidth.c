/* SPDX-License-Identifier: Apache-2.0
 *
 * fullWidth
 *
 * A text with at least one wide or full-width character by the East Asian Width of Unicode (UAX 11).
 * Cost: one pass, with a binary search for each character.
 */
#include "assay_plugin_c.h"
#include "east_asian_width_table.h"

enum { MISSING };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    return assay_pass_if(assay_has_width(text.ptr, text.len, WIDTH_WIDE), MISSING);
}

ASSAY_TEXT_RULE(fullWidth, "A text with a wide or full-width character (UAX 11)", check,
                ASSAY_CODES(ASSAY_CODE("fullWidth.missing", "must contain a wide or full-width character")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"ひらがな\"", "fullWidth"),
                               ASSAY_VALID("\"Good＝Parts\"", "fullWidth"),
                               ASSAY_INVALID(MISSING, "\"abc\"", "fullWidth"),
                               ASSAY_INVALID(MISSING, "\"ｶﾀｶﾅ\"", "fullWidth")));

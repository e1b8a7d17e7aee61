/* SPDX-License-Identifier: Apache-2.0
 *
 * multibyte
 *
 * A text with at least one character beyond ASCII, which takes several bytes in UTF-8. Cost: one pass.
 */
#include "assay_plugin_c.h"

enum { MISSING };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    for (uint64_t i = 0; i < text.len; i++)
        if (text.ptr[i] >= 0x80)
            return assay_pass();
    return assay_fail(MISSING);
}

ASSAY_TEXT_RULE(multibyte, "A text with a non-ASCII character", check,
                ASSAY_CODES(ASSAY_CODE("multibyte.missing", "must contain a non-ASCII character")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"日本語\"", "multibyte"), ASSAY_VALID("\"abcé\"", "multibyte"),
                               ASSAY_INVALID(MISSING, "\"abc\"", "multibyte"),
                               ASSAY_INVALID(MISSING, "\"\"", "multibyte")));

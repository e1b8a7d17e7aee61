/* SPDX-License-Identifier: Apache-2.0
 *
 * noControlCharacters
 *
 * A text without characters of the general category Cc of Unicode: U+0000 to U+001F, among them tabs and line
 * breaks, U+007F, and U+0080 to U+009F. Cost: one pass.
 */
#include "assay_plugin_c.h"

enum { FOUND };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    uint8_t before = 0;
    for (uint64_t i = 0; i < text.len; i++) {
        uint8_t byte = text.ptr[i];
        if (byte < 0x20 || byte == 0x7F || (before == 0xC2 && byte < 0xA0))
            return assay_fail(FOUND);
        before = byte;
    }
    return assay_pass();
}

ASSAY_TEXT_RULE(noControlCharacters, "A text without control characters", check,
                ASSAY_CODES(ASSAY_CODE("noControlCharacters.found", "must not contain control characters")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"Grüße\"", "noControlCharacters"),
                               ASSAY_VALID("\"\"", "noControlCharacters"),
                               ASSAY_INVALID(FOUND, "\"a\\tb\"", "noControlCharacters"),
                               ASSAY_INVALID(FOUND, "\"a\\u0085b\"", "noControlCharacters")));

/* SPDX-License-Identifier: Apache-2.0
 *
 * octal
 *
 * Octal digits, at least one, after an optional "0o" or "0O". Cost: one pass.
 */
#include "assay_plugin_c.h"

enum { CHARACTERS };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    uint64_t at = text.len >= 2 && text.ptr[0] == '0' && (text.ptr[1] | 0x20) == 'o' ? 2 : 0;
    if (at == text.len)
        return assay_fail(CHARACTERS);
    for (; at < text.len; at++)
        if (text.ptr[at] < '0' || text.ptr[at] > '7')
            return assay_fail(CHARACTERS);
    return assay_pass();
}

ASSAY_TEXT_RULE(octal, "Octal digits only", check,
                ASSAY_CODES(ASSAY_CODE("octal.characters", "must contain only octal digits")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"0755\"", "octal"), ASSAY_VALID("\"0o17\"", "octal"),
                               ASSAY_INVALID(CHARACTERS, "\"0o18\"", "octal"),
                               ASSAY_INVALID(CHARACTERS, "\"0o\"", "octal")));

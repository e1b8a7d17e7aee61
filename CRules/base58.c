/* SPDX-License-Identifier: Apache-2.0
 *
 * base58
 *
 * Bytes in base 58 as Bitcoin writes them (draft-msporny-base58): digits and letters without 0, O, I and
 * l. Every text of these encodes some bytes; the empty one encodes none. Cost: one pass.
 */
#include "base58.h"
#include "assay_plugin_c.h"

enum { CHARACTERS };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    for (uint64_t i = 0; i < text.len; i++)
        if (base58_value(text.ptr[i]) == NOT_BASE58)
            return assay_fail(CHARACTERS);
    return assay_pass();
}

ASSAY_TEXT_RULE(base58, "Bytes in base58", check,
                ASSAY_CODES(ASSAY_CODE("base58.characters",
                                       "must contain only letters and digits, except 0, O, I and l")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"2NEpo7TZRRrLZSi2U\"", "base58"), ASSAY_VALID("\"\"", "base58"),
                               ASSAY_INVALID(CHARACTERS, "\"2NEpo7TZRRrLZSi0U\"", "base58"),
                               ASSAY_INVALID(CHARACTERS, "\"3SEo3LWLoPntC+\"", "base58")));

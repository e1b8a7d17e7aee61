/* SPDX-License-Identifier: Apache-2.0
 *
 * nanoid
 *
 * An identifier as Nano ID makes it without options: 21 characters of A-Z, a-z, 0-9, "_" and "-".
 * Cost: a look-up for each of 21 characters.
 */
#include "assay_plugin_c.h"
#include "characters.h"

#include <stddef.h>

enum { LENGTH, CHARACTERS };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len != 21)
        return assay_fail(LENGTH);
    bool good = true;
    for (size_t i = 0; i < 21; i++)
        good &= is_class(text.ptr[i], CLASS_ALPHANUMERIC | CLASS_BASE64_URL);
    return assay_pass_if(good, CHARACTERS);
}

ASSAY_TEXT_RULE(nanoid, "A Nano ID", check,
                ASSAY_CODES(ASSAY_CODE("nanoid.length", "must have 21 characters"),
                            ASSAY_CODE("nanoid.characters", "must contain only letters, digits, - and _")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"V1StGXR8_Z5jdHi6B-myT\"", "nanoid"),
                               ASSAY_VALID("\"uakgb_J5m9g-0JDMbcJqL\"", "nanoid"),
                               ASSAY_INVALID(LENGTH, "\"V1StGXR8_Z5jdHi6B-my\"", "nanoid"),
                               ASSAY_INVALID(CHARACTERS, "\"V1StGXR8_Z5jdHi6B+myT\"", "nanoid")));

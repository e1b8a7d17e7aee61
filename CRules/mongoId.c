/* SPDX-License-Identifier: Apache-2.0
 *
 * mongoId
 *
 * An ObjectId of MongoDB (BSON) in its text form: 24 hexadecimal digits in either case.
 * Cost: a look-up for each of 24 characters.
 */
#include "assay_plugin_c.h"
#include "characters.h"

#include <stddef.h>

enum { LENGTH, CHARACTERS };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len != 24)
        return assay_fail(LENGTH);
    bool good = true;
    for (size_t i = 0; i < 24; i++)
        good &= is_class(text.ptr[i], CLASS_HEX);
    return assay_pass_if(good, CHARACTERS);
}

ASSAY_TEXT_RULE(mongoId, "A MongoDB ObjectId", check,
                ASSAY_CODES(ASSAY_CODE("mongoId.length", "must have 24 hexadecimal digits"),
                            ASSAY_CODE("mongoId.characters", "must contain only hexadecimal digits")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"507f1f77bcf86cd799439011\"", "mongoId"),
                               ASSAY_VALID("\"507F1F77BCF86CD799439011\"", "mongoId"),
                               ASSAY_INVALID(LENGTH, "\"507f1f77bcf86cd7994390\"", "mongoId"),
                               ASSAY_INVALID(CHARACTERS, "\"507f1f77bcf86cd79943901z\"", "mongoId")));

/* SPDX-License-Identifier: Apache-2.0
 *
 * jsonPointer
 *
 * A JSON Pointer by RFC 6901, as a string (not as a URI fragment): see `json_pointer.h`. The empty
 * string points to the whole document and is valid. Cost: one pass.
 */
#include "json_pointer.h"
#include "rule.h"

enum { START, ESCAPE };
static const assay_code *const codes[] = {
    CODE("jsonPointer.start", "must be empty or begin with /"),
    CODE("jsonPointer.escape", "must have 0 or 1 after each ~"),
};
static const assay_example *const examples[] = {
    VALID("\"/items/0/a~1b\"", "jsonPointer"),
    VALID("\"\"", "jsonPointer"),
    INVALID(START, "\"items/0\"", "jsonPointer"),
    INVALID(ESCAPE, "\"/a~2\"", "jsonPointer"),
};

static inline assay_verdict judge(const void *inst, assay_str text) {
    (void)inst;
    if (!starts_as_pointer(text.ptr, text.len))
        return fail(START);
    return pass_if(escapes_are_right(text.ptr, text.len), ESCAPE);
}
EVALUATE_EACH(judge)
PLAIN_RULE(jsonPointer, "A JSON Pointer");

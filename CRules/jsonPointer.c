/* SPDX-License-Identifier: Apache-2.0
 *
 * jsonPointer
 *
 * A JSON Pointer by RFC 6901, as a string (not as a URI fragment): see `json_pointer.h`. The empty
 * string points to the whole document and is valid. Cost: one pass.
 */
#include "assay_plugin_c.h"
#include "json_pointer.h"

enum { START, ESCAPE };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (!starts_as_pointer(text.ptr, text.len))
        return assay_fail(START);
    return assay_pass_if(escapes_are_right(text.ptr, text.len), ESCAPE);
}

ASSAY_TEXT_RULE(jsonPointer, "A JSON Pointer", check,
                ASSAY_CODES(ASSAY_CODE("jsonPointer.start", "must be empty or begin with /"),
                            ASSAY_CODE("jsonPointer.escape", "must have 0 or 1 after each ~")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"/items/0/a~1b\"", "jsonPointer"),
                               ASSAY_VALID("\"\"", "jsonPointer"),
                               ASSAY_INVALID(START, "\"items/0\"", "jsonPointer"),
                               ASSAY_INVALID(ESCAPE, "\"/a~2\"", "jsonPointer")));

/* SPDX-License-Identifier: Apache-2.0
 *
 * relativeJSONPointer
 *
 * A Relative JSON Pointer by draft-bhutton-relative-json-pointer-00, the form of JSON Schema 2020-12.
 *
 *     value = ( "0" / nonzero *digit ) ( "#" / pointer )     pointer: see `json_pointer.h`
 *
 * The draft's index manipulation ("1+2") is not part of what JSON Schema's format has. Cost: one pass.
 */
#include "assay_plugin_c.h"
#include "characters.h"
#include "json_pointer.h"

enum { LEVELS, REST, ESCAPE };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    uint64_t digits = 0;
    while (digits < text.len && is_digit(text.ptr[digits]))
        digits++;
    if (digits == 0 || (digits > 1 && text.ptr[0] == '0'))
        return assay_fail(LEVELS);
    const uint8_t *rest = text.ptr + digits;
    uint64_t length = text.len - digits;
    if (length == 1 && rest[0] == '#')
        return assay_pass();
    if (!starts_as_pointer(rest, length))
        return assay_fail(REST);
    return assay_pass_if(escapes_are_right(rest, length), ESCAPE);
}

ASSAY_TEXT_RULE(
    relativeJSONPointer, "A Relative JSON Pointer", check,
    ASSAY_CODES(ASSAY_CODE("relativeJSONPointer.levels", "must begin with a number without leading zeros"),
                ASSAY_CODE("relativeJSONPointer.rest", "must have # or a JSON Pointer after the number"),
                ASSAY_CODE("relativeJSONPointer.escape", "must have 0 or 1 after each ~")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"1/items/0\"", "relativeJSONPointer"),
                   ASSAY_VALID("\"0#\"", "relativeJSONPointer"),
                   ASSAY_INVALID(LEVELS, "\"/items\"", "relativeJSONPointer"),
                   ASSAY_INVALID(LEVELS, "\"01/items\"", "relativeJSONPointer"),
                   ASSAY_INVALID(REST, "\"0##\"", "relativeJSONPointer"),
                   ASSAY_INVALID(ESCAPE, "\"0/~\"", "relativeJSONPointer")));

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
#include "characters.h"
#include "json_pointer.h"
#include "rule.h"

enum { LEVELS, REST, ESCAPE };
static const assay_code *const codes[] = {
    CODE("relativeJSONPointer.levels", "must begin with a number without leading zeros"),
    CODE("relativeJSONPointer.rest", "must go on with # or a JSON Pointer after the number"),
    CODE("relativeJSONPointer.escape", "must have 0 or 1 after each ~"),
};
static const assay_example *const examples[] = {
    VALID("\"1/items/0\"", "relativeJSONPointer"),
    VALID("\"0#\"", "relativeJSONPointer"),
    INVALID(LEVELS, "\"/items\"", "relativeJSONPointer"),
    INVALID(LEVELS, "\"01/items\"", "relativeJSONPointer"),
    INVALID(REST, "\"0##\"", "relativeJSONPointer"),
    INVALID(ESCAPE, "\"0/~\"", "relativeJSONPointer"),
};

static inline assay_verdict judge(const void *inst, assay_str text) {
    (void)inst;
    uint64_t digits = 0;
    while (digits < text.len && is_digit(text.ptr[digits]))
        digits++;
    if (digits == 0 || (digits > 1 && text.ptr[0] == '0'))
        return fail(LEVELS);
    const uint8_t *rest = text.ptr + digits;
    uint64_t length = text.len - digits;
    if (length == 1 && rest[0] == '#')
        return pass();
    if (!starts_as_pointer(rest, length))
        return fail(REST);
    return pass_if(escapes_are_right(rest, length), ESCAPE);
}
EVALUATE_EACH(judge)
PLAIN_RULE(relativeJSONPointer, "A Relative JSON Pointer");

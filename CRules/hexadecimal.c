/* SPDX-License-Identifier: Apache-2.0
 *
 * hexadecimal
 *
 * A number in hexadecimal digits of either case, of any length, after an optional "0x" or "0X".
 *
 *     value = [ "0x" / "0X" ] 1*hex
 *
 * No sign and no separators. Cost: a look-up for each character.
 */
#include "characters.h"
#include "rule.h"

enum { CHARACTERS, EMPTY };
static const assay_code *const codes[] = {
    CODE("hexadecimal.characters", "must contain only hexadecimal digits"),
    CODE("hexadecimal.empty", "must have at least one hexadecimal digit"),
};
static const assay_example *const examples[] = {
    VALID("\"0xFf\"", "hexadecimal"),
    VALID("\"deadbeef0\"", "hexadecimal"),
    INVALID(CHARACTERS, "\"0xFG\"", "hexadecimal"),
    INVALID(EMPTY, "\"0x\"", "hexadecimal"),
    INVALID(EMPTY, "\"\"", "hexadecimal"),
};

static inline assay_verdict judge(const void *inst, assay_str text) {
    (void)inst;
    bool prefixed = text.len >= 2 && text.ptr[0] == '0' && (text.ptr[1] | 0x20) == 'x';
    uint64_t start = prefixed ? 2 : 0;
    bool good = true;
    for (uint64_t i = start; i < text.len; i++)
        good &= is_class(text.ptr[i], CLASS_HEX);
    return good ? pass_if(text.len > start, EMPTY) : fail(CHARACTERS);
}
EVALUATE_EACH(judge)
PLAIN_RULE(hexadecimal, "A number in hexadecimal digits");

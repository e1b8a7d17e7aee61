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
#include "assay_plugin_c.h"
#include "characters.h"

enum { CHARACTERS, EMPTY };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    bool prefixed = text.len >= 2 && text.ptr[0] == '0' && (text.ptr[1] | 0x20) == 'x';
    uint64_t start = prefixed ? 2 : 0;
    bool good = true;
    for (uint64_t i = start; i < text.len; i++)
        good &= is_class(text.ptr[i], CLASS_HEX);
    return good ? assay_pass_if(text.len > start, EMPTY) : assay_fail(CHARACTERS);
}

ASSAY_TEXT_RULE(hexadecimal, "A number in hexadecimal digits", check,
                ASSAY_CODES(ASSAY_CODE("hexadecimal.characters", "must contain only hexadecimal digits"),
                            ASSAY_CODE("hexadecimal.empty", "must have at least one hexadecimal digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"0xFf\"", "hexadecimal"),
                               ASSAY_VALID("\"deadbeef0\"", "hexadecimal"),
                               ASSAY_INVALID(CHARACTERS, "\"0xFG\"", "hexadecimal"),
                               ASSAY_INVALID(EMPTY, "\"0x\"", "hexadecimal"),
                               ASSAY_INVALID(EMPTY, "\"\"", "hexadecimal")));

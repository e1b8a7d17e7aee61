/* SPDX-License-Identifier: Apache-2.0
 *
 * base16
 *
 * Bytes in the base 16 encoding of RFC 4648 section 8: pairs of hexadecimal digits, in either case.
 * The empty string encodes no bytes and is valid. Cost: a look-up for each character.
 */
#include "assay_plugin_c.h"
#include "characters.h"

enum { CHARACTERS, LENGTH };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    bool good = true;
    for (uint64_t i = 0; i < text.len; i++)
        good &= is_class(text.ptr[i], CLASS_HEX);
    return good ? assay_pass_if(text.len % 2 == 0, LENGTH) : assay_fail(CHARACTERS);
}

ASSAY_TEXT_RULE(base16, "Bytes in base16", check,
                ASSAY_CODES(ASSAY_CODE("base16.characters", "must contain only hexadecimal digits"),
                            ASSAY_CODE("base16.length", "must have an even number of digits")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"666F6F626172\"", "base16"), ASSAY_VALID("\"\"", "base16"),
                               ASSAY_INVALID(CHARACTERS, "\"66 6F\"", "base16"),
                               ASSAY_INVALID(LENGTH, "\"666F6\"", "base16")));

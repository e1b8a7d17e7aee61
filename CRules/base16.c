/* SPDX-License-Identifier: Apache-2.0
 *
 * base16
 *
 * Bytes in the base 16 encoding of RFC 4648 section 8: pairs of hexadecimal digits, in either case.
 * The empty string encodes no bytes and is valid. Cost: a look-up for each character.
 */
#include "characters.h"
#include "rule.h"

enum { CHARACTERS, LENGTH };
static const assay_code *const codes[] = {
    CODE("base16.characters", "must contain only hexadecimal digits"),
    CODE("base16.length", "must have an even number of digits"),
};
static const assay_example *const examples[] = {
    VALID("\"666F6F626172\"", "base16"),
    VALID("\"\"", "base16"),
    INVALID(CHARACTERS, "\"66 6F\"", "base16"),
    INVALID(LENGTH, "\"666F6\"", "base16"),
};

static inline assay_verdict judge(const void *inst, assay_str text) {
    (void)inst;
    bool good = true;
    for (uint64_t i = 0; i < text.len; i++)
        good &= is_class(text.ptr[i], CLASS_HEX);
    return good ? pass_if(text.len % 2 == 0, LENGTH) : fail(CHARACTERS);
}
EVALUATE_EACH(judge)
PLAIN_RULE(base16, "Bytes in base 16");

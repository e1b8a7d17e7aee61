/* SPDX-License-Identifier: Apache-2.0
 *
 * ulid
 *
 * A Universally Unique Lexicographically Sortable Identifier by github.com/ulid/spec.
 *
 *     ulid = 26symbol      symbol: base 32 by Crockford, without I, L, O and U, in either case
 *
 * The first symbol is at most "7", since 26 symbols write 130 bits and the identifier has 128.
 * Cost: 26 characters.
 */
#include "assay_plugin_c.h"
#include "characters.h"

#include <stddef.h>

enum { FORMAT, OVERFLOW };

static inline bool is_symbol(uint8_t byte) {
    uint8_t lower = byte | 0x20;
    return is_digit(byte) ||
           (is_class(byte, CLASS_ALPHA) && lower != 'i' && lower != 'l' && lower != 'o' && lower != 'u');
}

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len != 26)
        return assay_fail(FORMAT);
    bool good = true;
    for (size_t i = 0; i < 26; i++)
        good &= is_symbol(text.ptr[i]);
    if (!good)
        return assay_fail(FORMAT);
    return assay_pass_if(text.ptr[0] <= '7', OVERFLOW);
}

ASSAY_TEXT_RULE(ulid, "A sortable identifier (ULID)", check,
                ASSAY_CODES(ASSAY_CODE("ulid.format", "must have 26 symbols of Crockford's base32"),
                            ASSAY_CODE("ulid.overflow", "must not begin with a symbol above 7")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"01ARZ3NDEKTSV4RRFFQ69G5FAV\"", "ulid"),
                               ASSAY_VALID("\"7zzzzzzzzzzzzzzzzzzzzzzzzz\"", "ulid"),
                               ASSAY_INVALID(FORMAT, "\"01ARZ3NDEKTSV4RRFFQ69G5FAU\"", "ulid"),
                               ASSAY_INVALID(OVERFLOW, "\"8ZZZZZZZZZZZZZZZZZZZZZZZZZ\"", "ulid")));

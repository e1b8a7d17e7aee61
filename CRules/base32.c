/* SPDX-License-Identifier: Apache-2.0
 *
 * base32(alphabet: rfc4648 | crockford | hex = rfc4648)
 *
 * Bytes in base 32. rfc4648 and hex: RFC 4648 sections 6 and 7, upper case, padded with "=" to a
 * multiple of eight characters, the bits that belong to no byte zero. The empty string encodes no
 * bytes and is valid.
 * crockford: the symbols of Douglas Crockford's base 32, in either case, with the aliases O, I and L;
 * a number of at least one symbol, without padding, hyphens and check symbol.
 * Cost: a look-up for each character.
 */
#include "assay_plugin_c.h"
#include "characters.h"

enum { CHARACTERS, LENGTH, TRAILING_BITS };
enum { RFC4648, CROCKFORD, HEX };

#define NONE 32u
/* The value of a character; NONE if it is not in the alphabet. */
static inline unsigned value_of(uintptr_t alphabet, uint8_t byte) {
    if (alphabet == RFC4648)
        return is_upper(byte) ? byte - 'A' + 0u : (uint8_t)(byte - '2') < 6 ? byte - '2' + 26u : NONE;
    unsigned value = assay_base36[byte];
    return value < 32 ? value : NONE;
}

static assay_verdict check_crockford(assay_str text) {
    for (uint64_t i = 0; i < text.len; i++)
        if (!is_class(text.ptr[i], CLASS_ALPHANUMERIC) || (text.ptr[i] | 0x20) == 'u')
            return assay_fail(CHARACTERS);
    return assay_pass_if(text.len > 0, LENGTH);
}

static assay_verdict check(assay_str text, const void *inst) {
    /* By the characters of the last group: those that no whole bytes make are 0; else the unused bits. */
    static const uint8_t last_groups[8] = {0x20, 0, 0x23, 0, 0x2F, 0x21, 0, 0x27};
    uintptr_t alphabet = assay_options(inst);
    uint64_t count = text.len;
    if (alphabet == CROCKFORD)
        return check_crockford(text);
    while (count > 0 && text.len - count < 6 && text.ptr[count - 1] == '=')
        count--;
    for (uint64_t i = 0; i < count; i++)
        if (value_of(alphabet, text.ptr[i]) == NONE)
            return assay_fail(CHARACTERS);
    uint8_t group = last_groups[count % 8];
    if (!group || text.len % 8 != 0 || text.len - count > 6)
        return assay_fail(LENGTH);
    unsigned unused = group & 0x1Fu;
    return assay_pass_if(!unused || !(value_of(alphabet, text.ptr[count - 1]) & unused), TRAILING_BITS);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64)

ASSAY_TEXT_RULE(
    base32, "Bytes in base32", check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "alphabet", "The alphabet",
                                     ASSAY_CHOICES(ASSAY_STR_LITERAL("rfc4648"),
                                                   ASSAY_STR_LITERAL("crockford"), ASSAY_STR_LITERAL("hex")),
                                     ASSAY_DEFAULT_TEXT("rfc4648"))),
    ASSAY_CODES(ASSAY_CODE("base32.characters", "must contain only base32 characters"),
                ASSAY_CODE("base32.length", "must have a length and padding that encode whole bytes"),
                ASSAY_CODE("base32.trailingBits", "must end with a character whose unused bits are zero")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"MZXW6YQ=\"", "base32"), ASSAY_VALID("\"CPNMUOG=\"", "base32(hex)"),
                   ASSAY_VALID("\"16jd\"", "base32(alphabet=crockford)"),
                   ASSAY_INVALID(CHARACTERS, "\"mzxw6yq=\"", "base32"),
                   ASSAY_INVALID(CHARACTERS, "\"16JU\"", "base32(crockford)"),
                   ASSAY_INVALID(LENGTH, "\"MZXW6YQ\"", "base32"),
                   ASSAY_INVALID(TRAILING_BITS, "\"MZXW6YR=\"", "base32")),
    .create = create);

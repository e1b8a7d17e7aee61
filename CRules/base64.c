/* SPDX-License-Identifier: Apache-2.0
 *
 * base64(url: bool = false, padding: required | optional | forbidden = required)
 *
 * Bytes in base 64 by RFC 4648: section 4, or with url = true the alphabet of section 5 ("-" and "_"
 * for "+" and "/"). No line breaks or other characters. The bits of the last character that belong
 * to no byte are zero, as section 3.5 demands of encoders, so that bytes have one encoding only.
 * `padding`: "=" up to a multiple of four characters. The empty string encodes no bytes and is valid.
 * Cost: a look-up for each character.
 */
#include "assay_plugin_c.h"
#include "characters.h"

enum { CHARACTERS, LENGTH, PADDING, TRAILING_BITS };
enum { REQUIRED, OPTIONAL, FORBIDDEN };

#define NONE 64
/* The value of a character in both alphabets but for the last two; NONE is in none. */
static uint8_t value_of(uint8_t byte, bool url) {
    if (is_class(byte, CLASS_UPPER))
        return (uint8_t)(byte - 'A');
    if (is_class(byte, CLASS_LOWER))
        return (uint8_t)(byte - 'a' + 26);
    if (is_digit(byte))
        return (uint8_t)(byte - '0' + 52);
    if (byte == (url ? '-' : '+'))
        return 62;
    return byte == (url ? '_' : '/') ? 63 : NONE;
}

static inline bool is_in_alphabet(const uint8_t *bytes, uint64_t count, unsigned classes) {
    bool good = true;
    for (uint64_t i = 0; i < count; i++)
        good &= is_class(bytes[i], classes);
    return good;
}

static inline assay_verdict check(assay_str text, const void *inst) {
    bool url = assay_options(inst) & 1;
    uintptr_t padding = assay_options(inst) >> 1;
    uint64_t count = text.len;
    while (count > 0 && text.len - count < 2 && text.ptr[count - 1] == '=')
        count--;
    if (!is_in_alphabet(text.ptr, count, CLASS_ALPHANUMERIC | (url ? CLASS_BASE64_URL : CLASS_BASE64)))
        return assay_fail(CHARACTERS);
    uint64_t given = text.len - count, tail = count % 4;
    if (tail == 1)
        return assay_fail(LENGTH);
    uint64_t wanted = tail ? 4 - tail : 0;
    bool full = given == wanted && padding != FORBIDDEN, bare = given == 0 && padding != REQUIRED;
    if (!full && !bare && (given || wanted))
        return assay_fail(PADDING);
    unsigned unused = tail == 2 ? 0xFu : tail == 3 ? 0x3u : 0;
    return assay_pass_if(!unused || !(value_of(text.ptr[count - 1], url) & unused), TRAILING_BITS);
}

ASSAY_CREATE_OPTIONS(create, (params[0].as.i64 ? 1u : 0u) | (uintptr_t)params[1].as.i64 << 1)

ASSAY_TEXT_RULE(
    base64, "Bytes in base64", check,
    ASSAY_PARAMETERS(
        ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "url",
                        "The alphabet of base64url, which is safe in URLs and file names",
                        ASSAY_DEFAULT_BOOLEAN(false)),
        ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "padding", "The = that fill the last group of four characters",
                        ASSAY_CHOICES(ASSAY_STR_LITERAL("required"), ASSAY_STR_LITERAL("optional"),
                                      ASSAY_STR_LITERAL("forbidden")),
                        ASSAY_DEFAULT_TEXT("required"))),
    ASSAY_CODES(ASSAY_CODE("base64.characters", "must contain only base64 characters"),
                ASSAY_CODE("base64.length", "must have a length that encodes whole bytes"),
                ASSAY_CODE("base64.padding",
                           "must {padding:required=have the padding (=) that its length needs|forbidden=not "
                           "have padding (=)|have the padding (=) that its length needs, or none}"),
                ASSAY_CODE("base64.trailingBits", "must end with a character whose unused bits are zero")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"Zm9vYg==\"", "base64"),
                   ASSAY_VALID("\"-_-_YQ\"", "base64(url=true, padding=forbidden)"),
                   ASSAY_VALID("\"Zm9vYmE\"", "base64(padding=optional)"),
                   ASSAY_INVALID(CHARACTERS, "\"-_-_\"", "base64"),
                   ASSAY_INVALID(PADDING, "\"Zm9vYg\"", "base64"),
                   ASSAY_INVALID(PADDING, "\"Zm9vYg==\"", "base64(padding=forbidden)"),
                   ASSAY_INVALID(TRAILING_BITS, "\"Zm9vYh==\"", "base64"),
                   ASSAY_INVALID(LENGTH, "\"Zm9vY\"", "base64")),
    .create = create);

/* SPDX-License-Identifier: Apache-2.0
 *
 * doi
 *
 * A Digital Object Identifier by ISO 26324, without "doi:" or the URL of a resolver.
 *
 *     doi = "10." registrant "/" suffix      registrant = 4*digit *( "." 1*digit )
 *
 * The suffix has at least one character, any but white space and control characters of Unicode. At most
 * 2,048 bytes; the standard sets no limit. Cost: one pass.
 */
#include "assay_plugin_c.h"
#include "digits.h"

enum { FORMAT, SUFFIX };

#define LONGEST 2048u

/* The number of digits at the start. */
static uint64_t digits_at(const uint8_t *bytes, uint64_t count) {
    uint64_t i = 0;
    while (i < count && is_digit(bytes[i]))
        i++;
    return i;
}

/* The length of "10." and a registrant; 0 where there is none. */
static uint64_t prefix_length(assay_str text) {
    uint64_t at = 3, digits;
    if (text.len < 3 || memcmp(text.ptr, "10.", 3) != 0)
        return 0;
    digits = digits_at(text.ptr + at, text.len - at);
    if (digits < 4)
        return 0;
    at += digits;
    while (at < text.len && text.ptr[at] == '.') {
        digits = digits_at(text.ptr + at + 1, text.len - at - 1);
        if (digits == 0)
            return 0;
        at += 1 + digits;
    }
    return at;
}

/* White space and control characters beyond ASCII, in UTF-8: U+0080 to U+00A0, U+1680, U+2000 to U+200A,
 * U+2028, U+2029, U+202F, U+205F and U+3000. The bytes are valid UTF-8 that may end early. */
static bool is_blank_sequence(const uint8_t *bytes, uint64_t count) {
    if (bytes[0] == 0xC2)
        return count > 1 && bytes[1] <= 0xA0;
    if (count < 3)
        return false;
    unsigned tail = (bytes[1] & 0x3Fu) << 6 | (bytes[2] & 0x3Fu);
    switch (bytes[0]) {
    case 0xE1:
        return tail == 0x680;
    case 0xE2:
        return tail <= 0x0A || tail == 0x28 || tail == 0x29 || tail == 0x2F || tail == 0x5F;
    case 0xE3:
        return tail == 0;
    default:
        return false;
    }
}

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    uint64_t at = text.len > LONGEST ? 0 : prefix_length(text);
    if (at == 0 || at + 1 >= text.len || text.ptr[at] != '/')
        return assay_fail(FORMAT);
    for (at++; at < text.len; at++) {
        uint8_t byte = text.ptr[at];
        if (byte <= ' ' || byte == 0x7F || (byte >= 0xC2 && is_blank_sequence(text.ptr + at, text.len - at)))
            return assay_fail(SUFFIX);
    }
    return assay_pass();
}

ASSAY_TEXT_RULE(doi, "A Digital Object Identifier (ISO 26324)", check,
                ASSAY_CODES(ASSAY_CODE("doi.format", "must be a DOI, like 10.1000/182"),
                            ASSAY_CODE("doi.suffix", "must not contain white space or control characters")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"10.1000/182\"", "doi"),
                               ASSAY_VALID("\"10.1000.10/123456(2004)5:6<7>\"", "doi"),
                               ASSAY_INVALID(FORMAT, "\"doi:10.1000/182\"", "doi"),
                               ASSAY_INVALID(FORMAT, "\"10.100/182\"", "doi"),
                               ASSAY_INVALID(SUFFIX, "\"10.1000/1 82\"", "doi")));

/* SPDX-License-Identifier: Apache-2.0
 *
 * semver
 *
 * A version by Semantic Versioning 2.0.0 (semver.org).
 *
 *     version = number "." number "." number [ "-" names ] [ "+" names ]
 *     names   = name *( "." name )       name = 1*( alnum / "-" )
 *
 * Numbers, and names of a pre-release that are all digits, have no leading zeros. Any length.
 * Cost: one pass.
 */
#include "assay_plugin_c.h"
#include "characters.h"

enum { FORMAT, LEADING_ZERO };

typedef struct {
    assay_str text;
    uint64_t at;
    bool leading_zero; /* somewhere */
} reader;

static bool takes(reader *reader, uint8_t byte) {
    bool taken = reader->at < reader->text.len && reader->text.ptr[reader->at] == byte;
    reader->at += taken;
    return taken;
}

/* Takes characters of one name; whether there is at least one. */
static bool takes_name(reader *reader, bool digits_only, bool zeros_matter) {
    uint64_t start = reader->at;
    bool numeric = true;
    for (; reader->at < reader->text.len; reader->at++) {
        uint8_t byte = reader->text.ptr[reader->at];
        if (!is_digit(byte) && (digits_only || !(is_class(byte, CLASS_ALPHA) || byte == '-')))
            break;
        numeric &= is_digit(byte);
    }
    uint64_t length = reader->at - start;
    reader->leading_zero |= zeros_matter && numeric && length > 1 && reader->text.ptr[start] == '0';
    return length > 0;
}

static bool takes_names(reader *reader, bool zeros_matter) {
    do {
        if (!takes_name(reader, false, zeros_matter))
            return false;
    } while (takes(reader, '.'));
    return true;
}

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    reader reader = {.text = text};
    for (unsigned i = 0; i < 3; i++)
        if ((i > 0 && !takes(&reader, '.')) || !takes_name(&reader, true, true))
            return assay_fail(FORMAT);
    if (takes(&reader, '-') && !takes_names(&reader, true))
        return assay_fail(FORMAT);
    if (takes(&reader, '+') && !takes_names(&reader, false))
        return assay_fail(FORMAT);
    return reader.at < text.len ? assay_fail(FORMAT) : assay_pass_if(!reader.leading_zero, LEADING_ZERO);
}

ASSAY_TEXT_RULE(semver, "A semantic version", check,
                ASSAY_CODES(ASSAY_CODE("semver.format", "must be a version like 1.2.3-beta.1+build"),
                            ASSAY_CODE("semver.leadingZero", "must have numbers without leading zeros")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"1.0.0\"", "semver"),
                               ASSAY_VALID("\"1.0.0-alpha.1+exp.sha.5114f85\"", "semver"),
                               ASSAY_INVALID(FORMAT, "\"1.0\"", "semver"),
                               ASSAY_INVALID(FORMAT, "\"v1.0.0\"", "semver"),
                               ASSAY_INVALID(LEADING_ZERO, "\"1.01.0\"", "semver")));

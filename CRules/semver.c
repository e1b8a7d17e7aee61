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
#include "characters.h"
#include "rule.h"

enum { FORMAT, LEADING_ZERO };
static const assay_code *const codes[] = {
    CODE("semver.format", "must be a version like 1.2.3-beta.1+build"),
    CODE("semver.leadingZero", "must have numbers without leading zeros"),
};
static const assay_example *const examples[] = {
    VALID("\"1.0.0\"", "semver"),
    VALID("\"1.0.0-alpha.1+exp.sha.5114f85\"", "semver"),
    INVALID(FORMAT, "\"1.0\"", "semver"),
    INVALID(FORMAT, "\"v1.0.0\"", "semver"),
    INVALID(LEADING_ZERO, "\"1.01.0\"", "semver"),
};

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

static assay_verdict judge(const void *inst, assay_str text) {
    (void)inst;
    reader reader = {.text = text};
    for (unsigned i = 0; i < 3; i++)
        if ((i > 0 && !takes(&reader, '.')) || !takes_name(&reader, true, true))
            return fail(FORMAT);
    if (takes(&reader, '-') && !takes_names(&reader, true))
        return fail(FORMAT);
    if (takes(&reader, '+') && !takes_names(&reader, false))
        return fail(FORMAT);
    return reader.at < text.len ? fail(FORMAT) : pass_if(!reader.leading_zero, LEADING_ZERO);
}
EVALUATE_EACH(judge)
PLAIN_RULE(semver, "A semantic version");

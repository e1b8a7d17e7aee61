/* SPDX-License-Identifier: Apache-2.0
 *
 * bcp47(registered: bool = false)
 *
 * A language tag by RFC 5646, in any case.
 *
 *     tag       = langtag / private / one of the grandfathered tags
 *     langtag   = language [ "-" script ] [ "-" region ] *( "-" variant ) *( "-" extension ) [ "-" private ]
 *     language  = 2*3letter *3( "-" 3letter ) / 4letter / 5*8letter      script = 4letter
 *     region    = 2letter / 3digit       variant = 5*8alnum / digit 3alnum
 *     extension = singleton 1*( "-" 2*8alnum )      private = "x" 1*( "-" 1*8alnum )
 *
 * No variant and no singleton is there twice. With registered = true language, script and a region of letters
 * are in ISO 639, 15924 and 3166-1, from which the registry of IANA has them, or among those for private use;
 * variants and the extended languages are not looked up. Cost: a text of more than 256 bytes is rejected by
 * its length.
 */
#include "code_rule.h"
#include "iso_codes_table.h"

#include <string.h>

enum { FORMAT, REPEATED, UNREGISTERED };

#define LONGEST 256u
#define MOST_VARIANTS 64u

/* The subtag at hand; a length of 0 is the end, or what cannot be one. */
typedef struct {
    const uint8_t *at, *end;
    size_t length;
    unsigned classes;
    bool is_bad;
} reader;

static void read_subtag(reader *reader) {
    reader->length = 0;
    reader->classes = 0;
    while (reader->at + reader->length < reader->end && reader->at[reader->length] != '-') {
        uint8_t byte = reader->at[reader->length++];
        reader->is_bad |= !is_class(byte, CLASS_ALPHANUMERIC);
        reader->classes |= is_digit(byte) ? 1u : 2u;
    }
    reader->is_bad |= reader->length == 0 || reader->length > 8;
}

/* Goes on to the next subtag; after the last one its length is 0. */
static void advance(reader *reader) {
    reader->at += reader->length;
    reader->length = 0;
    if (reader->at < reader->end) {
        reader->at++;
        read_subtag(reader);
    }
}

static bool is_letters(const reader *reader, size_t length) {
    return reader->length == length && reader->classes == 2;
}

static bool is_same(const uint8_t *a, const uint8_t *b, size_t length) {
    for (size_t i = 0; i < length; i++)
        if ((a[i] | 0x20) != (b[i] | 0x20))
            return false;
    return true;
}

static bool is_listed(const reader *reader, const assay_code_table *table, code_case cased) {
    return is_code(table, (assay_str){reader->at, reader->length}, true, cased);
}

/* What the registry keeps for private use: AA, QM to QZ, XA to XZ and ZZ; Qaaa to Qabx; qaa to qtz. */
static bool is_private_region(const uint8_t *text) {
    uint8_t first = text[0] & 0xDFu, second = text[1] & 0xDFu;
    return (first == 'A' && second == 'A') || (first == 'Q' && second >= 'M') || first == 'X' ||
           (first == 'Z' && second == 'Z');
}

static bool is_private_script(const uint8_t *text) {
    uint8_t third = text[2] | 0x20, fourth = text[3] | 0x20;
    return is_same(text, (const uint8_t *)"qa", 2) && (third == 'a' || (third == 'b' && fourth <= 'x'));
}

static bool is_private_language(const uint8_t *text, size_t length) {
    return length == 3 && (text[0] | 0x20) == 'q' && (text[1] | 0x20) <= 't';
}

static bool takes_language(reader *reader, bool *registered) {
    if (reader->classes != 2 || reader->length < 2)
        return false;
    size_t length = reader->length;
    if (length <= 3)
        *registered &=
            is_private_language(reader->at, length) ||
            is_listed(reader, length == 2 ? &assay_languages_alpha2 : &assay_languages_alpha3, CODES_LOWER);
    else
        *registered = false;
    advance(reader);
    for (size_t i = 0; i < 3 && length <= 3 && is_letters(reader, 3); i++)
        advance(reader);
    return true;
}

static void take_script_and_region(reader *reader, bool *registered) {
    if (is_letters(reader, 4)) {
        *registered &= is_private_script(reader->at) || is_listed(reader, &assay_scripts, CODES_TITLE);
        advance(reader);
    }
    if (is_letters(reader, 2)) {
        *registered &=
            is_private_region(reader->at) || is_listed(reader, &assay_countries_alpha2, CODES_UPPER);
        advance(reader);
    } else if (reader->length == 3 && reader->classes == 1) {
        advance(reader);
    }
}

/* Variants; false where one is repeated. There are at most LONGEST / 5 of them. */
static bool takes_variants(reader *reader) {
    struct {
        const uint8_t *at;
        size_t length;
    } seen[MOST_VARIANTS];
    size_t count = 0;
    while (reader->length >= 5 || (reader->length == 4 && is_digit(*reader->at))) {
        for (size_t i = 0; i < count; i++)
            if (seen[i].length == reader->length && is_same(seen[i].at, reader->at, reader->length))
                return false;
        if (count == MOST_VARIANTS)
            return false;
        seen[count].at = reader->at;
        seen[count++].length = reader->length;
        advance(reader);
    }
    return true;
}

/* Subtags of a length; whether there is at least one. */
static bool takes_rest(reader *reader, size_t least) {
    size_t count = 0;
    for (; reader->length >= least; count++)
        advance(reader);
    return count > 0;
}

/* Extensions and private use. */
static assay_verdict check_extensions(reader *reader) {
    uint64_t seen = 0;
    while (reader->length == 1) {
        uint8_t singleton = *reader->at | 0x20;
        uint64_t bit = UINT64_C(1) << (is_digit(singleton) ? singleton - '0' : singleton - 'a' + 10);
        advance(reader);
        if (singleton == 'x') {
            if (!takes_rest(reader, 1))
                return assay_fail(FORMAT);
            break;
        }
        if (seen & bit)
            return assay_fail(REPEATED);
        seen |= bit;
        if (!takes_rest(reader, 2))
            return assay_fail(FORMAT);
    }
    return assay_pass_if(reader->length == 0, FORMAT);
}

static bool is_grandfathered(assay_str text) {
    static const char *const tags[] = {
        "en-gb-oed", "i-ami",     "i-bnn",     "i-default",  "i-enochian",  "i-hak",  "i-klingon",
        "i-lux",     "i-mingo",   "i-navajo",  "i-pwn",      "i-tao",       "i-tay",  "i-tsu",
        "sgn-be-fr", "sgn-be-nl", "sgn-ch-de", "art-lojban", "cel-gaulish", "no-bok", "no-nyn",
        "zh-guoyu",  "zh-hakka",  "zh-min",    "zh-min-nan", "zh-xiang"};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (strlen(tags[i]) == text.len && is_same((const uint8_t *)tags[i], text.ptr, text.len))
            return true;
    return false;
}

static assay_verdict check(assay_str text, const void *inst) {
    reader all = {.at = text.ptr, .end = text.ptr + text.len};
    bool registered = true;
    if (text.len == 0 || text.len > LONGEST)
        return assay_fail(FORMAT);
    while (all.at < all.end) {
        read_subtag(&all);
        all.at += all.length;
        all.is_bad |= all.at + 1 == all.end; /* a hyphen at the end */
        all.at += all.at < all.end;
    }
    if (all.is_bad)
        return assay_fail(FORMAT);
    if (is_grandfathered(text))
        return assay_pass();
    reader reader = {.at = text.ptr, .end = text.ptr + text.len};
    read_subtag(&reader);
    if (reader.length != 1 || (*reader.at | 0x20) != 'x') {
        if (!takes_language(&reader, &registered))
            return assay_fail(FORMAT);
        take_script_and_region(&reader, &registered);
        if (!takes_variants(&reader))
            return assay_fail(REPEATED);
    }
    assay_verdict verdict = check_extensions(&reader);
    if (verdict.status != ASSAY_PASS)
        return verdict;
    return assay_pass_if(registered || !assay_options(inst), UNREGISTERED);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64 != 0)

ASSAY_TEXT_RULE(
    bcp47, "A language tag (RFC 5646)", check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "registered",
                                     "The language, script and region must be registered",
                                     ASSAY_DEFAULT_BOOLEAN(false))),
    ASSAY_CODES(ASSAY_CODE("bcp47.format", "must be a language tag like de-Latn-DE"),
                ASSAY_CODE("bcp47.repeated", "must not repeat a variant or an extension"),
                ASSAY_CODE("bcp47.unregistered", "must have a registered language, script and region")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"zh-Hant-TW\"", "bcp47"),
                   ASSAY_VALID("\"de-CH-1901-u-co-phonebk\"", "bcp47(registered=true)"),
                   ASSAY_INVALID(FORMAT, "\"de_DE\"", "bcp47"), ASSAY_INVALID(FORMAT, "\"a-DE\"", "bcp47"),
                   ASSAY_INVALID(REPEATED, "\"de-1901-1901\"", "bcp47"),
                   ASSAY_INVALID(UNREGISTERED, "\"xx-DE\"", "bcp47(registered=true)")),
    .create = create);

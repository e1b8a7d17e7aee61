/* SPDX-License-Identifier: Apache-2.0
 *
 * hostname(profile: rfc952 | rfc1123 | fqdn | rfc1035Label = rfc1123, requireTLD: bool = false,
 *          underscores: bool = false, trailingDot: bool = false, wildcard: bool = false,
 *          knownTLD: bool = false)
 *
 *     name  = label *( "." label )       label = alnum [ *( alnum / "-" ) alnum ]     1 to 63 characters
 *
 * rfc1123       RFC 1123 section 2.1: labels may begin with a digit; at most 253 characters; the last
 *               of several labels is not all digits (so that no name looks like an IPv4 address)
 * fqdn          the same with at least two labels, of which the last begins with a letter
 * rfc952        RFC 952: labels begin with a letter; 2 to 24 characters
 * rfc1035Label  RFC 1035 section 2.3.1: one label that begins with a letter
 *
 * A label that begins with "xn--" must be an A-label (RFC 5890): see `idna.h`.
 * `requireTLD`: as fqdn. `underscores`: "_" is allowed wherever a digit is. `trailingDot`: one final
 * dot, the root, is allowed. `wildcard`: the first of several labels may be "*". `knownTLD`: as fqdn, and the
 * last label is a top-level domain of IANA's root zone.
 * Only ASCII. Cost: one pass over at most 254 characters.
 */
#include "assay_plugin_c.h"
#include "characters.h"
#include "idna.h"
#include "known_tld.h"
#include "top_level_domains.h"

enum { CHARACTERS, LENGTH, LABEL, START, TOP_LEVEL, SINGLE, INTERNATIONAL, UNKNOWN };
enum { RFC952, RFC1123, FQDN, RFC1035_LABEL };

#define PROFILE 3u
#define REQUIRE_TLD 4u
#define UNDERSCORES 8u
#define TRAILING_DOT 16u
#define WILDCARD 32u
#define KNOWN_TLD 64u

#define LONGEST_LABEL 63u

/* The class of a hyphen and of other characters that are no letters and digits. */
#define OTHER_CLASS 0x80u

typedef struct {
    const uint8_t *start;
    size_t length;
    unsigned classes; /* all classes of characters in it */
    bool first, last, only;
} host_label;

static inline bool is_international(const host_label *label) {
    const uint8_t *start = label->start;
    return label->length >= 4 && (start[0] | 0x20) == 'x' && (start[1] | 0x20) == 'n' && start[2] == '-' &&
           start[3] == '-';
}

static bool is_known_domain(const host_label *label) {
    uint8_t folded[LONGEST_LABEL];
    for (size_t i = 0; i < label->length; i++)
        folded[i] = is_upper(label->start[i]) ? label->start[i] | 0x20u : label->start[i];
    return assay_has_domain(&assay_top_level_domains, folded, label->length);
}

static assay_verdict check_top_level(const host_label *label, unsigned options) {
    if ((options & REQUIRE_TLD) && (label->only || !is_class(label->start[0], CLASS_ALPHA)))
        return assay_fail(TOP_LEVEL);
    if (options & KNOWN_TLD)
        return assay_pass_if(is_known_domain(label), UNKNOWN);
    return assay_pass_if(label->only || label->classes != CLASS_DIGIT, TOP_LEVEL);
}

static assay_verdict check_label(const host_label *label, unsigned options) {
    unsigned profile = options & PROFILE;
    if (label->first && !label->only && (options & WILDCARD) && label->length == 1 && label->start[0] == '*')
        return assay_pass();
    if (label->length == 0 || label->length > LONGEST_LABEL || label->start[0] == '-' ||
        label->start[0] == '*' || label->start[label->length - 1] == '-')
        return assay_fail(LABEL);
    if (profile == RFC1035_LABEL && !label->only)
        return assay_fail(SINGLE);
    if ((profile == RFC952 || profile == RFC1035_LABEL) && !is_class(label->start[0], CLASS_ALPHA))
        return assay_fail(START);
    if (is_international(label) &&
        !assay_is_a_label(label->start + 4, label->length - 4, IDNA_PROTOCOL, NULL))
        return assay_fail(INTERNATIONAL);
    return label->last ? check_top_level(label, options) : assay_pass();
}

/* The label's end: the next dot or the end of the text. SIZE_MAX for a character that is in no name. */
static inline size_t scan_label(host_label *label, const uint8_t *text, size_t at, size_t length,
                                unsigned options) {
    unsigned classes = 0;
    size_t end = at;
    for (; end < length && text[end] != '.'; end++) {
        unsigned class = assay_character_class[text[end]] & CLASS_ALPHANUMERIC;
        bool allowed = class || text[end] == '-' || (text[end] == '_' && (options & UNDERSCORES)) ||
                       (text[end] == '*' && end == 0 && (options & WILDCARD));
        if (!allowed)
            return SIZE_MAX;
        classes |= class ? class : OTHER_CLASS;
    }
    label->start = text + at;
    label->length = end - at;
    label->classes = classes;
    return end;
}

static assay_verdict check(assay_str text, const void *inst) {
    unsigned options = (unsigned)assay_options(inst);
    uint64_t length = text.len;
    if ((options & TRAILING_DOT) && length > 1 && text.ptr[length - 1] == '.')
        length--;
    bool short_names = (options & PROFILE) == RFC952;
    if (length < (short_names ? 2 : 1) || length > (short_names ? 24 : 253))
        return assay_fail(LENGTH);
    assay_verdict verdict = assay_pass();
    host_label label = {.first = true};
    for (size_t at = 0; at <= length; label.first = false) {
        size_t end = scan_label(&label, text.ptr, at, length, options);
        if (end == SIZE_MAX)
            return assay_fail(CHARACTERS);
        label.last = end == length;
        label.only = label.first && label.last;
        if (verdict.status == ASSAY_PASS)
            verdict = check_label(&label, options);
        at = end + 1;
    }
    return verdict;
}

ASSAY_CREATE_OPTIONS(create,
                     (unsigned)params[0].as.i64 |
                         (params[1].as.i64 || params[5].as.i64 || params[0].as.i64 == FQDN ? REQUIRE_TLD
                                                                                           : 0u) |
                         (params[2].as.i64 ? UNDERSCORES : 0u) | (params[3].as.i64 ? TRAILING_DOT : 0u) |
                         (params[4].as.i64 ? WILDCARD : 0u) | (params[5].as.i64 ? KNOWN_TLD : 0u))

ASSAY_TEXT_RULE(
    hostname, "A host name", check,
    ASSAY_PARAMETERS(
        ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "profile", "The definition that the name follows",
                        ASSAY_CHOICES(ASSAY_STR_LITERAL("rfc952"), ASSAY_STR_LITERAL("rfc1123"),
                                      ASSAY_STR_LITERAL("fqdn"), ASSAY_STR_LITERAL("rfc1035Label")),
                        ASSAY_DEFAULT_TEXT("rfc1123")),
        ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "requireTLD", "A top-level domain is required",
                        ASSAY_DEFAULT_BOOLEAN(false)),
        ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "underscores", "Underscores are allowed in labels",
                        ASSAY_DEFAULT_BOOLEAN(false)),
        ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "trailingDot", "A final dot is allowed",
                        ASSAY_DEFAULT_BOOLEAN(false)),
        ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "wildcard", "* is allowed as the first of several labels",
                        ASSAY_DEFAULT_BOOLEAN(false)),
        KNOWN_TLD_PARAMETER("name")),
    ASSAY_CODES(ASSAY_CODE("hostname.characters", "must contain only letters, digits, hyphens and dots"),
                ASSAY_CODE("hostname.length", "must have {profile:rfc952=2 to 24|1 to 253} characters"),
                ASSAY_CODE("hostname.label",
                           "must have labels of 1 to 63 characters that neither begin nor end with a hyphen"),
                ASSAY_CODE("hostname.start", "must have labels that begin with a letter"),
                ASSAY_CODE("hostname.topLevelDomain", "must end with a top-level domain"),
                ASSAY_CODE("hostname.singleLabel", "must be a single label"),
                ASSAY_CODE("hostname.internationalLabel",
                           "must have valid internationalized labels after xn--"),
                ASSAY_CODE("hostname.unknownTopLevelDomain", "must end with an existing top-level domain")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"www.example.com\"", "hostname"), ASSAY_VALID("\"localhost\"", "hostname"),
                   ASSAY_VALID("\"*.example.com.\"", "hostname(wildcard=true, trailingDot=true)"),
                   ASSAY_VALID("\"_dmarc.example.com\"", "hostname(underscores=true)"),
                   ASSAY_VALID("\"www.example.com\"", "hostname(knownTLD=true)"),
                   ASSAY_INVALID(UNKNOWN, "\"www.example.cmo\"", "hostname(knownTLD=true)"),
                   ASSAY_INVALID(CHARACTERS, "\"exa mple.com\"", "hostname"),
                   ASSAY_INVALID(LABEL, "\"-example.com\"", "hostname"),
                   ASSAY_INVALID(LABEL, "\"example..com\"", "hostname"),
                   ASSAY_INVALID(LENGTH, "\"\"", "hostname"),
                   ASSAY_INVALID(TOP_LEVEL, "\"localhost\"", "hostname(fqdn)"),
                   ASSAY_INVALID(TOP_LEVEL, "\"192.0.2.1\"", "hostname"),
                   ASSAY_INVALID(START, "\"3com\"", "hostname(rfc952)"),
                   ASSAY_INVALID(SINGLE, "\"www.example.com\"", "hostname(profile=rfc1035Label)"),
                   ASSAY_INVALID(INTERNATIONAL, "\"xn--X\"", "hostname")),
    .create = create);

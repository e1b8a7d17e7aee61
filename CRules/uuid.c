/* SPDX-License-Identifier: Apache-2.0
 *
 * uuid(version: list of int?, variant: bool = false, case: any | lower | upper = any, nil: bool?,
 *      hyphens: bool = true, max: bool?, braces: bool = false)
 *
 * A universally unique identifier in the text form of RFC 9562 section 4.
 *
 *     uuid = 8hex "-" 4hex "-" 4hex "-" 4hex "-" 12hex      (32hex with hyphens = false)
 *
 * `version`: the accepted values, 1 to 15, of the version digit; any when not given. 0 is the nil UUID.
 * `variant`: true demands the variant of RFC 9562 (the digit after the third hyphen is 8, 9, a or b).
 * `nil`, `max`: the nil UUID (all zeros, section 5.9) and the max UUID (all F, section 5.10), which have
 * neither a version nor a variant, are allowed; when not given, they are unless there is a `version`.
 * `braces`: braces around the UUID are allowed.
 * Cost: a look-up for each of at most 38 characters.
 */
#include "assay_plugin_c.h"
#include "characters.h"

#include <stddef.h>

enum { FORMAT, CASE, NIL, VERSION, VARIANT, MAX };

/* Options: the set of versions in the low 16 bits, then flags. */
#define ANY_VERSION 0xFFFFu
#define NIL_VERSION 1u
#define RFC_VARIANT (1u << 16)
#define NO_LOWER (1u << 17)
#define NO_UPPER (1u << 18)
#define NO_NIL (1u << 19)
#define NO_HYPHENS (1u << 20)
#define NO_MAX (1u << 21)
#define BRACES (1u << 22)
/* The nil or the max UUID is not allowed since there is a list of versions. */
#define NIL_HAS_NO_VERSION (1u << 23)
#define MAX_HAS_NO_VERSION (1u << 24)

/* What all hexadecimal digits have in common. */
typedef struct {
    uint32_t classes; /* all classes met */
    uint32_t nil;     /* 0: all characters are '0' */
    uint32_t max;     /* 0: all characters are 'F' or 'f' */
    bool bad;
} hex_scan;

static inline hex_scan scan_hex(hex_scan scan, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t class = assay_character_class[bytes[i]] & CLASS_HEX;
        scan.bad |= class == 0;
        scan.classes |= class;
        scan.nil |= bytes[i] ^ '0';
        scan.max |= (bytes[i] | 0x20u) ^ 'f';
    }
    return scan;
}

static inline uint32_t hex_value(uint8_t digit) { return digit <= '9' ? digit & 0x0Fu : (digit & 0x07u) + 9; }

/* The scan of a text of the right length. */
static inline hex_scan scan_uuid(const uint8_t *at, bool hyphens) {
    hex_scan scan = {0};
    if (!hyphens)
        return scan_hex(scan, at, 32);
    scan.bad = at[8] != '-' || at[13] != '-' || at[18] != '-' || at[23] != '-';
    scan = scan_hex(scan, at, 8);
    scan = scan_hex(scan, at + 9, 4);
    scan = scan_hex(scan, at + 14, 4);
    scan = scan_hex(scan, at + 19, 4);
    return scan_hex(scan, at + 24, 12);
}

/* The verdict on a UUID that has neither a version nor a variant. */
static inline assay_verdict check_special(uint32_t options, uint32_t forbidden, uint32_t unversioned,
                                          uint32_t code) {
    if (options & unversioned)
        return assay_fail(VERSION);
    return assay_pass_if(!(options & forbidden), code);
}

static inline assay_verdict check(assay_str text, const void *inst) {
    uint32_t options = (uint32_t)assay_options(inst);
    bool hyphens = !(options & NO_HYPHENS);
    uint64_t length = hyphens ? 36 : 32;
    const uint8_t *at = text.ptr;
    if ((options & BRACES) && text.len == length + 2 && at[0] == '{' && at[length + 1] == '}')
        at++;
    else if (text.len != length)
        return assay_fail(FORMAT);
    hex_scan scan = scan_uuid(at, hyphens);
    if (scan.bad)
        return assay_fail(FORMAT);
    if (((options & NO_LOWER) && (scan.classes & CLASS_HEX_LOWER)) ||
        ((options & NO_UPPER) && (scan.classes & CLASS_HEX_UPPER)))
        return assay_fail(CASE);
    if (scan.nil == 0)
        return check_special(options, NO_NIL, NIL_HAS_NO_VERSION, NIL);
    if (scan.max == 0)
        return check_special(options, NO_MAX, MAX_HAS_NO_VERSION, MAX);
    if (!(options >> hex_value(at[hyphens ? 14 : 12]) & 1))
        return assay_fail(VERSION);
    bool variant = (hex_value(at[hyphens ? 19 : 16]) & 0xCu) == 0x8;
    return assay_pass_if(variant || !(options & RFC_VARIANT), VARIANT);
}

/* The set of the listed versions; 0 if one is not an integer from 0 to 15, or none is listed. */
static uint32_t versions_in(const assay_value *list) {
    uint32_t versions = 0;
    for (uint64_t i = 0; i < list->len; i++) {
        const assay_value *version = &list->as.items[i];
        if (version->kind != ASSAY_I64 || version->as.i64 < 0 || version->as.i64 > 15)
            return 0;
        versions |= 1u << version->as.i64;
    }
    return versions;
}

/* The flags for the nil or the max UUID; `listed`: a list of versions has its number. */
static uint32_t special_flags(const assay_value *allowed, bool versions, bool listed, uint32_t forbidden,
                              uint32_t unversioned) {
    if (assay_is_given(allowed))
        return allowed->as.i64 ? 0 : forbidden;
    return versions && !listed ? unversioned : 0;
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    bool versions = assay_is_given(&params[0]);
    uint32_t options = versions ? versions_in(&params[0]) : ANY_VERSION;
    if (!options)
        return ASSAY_REJECT(call, "version must be one or several integers from 0 to 15");
    bool nil_is_listed = versions && (options & NIL_VERSION);
    if (nil_is_listed && assay_is_given(&params[3]) && !params[3].as.i64)
        return ASSAY_REJECT(call, "version must not have 0, the nil UUID, where nil is false");
    /* Only the nil UUID has the version 0. */
    options &= versions ? ~NIL_VERSION : ~0u;
    static const uint32_t case_options[] = {0, NO_UPPER, NO_LOWER};
    options |= params[1].as.i64 ? RFC_VARIANT : 0;
    options |= case_options[params[2].as.i64];
    options |= special_flags(&params[3], versions, nil_is_listed, NO_NIL, NIL_HAS_NO_VERSION);
    options |= params[4].as.i64 ? 0 : NO_HYPHENS;
    options |= special_flags(&params[5], versions, false, NO_MAX, MAX_HAS_NO_VERSION);
    options |= params[6].as.i64 ? BRACES : 0;
    *inst = (void *)(uintptr_t)options;
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(
    uuid, "A universally unique identifier", check,
    ASSAY_PARAMETERS(
        ASSAY_PARAMETER(ASSAY_PARAM_LIST, "version",
                        "The accepted versions, 1 to 15, and 0 for the nil UUID; by default all",
                        ASSAY_OPTIONAL),
        ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "variant", "The variant must be that of RFC 9562",
                        ASSAY_DEFAULT_BOOLEAN(false)),
        ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "case", "The case of the letters",
                        ASSAY_CHOICES(ASSAY_STR_LITERAL("any"), ASSAY_STR_LITERAL("lower"),
                                      ASSAY_STR_LITERAL("upper")),
                        ASSAY_DEFAULT_TEXT("any")),
        ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "nil",
                        "The nil UUID, all zeros, is allowed; by default it is unless version is given",
                        ASSAY_OPTIONAL),
        ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "hyphens",
                        "Hyphens are required; with false, they are forbidden", ASSAY_DEFAULT_BOOLEAN(true)),
        ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "max",
                        "The max UUID, all F, is allowed; by default it is unless version is given",
                        ASSAY_OPTIONAL),
        ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "braces", "Braces around the UUID are allowed",
                        ASSAY_DEFAULT_BOOLEAN(false))),
    ASSAY_CODES(ASSAY_CODE("uuid.format", "must be a UUID"),
                ASSAY_CODE("uuid.case", "must be a UUID in {case} case"),
                ASSAY_CODE("uuid.nil", "must not be the nil UUID"),
                ASSAY_CODE("uuid.version", "must be a UUID of an accepted version"),
                ASSAY_CODE("uuid.variant", "must be a UUID of the variant of RFC 9562"),
                ASSAY_CODE("uuid.max", "must not be the max UUID")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"", "uuid"),
                   ASSAY_VALID("\"919108F7-52D1-4320-9BAC-F847DB4148A8\"",
                               "uuid(version=[4, 7], variant=true)"),
                   ASSAY_VALID("\"f81d4fae7dec11d0a76500a0c91e6bf6\"", "uuid(hyphens=false, case=lower)"),
                   ASSAY_VALID("\"{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}\"", "uuid(braces=true)"),
                   ASSAY_VALID("\"ffffffff-ffff-ffff-ffff-ffffffffffff\"", "uuid(variant=true)"),
                   ASSAY_VALID("\"00000000-0000-0000-0000-000000000000\"", "uuid(4, nil=true)"),
                   ASSAY_INVALID(FORMAT, "\"f81d4fae-7dec-11d0-a765-00a0c91e6bfg\"", "uuid"),
                   ASSAY_INVALID(VERSION, "\"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"", "uuid(4)"),
                   ASSAY_INVALID(VARIANT, "\"f81d4fae-7dec-11d0-c765-00a0c91e6bf6\"", "uuid(variant=true)"),
                   ASSAY_INVALID(CASE, "\"F81d4fae-7dec-11d0-a765-00a0c91e6bf6\"", "uuid(case=lower)"),
                   ASSAY_INVALID(NIL, "\"00000000-0000-0000-0000-000000000000\"", "uuid(nil=false)"),
                   ASSAY_INVALID(VERSION, "\"00000000-0000-0000-0000-000000000000\"", "uuid(4)"),
                   ASSAY_INVALID(MAX, "\"ffffffff-ffff-ffff-ffff-ffffffffffff\"", "uuid(max=false)")),
    .create = create);

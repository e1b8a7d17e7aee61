/* SPDX-License-Identifier: Apache-2.0
 *
 * uuid(version: list of int?, variant: bool = false, case: any | lower | upper = any, nil: bool = true,
 *      hyphens: bool = true)
 *
 * A universally unique identifier in the text form of RFC 9562 section 4.
 *
 *     uuid = 8hex "-" 4hex "-" 4hex "-" 4hex "-" 12hex      (32hex with hyphens = false)
 *
 * `version`: the accepted values, 0 to 15, of the version digit; any when not given.
 * `variant`: true demands the variant of RFC 9562 (the digit after the third hyphen is 8, 9, a or b).
 * `nil`: false rejects the nil UUID (all zeros); true makes no exception for it: with `version` or
 * `variant` it has to comply like any other.
 * Cost: a look-up for each of at most 36 characters.
 */
#include "assay_plugin_c.h"
#include "characters.h"

#include <stddef.h>

enum { FORMAT, CASE, NIL, VERSION, VARIANT };

/* Options: the set of versions in the low 16 bits, then flags. */
#define ANY_VERSION 0xFFFFu
#define RFC_VARIANT (1u << 16)
#define NO_LOWER (1u << 17)
#define NO_UPPER (1u << 18)
#define NO_NIL (1u << 19)
#define NO_HYPHENS (1u << 20)

/* What all hexadecimal digits have in common. */
typedef struct {
    uint32_t classes; /* all classes met */
    uint32_t bits;    /* 0: all characters are '0' */
    bool bad;
} hex_scan;

static inline hex_scan scan_hex(hex_scan scan, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t class = assay_character_class[bytes[i]] & CLASS_HEX;
        scan.bad |= class == 0;
        scan.classes |= class;
        scan.bits |= bytes[i] ^ '0';
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

static inline assay_verdict check(assay_str text, const void *inst) {
    uint32_t options = (uint32_t)assay_options(inst);
    bool hyphens = !(options & NO_HYPHENS);
    if (text.len != (hyphens ? 36 : 32))
        return assay_fail(FORMAT);
    hex_scan scan = scan_uuid(text.ptr, hyphens);
    if (scan.bad)
        return assay_fail(FORMAT);
    if (((options & NO_LOWER) && (scan.classes & CLASS_HEX_LOWER)) ||
        ((options & NO_UPPER) && (scan.classes & CLASS_HEX_UPPER)))
        return assay_fail(CASE);
    if ((options & NO_NIL) && scan.bits == 0)
        return assay_fail(NIL);
    if (!(options >> hex_value(text.ptr[hyphens ? 14 : 12]) & 1))
        return assay_fail(VERSION);
    bool variant = (hex_value(text.ptr[hyphens ? 19 : 16]) & 0xCu) == 0x8;
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

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    uint32_t options = assay_is_given(&params[0]) ? versions_in(&params[0]) : ANY_VERSION;
    if (!options)
        return ASSAY_REJECT(call, "version must be one or several integers from 0 to 15");
    static const uint32_t case_options[] = {0, NO_UPPER, NO_LOWER};
    options |= params[1].as.i64 ? RFC_VARIANT : 0;
    options |= case_options[params[2].as.i64];
    options |= params[3].as.i64 ? 0 : NO_NIL;
    options |= params[4].as.i64 ? 0 : NO_HYPHENS;
    *inst = (void *)(uintptr_t)options;
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(
    uuid, "A universally unique identifier", check,
    ASSAY_PARAMETERS(
        ASSAY_PARAMETER(ASSAY_PARAM_LIST, "version", "The accepted versions, 0 to 15; by default all",
                        ASSAY_OPTIONAL),
        ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "variant", "The variant must be that of RFC 9562",
                        ASSAY_DEFAULT_BOOLEAN(false)),
        ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "case", "The case of the letters",
                        ASSAY_CHOICES(ASSAY_STR_LITERAL("any"), ASSAY_STR_LITERAL("lower"),
                                      ASSAY_STR_LITERAL("upper")),
                        ASSAY_DEFAULT_TEXT("any")),
        ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "nil", "The nil UUID is allowed", ASSAY_DEFAULT_BOOLEAN(true)),
        ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "hyphens",
                        "Hyphens are required; with false, they are forbidden", ASSAY_DEFAULT_BOOLEAN(true))),
    ASSAY_CODES(ASSAY_CODE("uuid.format", "must be a UUID"),
                ASSAY_CODE("uuid.case", "must be a UUID in {case} case"),
                ASSAY_CODE("uuid.nil", "must not be the nil UUID"),
                ASSAY_CODE("uuid.version", "must be a UUID of an accepted version"),
                ASSAY_CODE("uuid.variant", "must be a UUID of the variant of RFC 9562")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"", "uuid"),
                   ASSAY_VALID("\"919108F7-52D1-4320-9BAC-F847DB4148A8\"",
                               "uuid(version=[4, 7], variant=true)"),
                   ASSAY_VALID("\"f81d4fae7dec11d0a76500a0c91e6bf6\"", "uuid(hyphens=false, case=lower)"),
                   ASSAY_INVALID(FORMAT, "\"f81d4fae-7dec-11d0-a765-00a0c91e6bfg\"", "uuid"),
                   ASSAY_INVALID(VERSION, "\"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"", "uuid(4)"),
                   ASSAY_INVALID(VARIANT, "\"f81d4fae-7dec-11d0-c765-00a0c91e6bf6\"", "uuid(variant=true)"),
                   ASSAY_INVALID(CASE, "\"F81d4fae-7dec-11d0-a765-00a0c91e6bf6\"", "uuid(case=lower)"),
                   ASSAY_INVALID(NIL, "\"00000000-0000-0000-0000-000000000000\"", "uuid(nil=false)")),
    .create = create);

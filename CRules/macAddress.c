/* SPDX-License-Identifier: Apache-2.0
 *
 * macAddress(bits: 48 | 64?, separators: required | forbidden | any = any)
 *
 * A MAC address (EUI-48, EUI-64 of IEEE 802): hexadecimal digits in either case, in pairs with
 * one kind of separator, "-" or ":", or in fours with "."; or without any.
 *
 *     00-00-5E-00-53-01    00:00:5e:00:53:01    0000.5e00.5301    00005E005301
 *
 * Without `bits` both lengths are accepted. Cost: at most 23 characters.
 */
#include "assay_plugin_c.h"
#include "characters.h"

enum { FORMAT, BITS, SEPARATORS };
enum { REQUIRED, FORBIDDEN, ANY };

/* Digits with `separator` after each `group` of them but the last; the number of digits, 0 if the text
 * is not so. */
static unsigned digits_in_groups(assay_str text, unsigned group, uint8_t separator) {
    unsigned digits = 0;
    for (uint64_t i = 0; i < text.len; i++) {
        bool between = i % (group + 1) == group;
        if (between ? text.ptr[i] != separator : !is_class(text.ptr[i], CLASS_HEX))
            return 0;
        digits += !between;
    }
    return text.len % (group + 1) == group ? digits : 0;
}

static unsigned bare_digits(assay_str text) {
    for (uint64_t i = 0; i < text.len; i++)
        if (!is_class(text.ptr[i], CLASS_HEX))
            return 0;
    return (unsigned)text.len;
}

static assay_verdict check(assay_str text, const void *inst) {
    uintptr_t bits = assay_options(inst) & 0xFF, separators = assay_options(inst) >> 8;
    if (text.len < 12 || text.len > 23)
        return assay_fail(FORMAT);
    bool bare = is_class(text.ptr[2], CLASS_HEX) && is_class(text.ptr[4], CLASS_HEX);
    uint8_t separator = text.ptr[2] == ':' ? ':' : '-';
    unsigned digits = bare                 ? bare_digits(text)
                      : text.ptr[4] == '.' ? digits_in_groups(text, 4, '.')
                                           : digits_in_groups(text, 2, separator);
    if (digits != 12 && digits != 16)
        return assay_fail(FORMAT);
    if (bits != 0 && digits != bits / 4)
        return assay_fail(BITS);
    return assay_pass_if(separators == ANY || (separators == FORBIDDEN) == bare, SEPARATORS);
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    int64_t bits = assay_is_given(&params[0]) ? params[0].as.i64 : 0;
    if (bits != 0 && bits != 48 && bits != 64)
        return ASSAY_REJECT(call, "bits must be 48 or 64");
    *inst = (void *)(uintptr_t)((uint32_t)bits | (uint32_t)params[1].as.i64 << 8);
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(
    macAddress, "A MAC address", check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "bits",
                                     "The number of bits: 48 or 64; by default either",
                                     ASSAY_BETWEEN(48, 64)),
                     ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "separators", "Separators between the digits",
                                     ASSAY_CHOICES(ASSAY_STR_LITERAL("required"),
                                                   ASSAY_STR_LITERAL("forbidden"), ASSAY_STR_LITERAL("any")),
                                     ASSAY_DEFAULT_TEXT("any"))),
    ASSAY_CODES(ASSAY_CODE("macAddress.format", "must be a MAC address"),
                ASSAY_CODE("macAddress.bits", "must be a {bits}-bit MAC address"),
                ASSAY_CODE("macAddress.separators",
                           "must be a MAC address {separators:required=with|forbidden=without|with or "
                           "without} separators")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"00-00-5E-00-53-01\"", "macAddress"),
                   ASSAY_VALID("\"0000.5e00.5301\"", "macAddress(48)"),
                   ASSAY_VALID("\"02005efffe005301\"", "macAddress(bits=64, separators=forbidden)"),
                   ASSAY_INVALID(FORMAT, "\"00-00:5E-00-53-01\"", "macAddress"),
                   ASSAY_INVALID(BITS, "\"00-00-5E-00-53-01\"", "macAddress(64)"),
                   ASSAY_INVALID(SEPARATORS, "\"00005E005301\"", "macAddress(separators=required)")),
    .create = create);

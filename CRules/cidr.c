/* SPDX-License-Identifier: Apache-2.0
 *
 * cidr(version: 4 | 6?, strict: bool = false)
 *
 * A block of IP addresses in the notation of RFC 4632 section 3.1 and RFC 4291 section 2.3.
 *
 *     block = address "/" bits       bits = 0 ... 32 or 0 ... 128, decimal, no leading zeros
 *
 * The address has the forms of the rule `ip`, without a zone. `strict`: the bits of the address after
 * the prefix are zero. Cost: one pass over at most 49 characters.
 */
#include "assay_plugin_c.h"
#include "characters.h"
#include "ip_address.h"
#include "ip_version.h"

enum { FORMAT, VERSION, BITS, HOST_BITS };

#define STRICT 8u

/* One to three digits without leading zeros; UINT32_MAX if they are not. */
static uint32_t read_bits(const uint8_t *text, uint64_t length) {
    uint32_t bits = 0;
    if (length == 0 || length > 3 || (length > 1 && text[0] == '0'))
        return UINT32_MAX;
    for (uint64_t i = 0; i < length; i++) {
        if (!is_digit(text[i]))
            return UINT32_MAX;
        bits = bits * 10 + (text[i] & 0x0Fu);
    }
    return bits;
}

static bool has_host_bits(const ip_address *address, uint32_t bits) {
    uint32_t found = 0;
    for (uint32_t i = bits; i < (address->version == 4 ? 32u : 128u); i++)
        found |= address->bytes[i / 8] >> (7 - i % 8) & 1u;
    return found != 0;
}

static assay_verdict check(assay_str text, const void *inst) {
    uint32_t options = (uint32_t)assay_options(inst), version = options & ~STRICT;
    ip_address address;
    uint64_t slash = 0;
    while (slash < text.len && slash < 46 && text.ptr[slash] != '/')
        slash++;
    if (slash == text.len || text.ptr[slash] != '/' || !assay_read_ip(text.ptr, slash, &address))
        return assay_fail(FORMAT);
    uint32_t bits = read_bits(text.ptr + slash + 1, text.len - slash - 1);
    if (bits == UINT32_MAX)
        return assay_fail(FORMAT);
    if (version != 0 && version != address.version)
        return assay_fail(VERSION);
    if (bits > (address.version == 4 ? 32 : 128))
        return assay_fail(BITS);
    return assay_pass_if(!(options & STRICT) || !has_host_bits(&address, bits), HOST_BITS);
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    uint32_t version = 0;
    if (!read_ip_version(&params[0], &version))
        return ASSAY_REJECT(call, "version must be 4 or 6");
    *inst = (void *)(uintptr_t)(version | (params[1].as.i64 ? STRICT : 0));
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(
    cidr, "A block of IP addresses", check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "version",
                                     "The IP version, 4 or 6; by default either", ASSAY_BETWEEN(4, 6)),
                     ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "strict", "The bits after the prefix must be zero",
                                     ASSAY_DEFAULT_BOOLEAN(false))),
    ASSAY_CODES(ASSAY_CODE("cidr.format", "must be an IP address with a prefix length, like 192.0.2.0/24"),
                ASSAY_CODE("cidr.version", "must be a block of IPv{version} addresses"),
                ASSAY_CODE("cidr.bits", "must have a prefix that is not longer than the address"),
                ASSAY_CODE("cidr.hostBits", "must have only zero bits after the prefix")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"192.0.2.0/24\"", "cidr"),
                   ASSAY_VALID("\"2001:db8::/32\"", "cidr(6, strict=true)"),
                   ASSAY_INVALID(FORMAT, "\"192.0.2.0\"", "cidr"),
                   ASSAY_INVALID(VERSION, "\"2001:db8::/32\"", "cidr(4)"),
                   ASSAY_INVALID(BITS, "\"192.0.2.0/33\"", "cidr"),
                   ASSAY_INVALID(HOST_BITS, "\"192.0.2.1/24\"", "cidr(strict=true)")),
    .create = create);

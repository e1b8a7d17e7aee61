/* SPDX-License-Identifier: Apache-2.0
 *
 * ip(version: 4 | 6?, zone: bool = false, scope: any | public | private = any)
 *
 * An IP address: dotted decimal (RFC 791, four octets without leading zeros) or the text forms of
 * RFC 4291 section 2.2, see `ip_address.h`. Either version unless one is given.
 * `zone`: true allows a zone after a v6 address (RFC 4007: "fe80::1%eth0"), made of one or more of
 * the unreserved characters of RFC 6874 (letters, digits, "-", ".", "_", "~").
 * `scope`: `public` demands a unicast address that is globally reachable by the IANA special-purpose
 * registries; `private` one for private use (RFC 1918, RFC 4193). Loopback, link-local, shared,
 * documentation, multicast and reserved addresses are neither, nor is 6to4 (deprecated) and what is
 * not allocated outside of 2000::/3. A v4-mapped v6 address counts as its v4 address.
 * Cost: one pass over at most 45 characters and the zone.
 */
#include "assay_plugin_c.h"
#include "characters.h"
#include "ip_address.h"
#include "ip_version.h"

enum { FORMAT, VERSION, ZONE, SCOPE };
enum { SCOPE_ANY, SCOPE_PUBLIC, SCOPE_PRIVATE };

#define ZONE_ALLOWED 0x10u
#define OPTIONS(version, zone, scope) ((version) | ((zone) ? ZONE_ALLOWED : 0u) | (scope) << 8)

static bool is_zone(const uint8_t *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!is_class(text[i], CLASS_ALPHANUMERIC) && text[i] != '-' && text[i] != '.' && text[i] != '_' &&
            text[i] != '~')
            return false;
    return length > 0;
}

static bool is_of_scope(uint32_t scope, const ip_address *address) {
    if (scope == SCOPE_ANY)
        return true;
    return scope == SCOPE_PUBLIC ? assay_is_public_ip(address) : assay_is_private_ip(address);
}

static inline assay_verdict check(assay_str text, const void *inst) {
    uint32_t options = (uint32_t)assay_options(inst), version = options & 0xFu;
    ip_address address;
    uint64_t length = 0;
    while (length < text.len && length < 46 && text.ptr[length] != '%')
        length++;
    bool zone = length < text.len && text.ptr[length] == '%';
    if (!assay_read_ip(text.ptr, length, &address) || (!zone && length < text.len))
        return assay_fail(FORMAT);
    if (zone && (address.version == 4 || !is_zone(text.ptr + length + 1, text.len - length - 1)))
        return assay_fail(FORMAT);
    if (version != 0 && address.version != version)
        return assay_fail(VERSION);
    if (zone && !(options & ZONE_ALLOWED))
        return assay_fail(ZONE);
    return assay_pass_if(is_of_scope(options >> 8, &address), SCOPE);
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    uint32_t version = 0;
    if (!read_ip_version(&params[0], &version))
        return ASSAY_REJECT(call, "version must be 4 or 6");
    *inst = (void *)(uintptr_t)OPTIONS(version, params[1].as.i64, (uint32_t)params[2].as.i64);
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(
    ip, "An IP address", check,
    ASSAY_PARAMETERS(
        ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "version", "The IP version, 4 or 6; by default either",
                        ASSAY_BETWEEN(4, 6)),
        ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "zone", "A zone after an IPv6 address is allowed",
                        ASSAY_DEFAULT_BOOLEAN(false)),
        ASSAY_PARAMETER(
            ASSAY_PARAM_CHOICE, "scope",
            "With public, globally reachable addresses; with private, those of RFC 1918 and RFC 4193",
            ASSAY_CHOICES(ASSAY_STR_LITERAL("any"), ASSAY_STR_LITERAL("public"),
                          ASSAY_STR_LITERAL("private")),
            ASSAY_DEFAULT_TEXT("any"))),
    ASSAY_CODES(ASSAY_CODE("ip.format", "must be an IP address"),
                ASSAY_CODE("ip.version", "must be an IPv{version} address"),
                ASSAY_CODE("ip.zone", "must be an IP address without a zone"),
                ASSAY_CODE("ip.scope", "must be a {scope} IP address")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"192.0.2.1\"", "ip"), ASSAY_VALID("\"2001:db8::ff00:42:8329\"", "ip(6)"),
                   ASSAY_VALID("\"fe80::1%eth0\"", "ip(zone=true)"),
                   ASSAY_VALID("\"10.1.2.3\"", "ip(scope=private)"),
                   ASSAY_INVALID(FORMAT, "\"192.0.2.256\"", "ip"),
                   ASSAY_INVALID(FORMAT, "\"192.0.02.1\"", "ip"), ASSAY_INVALID(VERSION, "\"::1\"", "ip(4)"),
                   ASSAY_INVALID(ZONE, "\"fe80::1%eth0\"", "ip"),
                   ASSAY_INVALID(SCOPE, "\"127.0.0.1\"", "ip(scope=public)")),
    .create = create);

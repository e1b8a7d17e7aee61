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
#include "characters.h"
#include "ip_address.h"
#include "rule.h"

enum { FORMAT, VERSION, ZONE, SCOPE };
static const assay_code *const codes[] = {
    CODE("ip.format", "must be an IP address"),
    CODE("ip.version", "must be an IP address of version {version}"),
    CODE("ip.zone", "must be an IP address without a zone"),
    CODE("ip.scope", "must be a {scope} IP address"),
};
static const assay_str scopes[] = {STR("any"), STR("public"), STR("private")};
enum { SCOPE_ANY, SCOPE_PUBLIC, SCOPE_PRIVATE };
static const assay_parameter *const parameters[] = {
    INTEGER("version", 4, 6, "4 or 6; either when not given"),
    BOOLEAN("zone", false, "a zone after a v6 address is allowed"),
    CHOICE("scope", scopes, "any", "public: globally reachable; private: RFC 1918 or RFC 4193"),
};
static const assay_example *const examples[] = {
    VALID("\"192.0.2.1\"", "ip"),
    VALID("\"2001:db8::ff00:42:8329\"", "ip(6)"),
    VALID("\"fe80::1%eth0\"", "ip(zone=true)"),
    VALID("\"10.1.2.3\"", "ip(scope=private)"),
    INVALID(FORMAT, "\"192.0.2.256\"", "ip"),
    INVALID(FORMAT, "\"192.0.02.1\"", "ip"),
    INVALID(VERSION, "\"::1\"", "ip(4)"),
    INVALID(ZONE, "\"fe80::1%eth0\"", "ip"),
    INVALID(SCOPE, "\"127.0.0.1\"", "ip(scope=public)"),
};

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

static inline assay_verdict judge(const void *inst, assay_str text) {
    uint32_t options = (uint32_t)options_of(inst), version = options & 0xFu;
    ip_address address;
    uint64_t length = 0;
    while (length < text.len && length < 46 && text.ptr[length] != '%')
        length++;
    bool zone = length < text.len && text.ptr[length] == '%';
    if (!assay_read_ip(text.ptr, length, &address) || (!zone && length < text.len))
        return fail(FORMAT);
    if (zone && (address.version == 4 || !is_zone(text.ptr + length + 1, text.len - length - 1)))
        return fail(FORMAT);
    if (version != 0 && address.version != version)
        return fail(VERSION);
    if (zone && !(options & ZONE_ALLOWED))
        return fail(ZONE);
    return pass_if(is_of_scope(options >> 8, &address), SCOPE);
}
EVALUATE_EACH(judge)

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    int64_t version = is_given(&params[0]) ? params[0].as.i64 : 0;
    if (version != 0 && version != 4 && version != 6)
        return REFUSE(call, "version must be 4 or 6");
    *inst = (void *)(uintptr_t)OPTIONS((uint32_t)version, params[1].as.i64, (uint32_t)params[2].as.i64);
    return ASSAY_OK;
}
OPTION_RULE(ip, "An IP address");

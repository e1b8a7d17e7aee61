/* SPDX-License-Identifier: Apache-2.0
 *
 * hostAndPort(requirePort: bool = true, knownTLD: bool = false)
 *
 *     value = host [ ":" port ]       host = name / IPv4 address / "[" IPv6 address "]"
 *
 * The host and the port of RFC 3986 section 3.2: a name of letters, digits, inner hyphens and dots (RFC
 * 1123), which does not end in a number; an IPv4 address of four decimal numbers; an IPv6 address in
 * brackets, which may be without them where there is no port. The port is 0 to 65535 without leading
 * zeros. `knownTLD`: a name, but not an address, has a dot and ends with a top-level domain of IANA's root
 * zone. Cost: one pass over at most 261 characters.
 */
#include "assay_plugin_c.h"
#include "hosts.h"
#include "known_tld.h"
#include "port.h"

enum { HOST, PORT, MISSING, TOP_LEVEL };

#define REQUIRE_PORT 1u
#define KNOWN_TLD 2u

/* Where the colon before the port is, or SIZE_MAX: after the brackets, or the only one. */
static size_t find_colon(const uint8_t *text, size_t length) {
    size_t at = length;
    while (at > 0 && text[at - 1] != ':' && text[at - 1] != ']')
        at--;
    if (at == 0 || text[at - 1] == ']')
        return SIZE_MAX;
    size_t colon = at - 1;
    if (text[0] == '[')
        return colon > 0 && text[colon - 1] == ']' ? colon : SIZE_MAX;
    for (size_t i = 0; i < colon; i++)
        if (text[i] == ':')
            return SIZE_MAX; /* an IPv6 address without brackets */
    return colon;
}

static bool is_host(const uint8_t *text, size_t length, assay_read_host *host) {
    if (length >= 2 && text[0] == '[')
        return text[length - 1] == ']' && assay_read_v6_host(text + 1, length - 2, host);
    if (assay_read_v4_host(text, length, host))
        return true;
    return assay_read_name(text, length, ASSAY_HOST_A_LABELS, host) && host->ends_with_name;
}

static assay_verdict check(assay_str text, const void *inst) {
    uintptr_t options = assay_options(inst);
    bool port_is_required = options & REQUIRE_PORT;
    if (text.len > ASSAY_HOST_LONGEST + 8)
        return assay_fail(HOST);
    size_t length = text.len, colon = length > 0 ? find_colon(text.ptr, length) : SIZE_MAX;
    assay_read_host host;
    if (colon == SIZE_MAX && assay_read_v6_host(text.ptr, length, &host))
        return assay_pass_if(!port_is_required, MISSING);
    if (!is_host(text.ptr, colon == SIZE_MAX ? length : colon, &host))
        return assay_fail(HOST);
    if ((options & KNOWN_TLD) && host.version == 0 && !assay_has_known_domain(&host))
        return assay_fail(TOP_LEVEL);
    if (colon == SIZE_MAX)
        return assay_pass_if(!port_is_required, MISSING);
    return assay_pass_if(read_port(text.ptr + colon + 1, length - colon - 1) <= LAST_PORT, PORT);
}

ASSAY_CREATE_OPTIONS(create, (params[0].as.i64 ? REQUIRE_PORT : 0u) | (params[1].as.i64 ? KNOWN_TLD : 0u))

ASSAY_TEXT_RULE(hostAndPort, "A host with a port", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "requirePort", "A port is required",
                                                 ASSAY_DEFAULT_BOOLEAN(true)),
                                 KNOWN_TLD_PARAMETER("host name")),
                ASSAY_CODES(ASSAY_CODE("hostAndPort.host", "must begin with a host name or an IP address"),
                            ASSAY_CODE("hostAndPort.port", "must end with a port from 0 to 65535"),
                            ASSAY_CODE("hostAndPort.missingPort", "must have a port"),
                            ASSAY_CODE("hostAndPort.unknownTopLevelDomain",
                                       "must have a host with an existing top-level domain")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"example.com:443\"", "hostAndPort"),
                               ASSAY_VALID("\"[2001:db8::1]:8080\"", "hostAndPort"),
                               ASSAY_VALID("\"192.0.2.1:80\"", "hostAndPort"),
                               ASSAY_VALID("\"example.com\"", "hostAndPort(requirePort=false)"),
                               ASSAY_VALID("\"2001:db8::1\"", "hostAndPort(requirePort=false)"),
                               ASSAY_VALID("\"192.0.2.1:80\"", "hostAndPort(knownTLD=true)"),
                               ASSAY_INVALID(TOP_LEVEL, "\"example.cmo:80\"", "hostAndPort(knownTLD=true)"),
                               ASSAY_INVALID(HOST, "\"-a.com:80\"", "hostAndPort"),
                               ASSAY_INVALID(HOST, "\"192.0.2.256:80\"", "hostAndPort"),
                               ASSAY_INVALID(PORT, "\"example.com:65536\"", "hostAndPort"),
                               ASSAY_INVALID(MISSING, "\"example.com\"", "hostAndPort")),
                .create = create);

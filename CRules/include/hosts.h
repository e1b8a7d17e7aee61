/* SPDX-License-Identifier: Apache-2.0
 *
 * hosts.h: reads hosts as URLs, e-mail addresses and lists of hosts have them. No allocation, any thread.
 */
#ifndef ASSAY_HOSTS_H
#define ASSAY_HOSTS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bits for assay_read_name. */
/* Labels may have underscores. */
#define ASSAY_HOST_UNDERSCORES 1u
/* Characters beyond ASCII are allowed: U-labels (RFC 5890). */
#define ASSAY_HOST_INTERNATIONAL 2u
/* As browsers read hosts (WHATWG URL standard): percent-encoded bytes are decoded, characters are mapped
 * (UTS 46), one dot at the end is the root, a name whose last label is a number is an IPv4 address, in
 * decimal, octal or hexadecimal numbers, one to four of them. */
#define ASSAY_HOST_BROWSER 4u
/* A label that begins with "xn--" has to be an A-label. */
#define ASSAY_HOST_A_LABELS 8u

/* The full stops of East Asia separate labels too (RFC 3490 section 3.1). */
#define ASSAY_HOST_DOTS 16u
/* Code points are brought to normalization form C first (RFC 5891 section 5.2); browsers do so anyway. */
#define ASSAY_HOST_COMPOSES 32u
/* Labels with hyphens as third and fourth character are A-labels or none (RFC 5890 section 2.3.1). */
#define ASSAY_HOST_NO_RESERVED 64u
/* One dot at the end, the root, is allowed; browsers allow it anyway. */
#define ASSAY_HOST_TRAILING_DOT 128u

#define ASSAY_HOST_LONGEST 253

typedef struct {
    /* 0: a name. 4 or 6: an IP address of that version. */
    uint32_t version;
    /* The address in network order, a v4 address in the first four bytes. */
    uint8_t address[16];
    uint32_t labels;
    /* The last label has a character that is no digit. */
    bool ends_with_name;
    /* The name in lower case, with A-labels, without a dot at its end. */
    uint32_t length;
    uint8_t name[ASSAY_HOST_LONGEST + 1];
} assay_read_host;

/* Reads a whole name, or an IPv4 address with ASSAY_HOST_BROWSER; false: it is neither, and *host is in
 * any state. `text` is valid UTF-8, and NULL only when `length` is 0. */
bool assay_read_name(const uint8_t *text, size_t length, uint32_t options, assay_read_host *host);

/* The name has several labels, and the last one is a top-level domain of IANA's root zone. */
bool assay_has_known_domain(const assay_read_host *host);

/* Reads a whole IPv6 address, without brackets (RFC 4291 section 2.2). */
bool assay_read_v6_host(const uint8_t *text, size_t length, assay_read_host *host);

/* Reads a whole IPv4 address of four decimal numbers without leading zeros. */
bool assay_read_v4_host(const uint8_t *text, size_t length, assay_read_host *host);

/* The address is globally reachable by the IANA special-purpose address registries, unicast. */
bool assay_host_is_public(const assay_read_host *host);

/* The IPv4 address that an IPv6 address leads to: mapped, compatible, NAT64 or 6to4. False: none. */
bool assay_embedded_v4(const uint8_t address[16], uint8_t v4[4]);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * ip_address.h: reads the text forms of IP addresses.
 *
 *     v4 = octet 3( "." octet )         octet = "0" ... "255", decimal, no leading zeros
 *     v6 = the three forms of RFC 4291 section 2.2: eight groups of 1 to 4 hexadecimal digits; "::"
 *          once, for one or more groups of zeros; the last two groups as a v4 address
 */
#ifndef ASSAY_IP_ADDRESS_H
#define ASSAY_IP_ADDRESS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes in network order; a v4 address is in the first four. */
typedef struct {
    uint8_t bytes[16];
    uint32_t version; /* 4 or 6 */
} ip_address;

/* The whole text is an address; false leaves *address in any state. */
bool assay_read_ipv4(const uint8_t *text, size_t length, ip_address *address);
bool assay_read_ipv6(const uint8_t *text, size_t length, ip_address *address);
bool assay_read_ip(const uint8_t *text, size_t length, ip_address *address);

/* Globally reachable by the IANA special-purpose address registries (RFC 6890), unicast only. An address
 * that leads to a v4 address by NAT64 (64:ff9b::/96) is as that one. */
bool assay_is_public_ip(const ip_address *address);
/* For private use: RFC 1918, RFC 4193. A v4-mapped v6 address is as its v4 address, in both. */
bool assay_is_private_ip(const ip_address *address);

/* The v4 address that a v6 address leads to: mapped (::ffff:0:0/96), compatible (::/96), NAT64
 * (64:ff9b::/96) or 6to4 (2002::/16). False: none. */
bool assay_find_embedded_v4(const uint8_t bytes[16], uint8_t v4[4]);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The IANA IPv4 and IPv6 special-purpose address registries (RFC 6890), as of 2025: their blocks, without
 * those inside of another one with the same scope, and the multicast and reserved ones. The longest block
 * that has an address decides; an IPv4 address in none is globally reachable. Of IPv6 only 2000::/3 is
 * allocated for global unicast. */
#include "ip_address.h"

#include <string.h>

typedef enum {
    UNREACHABLE, /* not globally reachable, or deprecated */
    PRIVATE,     /* for private use */
    REACHABLE,
    BY_V4, /* as the v4 address in its last four bytes */
} scope;

typedef struct {
    uint8_t bytes[16];
    uint8_t bits; /* length of the prefix */
    uint8_t scope;
} ip_block;

/* clang-format off */
static const ip_block blocks_v4[] = {
    {{0}, 8, UNREACHABLE},                  /* this network, RFC 791 */
    {{10}, 8, PRIVATE},                     /* RFC 1918 */
    {{100, 64}, 10, UNREACHABLE},           /* shared address space, RFC 6598 */
    {{127}, 8, UNREACHABLE},                /* loopback, RFC 1122 */
    {{169, 254}, 16, UNREACHABLE},          /* link-local, RFC 3927; metadata of clouds */
    {{172, 16}, 12, PRIVATE},               /* RFC 1918 */
    {{192, 0, 0}, 24, UNREACHABLE},         /* IETF protocol assignments, RFC 6890 */
    {{192, 0, 0, 9}, 32, REACHABLE},        /* PCP anycast, RFC 7723 */
    {{192, 0, 0, 10}, 32, REACHABLE},       /* TURN anycast, RFC 8155 */
    {{192, 0, 2}, 24, UNREACHABLE},         /* documentation, RFC 5737 */
    {{192, 31, 196}, 24, REACHABLE},        /* AS112, RFC 7535 */
    {{192, 52, 193}, 24, REACHABLE},        /* AMT, RFC 7450 */
    {{192, 88, 99}, 24, UNREACHABLE},       /* 6to4 relays, deprecated, RFC 7526 */
    {{192, 168}, 16, PRIVATE},              /* RFC 1918 */
    {{192, 175, 48}, 24, REACHABLE},        /* AS112, RFC 7534 */
    {{198, 18}, 15, UNREACHABLE},           /* benchmarking, RFC 2544 */
    {{198, 51, 100}, 24, UNREACHABLE},      /* documentation, RFC 5737 */
    {{203, 0, 113}, 24, UNREACHABLE},       /* documentation, RFC 5737 */
    {{224}, 4, UNREACHABLE},                /* multicast, RFC 5771 */
    {{240}, 4, UNREACHABLE},                /* reserved, RFC 1112; limited broadcast, RFC 8190 */
};

static const ip_block blocks_v6[] = {
    {{0}, 0, UNREACHABLE},                  /* not allocated; unspecified, loopback, RFC 4291 */
    {{0x00, 0x64, 0xff, 0x9b}, 96, BY_V4},  /* NAT64, RFC 6052 */
    {{0x20}, 3, REACHABLE},                 /* global unicast, RFC 4291 */
    {{0x20, 0x01}, 23, UNREACHABLE},        /* IETF protocol assignments, RFC 2928; Teredo, RFC 4380 */
    {{0x20, 0x01, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 128, REACHABLE}, /* PCP, RFC 7723 */
    {{0x20, 0x01, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}, 128, REACHABLE}, /* TURN, RFC 8155 */
    {{0x20, 0x01, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3}, 128, REACHABLE}, /* DNS-SD, RFC 9665 */
    {{0x20, 0x01, 0, 3}, 32, REACHABLE},    /* AMT, RFC 7450 */
    {{0x20, 0x01, 0, 4, 0x01, 0x12}, 48, REACHABLE}, /* AS112, RFC 7535 */
    {{0x20, 0x01, 0, 0x20}, 28, REACHABLE}, /* ORCHIDv2, RFC 7343 */
    {{0x20, 0x01, 0, 0x30}, 28, REACHABLE}, /* drone identifiers, RFC 9374 */
    {{0x20, 0x01, 0x0d, 0xb8}, 32, UNREACHABLE}, /* documentation, RFC 3849 */
    {{0x20, 0x02}, 16, UNREACHABLE},        /* 6to4, RFC 3056, deprecated with its relays */
    {{0x26, 0x20, 0, 0x4f, 0x80, 0}, 48, REACHABLE}, /* AS112, RFC 7534 */
    {{0x3f, 0xff}, 20, UNREACHABLE},        /* documentation, RFC 9637 */
    {{0x5f, 0x00}, 16, UNREACHABLE},        /* segment routing, RFC 9602 */
    {{0xfc}, 7, PRIVATE},                   /* RFC 4193 */
    {{0xfe, 0x80}, 10, UNREACHABLE},        /* link-local, RFC 4291 */
    {{0xff}, 8, UNREACHABLE},               /* multicast, RFC 4291 */
};
/* clang-format on */

static bool is_in_block(const uint8_t *bytes, const ip_block *block) {
    unsigned whole = block->bits / 8, rest = block->bits % 8;
    if (memcmp(bytes, block->bytes, whole) != 0)
        return false;
    return rest == 0 || ((bytes[whole] ^ block->bytes[whole]) >> (8 - rest)) == 0;
}

static scope scope_in(const uint8_t *bytes, const ip_block *blocks, size_t count, scope otherwise) {
    int longest = -1;
    for (size_t i = 0; i < count; i++)
        if (blocks[i].bits > longest && is_in_block(bytes, &blocks[i])) {
            longest = blocks[i].bits;
            otherwise = (scope)blocks[i].scope;
        }
    return otherwise;
}

static scope scope_of_v4(const uint8_t *bytes) {
    return scope_in(bytes, blocks_v4, sizeof blocks_v4 / sizeof blocks_v4[0], REACHABLE);
}

static scope scope_of(const ip_address *address) {
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    const uint8_t *bytes = address->bytes;
    if (address->version == 4)
        return scope_of_v4(bytes);
    if (memcmp(bytes, mapped, sizeof mapped) == 0)
        return scope_of_v4(bytes + 12);
    scope found = scope_in(bytes, blocks_v6, sizeof blocks_v6 / sizeof blocks_v6[0], UNREACHABLE);
    if (found != BY_V4)
        return found;
    return scope_of_v4(bytes + 12) == REACHABLE ? REACHABLE : UNREACHABLE;
}

bool assay_is_private_ip(const ip_address *address) { return scope_of(address) == PRIVATE; }

bool assay_is_public_ip(const ip_address *address) { return scope_of(address) == REACHABLE; }

bool assay_find_embedded_v4(const uint8_t bytes[16], uint8_t v4[4]) {
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff}, compatible[12] = {0};
    static const uint8_t nat64[12] = {0x00, 0x64, 0xff, 0x9b};
    if (bytes[0] == 0x20 && bytes[1] == 0x02) {
        memcpy(v4, bytes + 2, 4);
        return true;
    }
    memcpy(v4, bytes + 12, 4);
    return memcmp(bytes, mapped, sizeof mapped) == 0 || memcmp(bytes, nat64, sizeof nat64) == 0 ||
           (memcmp(bytes, compatible, sizeof compatible) == 0 && (bytes[12] || bytes[13] || bytes[14]));
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The blocks of the IANA IPv4 and IPv6 special-purpose address registries. */
#include "ip_address.h"

#include <string.h>

typedef struct {
    uint8_t bytes[16];
    uint8_t bits; /* length of the prefix */
} ip_block;

static const ip_block private_v4[] = {{{10}, 8}, {{172, 16}, 12}, {{192, 168}, 16}};
static const ip_block private_v6[] = {{{0xfc}, 7}};

/* Public although they lie in a block that is not. */
static const ip_block reachable_v4[] = {{{192, 0, 0, 9}, 32}, {{192, 0, 0, 10}, 32}};
static const ip_block unreachable_v4[] = {
    {{0}, 8},
    {{10}, 8},
    {{100, 64}, 10},
    {{127}, 8},
    {{169, 254}, 16},
    {{172, 16}, 12},
    {{192, 0, 0}, 24},
    {{192, 0, 2}, 24},
    {{192, 168}, 16},
    {{198, 18}, 15},
    {{192, 88, 99}, 24},
    {{198, 51, 100}, 24},
    {{203, 0, 113}, 24},
    {{224}, 3},
};

/* 2001::/23 is for protocols, with exceptions; global unicast is 2000::/3 and 64:ff9b::/96. */
static const ip_block reachable_v6[] = {
    {{0x00, 0x64, 0xff, 0x9b}, 96},
    {{0x20, 0x01, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 128},
    {{0x20, 0x01, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}, 128},
    {{0x20, 0x01, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3}, 128},
    {{0x20, 0x01, 0, 3}, 32},
    {{0x20, 0x01, 0, 4, 0x01, 0x12}, 48},
    {{0x20, 0x01, 0, 0x20}, 28},
    {{0x20, 0x01, 0, 0x30}, 28},
};
static const ip_block unreachable_v6[] = {
    {{0x20, 0x01}, 23},
    {{0x20, 0x01, 0x0d, 0xb8}, 32},
    {{0x20, 0x02}, 16},
    {{0x3f, 0xff}, 20},
};
static const ip_block global_v6[] = {{{0x20}, 3}};

static bool is_in_block(const uint8_t *bytes, const ip_block *block) {
    unsigned whole = block->bits / 8, rest = block->bits % 8;
    if (memcmp(bytes, block->bytes, whole) != 0)
        return false;
    return rest == 0 || ((bytes[whole] ^ block->bytes[whole]) >> (8 - rest)) == 0;
}

static bool is_in_any(const uint8_t *bytes, const ip_block *blocks, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (is_in_block(bytes, &blocks[i]))
            return true;
    return false;
}
#define IS_IN(bytes, blocks) is_in_any(bytes, blocks, sizeof(blocks) / sizeof((blocks)[0]))

/* The four bytes of a v4 or v4-mapped address, or NULL. */
static const uint8_t *v4_bytes(const ip_address *address) {
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    if (address->version == 4)
        return address->bytes;
    return memcmp(address->bytes, mapped, sizeof mapped) == 0 ? address->bytes + 12 : NULL;
}

bool assay_is_private_ip(const ip_address *address) {
    const uint8_t *v4 = v4_bytes(address);
    return v4 ? IS_IN(v4, private_v4) : IS_IN(address->bytes, private_v6);
}

bool assay_is_public_ip(const ip_address *address) {
    const uint8_t *v4 = v4_bytes(address);
    if (v4)
        return IS_IN(v4, reachable_v4) || !IS_IN(v4, unreachable_v4);
    if (IS_IN(address->bytes, reachable_v6))
        return true;
    return IS_IN(address->bytes, global_v6) && !IS_IN(address->bytes, unreachable_v6);
}

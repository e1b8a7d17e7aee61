/* SPDX-License-Identifier: Apache-2.0 */
#include "keccak256.h"

enum { LANES = 25, ROUNDS = 24, RATE = 136 };

static const uint64_t round_constants[ROUNDS] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000, 0x000000000000808B,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008A, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000A, 0x000000008000808B, 0x800000000000008B, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800A, 0x800000008000000A,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};

static uint64_t rotated(uint64_t lane, unsigned bits) { return lane << bits | lane >> (64 - bits); }

static void theta(uint64_t *lanes) {
    uint64_t parity[5];
    for (size_t x = 0; x < 5; x++)
        parity[x] = lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20];
    for (size_t x = 0; x < 5; x++) {
        uint64_t change = parity[(x + 4) % 5] ^ rotated(parity[(x + 1) % 5], 1);
        for (size_t y = 0; y < LANES; y += 5)
            lanes[x + y] ^= change;
    }
}

/* Rho and pi: each lane is rotated and moved to the place of the next one on their way. */
static void rho_pi(uint64_t *lanes) {
    size_t x = 1, y = 0;
    uint64_t moving = lanes[1];
    for (unsigned step = 0, bits = 1; step < LANES - 1; step++, bits = (bits + step + 1) % 64) {
        size_t next = (2 * x + 3 * y) % 5;
        x = y;
        y = next;
        uint64_t kept = lanes[x + 5 * y];
        lanes[x + 5 * y] = bits ? rotated(moving, bits) : moving;
        moving = kept;
    }
}

static void chi(uint64_t *lanes) {
    for (size_t y = 0; y < LANES; y += 5) {
        uint64_t row[5];
        for (size_t x = 0; x < 5; x++)
            row[x] = lanes[y + x];
        for (size_t x = 0; x < 5; x++)
            lanes[y + x] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5]);
    }
}

void assay_keccak256(const uint8_t *bytes, size_t count, uint8_t digest[KECCAK256_BYTES]) {
    uint64_t lanes[LANES] = {0};
    for (size_t i = 0; i < count; i++)
        lanes[i / 8] ^= (uint64_t)bytes[i] << 8 * (i % 8);
    lanes[count / 8] ^= UINT64_C(1) << 8 * (count % 8);
    lanes[RATE / 8 - 1] ^= UINT64_C(1) << 63;
    for (size_t round = 0; round < ROUNDS; round++) {
        theta(lanes);
        rho_pi(lanes);
        chi(lanes);
        lanes[0] ^= round_constants[round];
    }
    for (size_t i = 0; i < KECCAK256_BYTES; i++)
        digest[i] = (uint8_t)(lanes[i / 8] >> 8 * (i % 8));
}

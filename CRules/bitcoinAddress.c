/* SPDX-License-Identifier: Apache-2.0
 *
 * bitcoinAddress(kinds: list of p2pkh | p2sh | bech32 | bech32m | testnet?)
 *
 * An address of Bitcoin with the right checksum.
 *
 *     p2pkh, p2sh   Base58Check of a version byte, a hash of twenty bytes and four bytes of SHA-256 twice
 *     bech32        a segregated witness program of version 0 (BIP 173), of 20 or 32 bytes
 *     bech32m       a program of version 1 to 16 (BIP 350), of 2 to 40 bytes
 *
 * `kinds` limits the kinds, and the network to the main one unless testnet is among them; with testnet
 * alone every kind of the test network. Without `kinds` all kinds of both networks, as in BIP 173.
 * Cost: a text of more than 90 bytes is rejected by its length; the others take at most two hashes of
 * one block.
 */
#include "assay_plugin_c.h"
#include "base58.h"
#include "bech32.h"
#include "sha256.h"

#include <string.h>

enum { FORMAT, CHECKSUM, KIND };

/* Options: kinds, then networks. */
enum { P2PKH = 1, P2SH = 2, BECH32 = 4, BECH32M = 8, TEST = 16, MAIN = 32 };
enum { EVERY_KIND = P2PKH | P2SH | BECH32 | BECH32M, LONGEST_BASE58 = 35, DECODED = 25 };

/* Decodes base 58 to exactly 25 bytes, of which as many are leading zeros as there are leading "1". */
static bool decode(assay_str text, uint8_t *bytes) {
    memset(bytes, 0, DECODED);
    for (size_t i = 0; i < text.len; i++) {
        unsigned carry = base58_value(text.ptr[i]);
        if (carry == NOT_BASE58)
            return false;
        for (size_t j = DECODED; j > 0; j--) {
            carry += 58u * bytes[j - 1];
            bytes[j - 1] = (uint8_t)carry;
            carry >>= 8;
        }
        if (carry)
            return false;
    }
    size_t ones = 0, zeros = 0;
    while (ones < text.len && text.ptr[ones] == '1')
        ones++;
    while (zeros < DECODED && bytes[zeros] == 0)
        zeros++;
    return ones == zeros;
}

/* The kind and network of a version byte; 0 for a version of no address. */
static unsigned kind_of(uint8_t version) {
    switch (version) {
    case 0x00:
        return P2PKH | MAIN;
    case 0x05:
        return P2SH | MAIN;
    case 0x6F:
        return P2PKH | TEST;
    case 0xC4:
        return P2SH | TEST;
    default:
        return 0;
    }
}

static assay_verdict check_kind(unsigned kind, const void *inst) {
    return assay_pass_if((assay_options(inst) & kind) == kind, KIND);
}

static assay_verdict check_base58(assay_str text, const void *inst) {
    uint8_t bytes[DECODED], digest[SHA256_BYTES];
    if (text.len > LONGEST_BASE58 || !decode(text, bytes) || !kind_of(bytes[0]))
        return assay_fail(FORMAT);
    assay_sha256(bytes, DECODED - 4, digest);
    assay_sha256(digest, SHA256_BYTES, digest);
    if (memcmp(digest, bytes + DECODED - 4, 4) != 0)
        return assay_fail(CHECKSUM);
    return check_kind(kind_of(bytes[0]), inst);
}

static assay_verdict check(assay_str text, const void *inst) {
    assay_segwit segwit = assay_read_segwit(text.ptr, text.len);
    if (!segwit.is_address)
        return check_base58(text, inst);
    if (!segwit.has_checksum)
        return assay_fail(CHECKSUM);
    if (!segwit.has_program)
        return assay_fail(FORMAT);
    return check_kind((segwit.version ? BECH32M : BECH32) | (segwit.is_test ? TEST : MAIN), inst);
}

/* The option of a kind's name, or 0. */
static uintptr_t option_named(const assay_value *name) {
    static const struct {
        const char *name;
        uintptr_t option;
    } kinds[] = {
        {"p2pkh", P2PKH}, {"p2sh", P2SH}, {"bech32", BECH32}, {"bech32m", BECH32M}, {"testnet", TEST}};
    for (size_t i = 0; name->kind == ASSAY_STR && i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i].name) == name->len && memcmp(kinds[i].name, name->as.ptr, name->len) == 0)
            return kinds[i].option;
    return 0;
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    uintptr_t options = assay_is_given(&params[0]) ? 0 : EVERY_KIND | MAIN | TEST;
    if (!options && params[0].len == 0)
        return ASSAY_REJECT(call, "kinds must name at least one kind");
    for (uint64_t i = 0; assay_is_given(&params[0]) && i < params[0].len; i++) {
        uintptr_t option = option_named(&params[0].as.items[i]);
        if (!option)
            return ASSAY_REJECT(call, "kinds must be one or more of p2pkh, p2sh, bech32, bech32m, testnet");
        options |= option;
    }
    options |= options & TEST ? 0 : MAIN;
    options |= options & EVERY_KIND ? 0 : EVERY_KIND;
    *inst = (void *)options;
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(
    bitcoinAddress, "A Bitcoin address (Base58Check, BIP 173, BIP 350)", check,
    ASSAY_PARAMETERS(
        ASSAY_PARAMETER(ASSAY_PARAM_LIST, "kinds",
                        "The accepted kinds: p2pkh, p2sh, bech32, bech32m, and testnet for addresses of the "
                        "test network; by default all",
                        ASSAY_OPTIONAL)),
    ASSAY_CODES(ASSAY_CODE("bitcoinAddress.format", "must be a Bitcoin address"),
                ASSAY_CODE("bitcoinAddress.checksum", "must have the right checksum"),
                ASSAY_CODE("bitcoinAddress.otherKind", "must be a Bitcoin address of an accepted kind")),
    ASSAY_EXAMPLES(
        ASSAY_VALID("\"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa\"", "bitcoinAddress"),
        ASSAY_VALID("\"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4\"",
                    "bitcoinAddress(kinds=[\"bech32\", \"bech32m\"])"),
        ASSAY_INVALID(CHECKSUM, "\"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb\"", "bitcoinAddress"),
        ASSAY_INVALID(CHECKSUM, "\"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5\"", "bitcoinAddress"),
        ASSAY_INVALID(KIND, "\"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa\"", "bitcoinAddress(kinds=\"bech32\")"),
        ASSAY_INVALID(FORMAT, "\"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0\"", "bitcoinAddress")),
    .create = create);

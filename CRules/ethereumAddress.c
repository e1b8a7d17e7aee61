/* SPDX-License-Identifier: Apache-2.0
 *
 * ethereumAddress(checksum: bool = false)
 *
 * An address of Ethereum: "0x" and forty hexadecimal digits. With checksum = true letters have the case
 * that EIP-55 gives them: upper where the digit at the same place of the Keccak-256 hash of the lower
 * case digits is 8 or more. Without, any case. Cost: 42 characters; with checksum one hash of one block.
 */
#include "assay_plugin_c.h"
#include "characters.h"

#include "keccak256.h"
#include <stddef.h>

enum { FORMAT, CHECKSUM };
enum { DIGITS = 40 };

static bool checksum_holds(const uint8_t *digits) {
    uint8_t lower[DIGITS], hash[KECCAK256_BYTES];
    for (size_t i = 0; i < DIGITS; i++)
        lower[i] = is_upper(digits[i]) ? digits[i] | 0x20 : digits[i];
    assay_keccak256(lower, DIGITS, hash);
    for (size_t i = 0; i < DIGITS; i++) {
        unsigned nibble = hash[i / 2] >> (i % 2 ? 0 : 4) & 0xFu;
        if (!is_digit(digits[i]) && is_upper(digits[i]) != (nibble >= 8))
            return false;
    }
    return true;
}

static inline assay_verdict check(assay_str text, const void *inst) {
    if (text.len != DIGITS + 2 || text.ptr[0] != '0' || text.ptr[1] != 'x')
        return assay_fail(FORMAT);
    for (size_t i = 2; i < DIGITS + 2; i++)
        if (!is_class(text.ptr[i], CLASS_HEX))
            return assay_fail(FORMAT);
    return assay_pass_if(!assay_options(inst) || checksum_holds(text.ptr + 2), CHECKSUM);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64 != 0)

ASSAY_TEXT_RULE(
    ethereumAddress, "An Ethereum address (EIP-55)", check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "checksum",
                                     "The letter case must be that of EIP-55", ASSAY_DEFAULT_BOOLEAN(false))),
    ASSAY_CODES(ASSAY_CODE("ethereumAddress.format", "must be 0x and 40 hexadecimal digits"),
                ASSAY_CODE("ethereumAddress.checksum",
                           "must have the letter case that its checksum requires")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed\"", "ethereumAddress"),
                   ASSAY_VALID("\"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\"",
                               "ethereumAddress(checksum=true)"),
                   ASSAY_INVALID(CHECKSUM, "\"0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed\"",
                                 "ethereumAddress(checksum=true)"),
                   ASSAY_INVALID(FORMAT, "\"5aaeb6053f3e94c9b9a09f33669435e7ef1beaed\"", "ethereumAddress")),
    .create = create);

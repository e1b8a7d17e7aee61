/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ASSAY_KECCAK256_H
#define ASSAY_KECCAK256_H
#include <stddef.h>
#include <stdint.h>

enum { KECCAK256_BYTES = 32, KECCAK256_LONGEST = 135 };

/* Keccak-256 as Ethereum has it, with the padding of before FIPS 202, of at most KECCAK256_LONGEST
 * bytes, which are one block: for checksums of identifiers, not for secrets. */
void assay_keccak256(const uint8_t *bytes, size_t count, uint8_t digest[KECCAK256_BYTES]);

#endif

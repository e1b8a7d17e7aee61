/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ASSAY_SHA256_H
#define ASSAY_SHA256_H
#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_LONGEST = 55 };

/* SHA-256 (FIPS 180-4) of at most SHA256_LONGEST bytes, which are one block: for checksums of
 * identifiers, not for secrets. */
void assay_sha256(const uint8_t *bytes, size_t count, uint8_t digest[SHA256_BYTES]);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ASSAY_BECH32_H
#define ASSAY_BECH32_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A segregated witness address (BIP 173, BIP 350). */
typedef struct {
    bool is_address;   /* prefix, characters, case and length are those of one; the rest is set if so */
    bool has_checksum; /* the checksum is right for the version of the program */
    bool has_program;  /* its length is one of the version, and no bit is left over */
    bool is_test;      /* of the test network: "tb" */
    uint8_t version;   /* 0 to 16 */
} assay_segwit;

/* Reads `count` bytes; O(count), at most 90. */
assay_segwit assay_read_segwit(const uint8_t *text, size_t count);

#endif

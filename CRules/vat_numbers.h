/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ASSAY_VAT_NUMBERS_H
#define ASSAY_VAT_NUMBERS_H
#include <stddef.h>
#include <stdint.h>

typedef enum { VAT_RIGHT, VAT_FORMAT, VAT_CHECK_DIGIT } assay_vat_result;

/* Checks a number without the country's prefix. */
typedef assay_vat_result (*assay_vat_check)(const uint8_t *number, size_t length);

/* The check of a prefix of two letters, as VIES writes it; NULL for other letters. */
assay_vat_check assay_vat_check_of(const uint8_t *prefix);

#endif

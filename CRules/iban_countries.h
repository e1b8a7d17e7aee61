/* SPDX-License-Identifier: Apache-2.0
 *
 * iban_countries.h: the account structures of the SWIFT IBAN registry, each as sets of positions
 * where digits and where letters are allowed. */
#ifndef ASSAY_IBAN_COUNTRIES_H
#define ASSAY_IBAN_COUNTRIES_H
#include <stdint.h>

typedef struct {
    uint8_t length;           /* of the whole IBAN; 0: no IBANs there */
    uint32_t digits, letters; /* bit i: the character i of the account may be one */
} iban_country;

#define IBAN_COUNTRY_INDICES (26 * 26)
extern const iban_country iban_countries[IBAN_COUNTRY_INDICES];

/* Both letters are 'A' ... 'Z'. */
static inline unsigned iban_country_index(uint8_t first, uint8_t second) {
    return (unsigned)(first - 'A') * 26u + (unsigned)(second - 'A');
}

#endif

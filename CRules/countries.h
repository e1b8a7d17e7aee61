/* SPDX-License-Identifier: Apache-2.0
 *
 * countries.h: the two-letter codes of countries (ISO 3166-1), and XK.
 */
#ifndef ASSAY_COUNTRIES_H
#define ASSAY_COUNTRIES_H
#include <stdbool.h>
#include <stdint.h>

/* By the first letter: bit i is set if the second may be 'A' + i. */
extern const uint32_t assay_countries[26];

/* Both letters are 'A' ... 'Z'. */
static inline bool is_country(uint8_t first, uint8_t second) {
    return assay_countries[first - 'A'] >> (second - 'A') & 1u;
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ASSAY_POSTAL_CODES_H
#define ASSAY_POSTAL_CODES_H

/* The forms of a country's postal codes, with "|" between them: "#" is a digit, "@" a letter A to Z, [...]
 * one of the characters, "?" makes the element before it optional, "~" is an area of a British postcode, and
 * everything else is itself. */
typedef struct {
    char country[3];
    const char *forms;
} assay_postal_country;

/* The forms of a country by its two letters; a null pointer for a country without postal codes. */
const char *assay_postal_forms(const unsigned char *country);

#endif

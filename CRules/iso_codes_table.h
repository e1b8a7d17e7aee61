/* SPDX-License-Identifier: Apache-2.0
 *
 * iso_codes_table.h: the codes of ISO 3166, 4217, 639 and 15924, and the subtags of IANA's registry (RFC
 * 5646). tables.py writes the table. */
#ifndef ASSAY_ISO_CODES_TABLE_H
#define ASSAY_ISO_CODES_TABLE_H
#include "code_table.h"

extern const assay_code_list assay_countries_alpha2;   /* ISO 3166-1 */
extern const assay_code_list assay_countries_alpha3;   /* ISO 3166-1 */
extern const assay_code_list assay_countries_numeric;  /* ISO 3166-1 */
extern const assay_code_list assay_subdivisions;       /* ISO 3166-2, with the country: "DE-BY" */
extern const assay_code_list assay_currencies_alpha;   /* ISO 4217 */
extern const assay_code_list assay_currencies_numeric; /* ISO 4217 */
extern const assay_code_list assay_languages_alpha2;   /* ISO 639-1 */
extern const assay_code_list assay_languages_alpha3;   /* ISO 639-2 (both of two codes), 639-3, 639-5 */
extern const assay_code_list assay_scripts;            /* ISO 15924 */

/* The registry has the languages, current and withdrawn, but these. */
extern const assay_code_list assay_languages_unregistered;
extern const assay_code_list assay_tag_regions;    /* what it has besides the countries: "EU", "419" */
extern const assay_code_list assay_tag_extensions; /* extended languages, with the one before it: "zh-yue" */
extern const assay_code_list assay_tag_variants;

#endif

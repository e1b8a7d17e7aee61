/* SPDX-License-Identifier: Apache-2.0
 *
 * iso_codes_table.h: the codes of ISO 3166, 4217, 639 and 15924. iso_codes_table.py writes the table. */
#ifndef ASSAY_ISO_CODES_TABLE_H
#define ASSAY_ISO_CODES_TABLE_H
#include "code_table.h"

extern const assay_code_table assay_countries_alpha2;   /* ISO 3166-1 */
extern const assay_code_table assay_countries_alpha3;   /* ISO 3166-1 */
extern const assay_code_table assay_countries_numeric;  /* ISO 3166-1 */
extern const assay_code_table assay_subdivisions;       /* ISO 3166-2, with the country: "DE-BY" */
extern const assay_code_table assay_currencies_alpha;   /* ISO 4217 */
extern const assay_code_table assay_currencies_numeric; /* ISO 4217 */
extern const assay_code_table assay_languages_alpha2;   /* ISO 639-1 */
extern const assay_code_table assay_languages_alpha3;   /* ISO 639-2 (both of two codes), 639-3, 639-5 */
extern const assay_code_table assay_scripts;            /* ISO 15924 */

#endif

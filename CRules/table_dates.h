/* SPDX-License-Identifier: Apache-2.0
 *
 * table_dates.h: the dates of the data that rules look up. Written by tables.py from codes.txt. */
#ifndef ASSAY_TABLE_DATES_H
#define ASSAY_TABLE_DATES_H

/* clang-format off */
#define COUNTRIES_DATE "2026-02-16"
#define SUBDIVISIONS_DATE "2026-02-16"
#define CURRENCIES_DATE "2026-01-01"
#define LANGUAGES_DATE "2026-07-15"
#define SCRIPTS_DATE "2026-09-17"
#define LANGUAGE_TAGS_DATE "2026-09-17"
#define TOP_LEVEL_DOMAINS_DATE "2026-10-29"
#define TIME_ZONES_DATE "2026-10-28"
/* clang-format on */

#endif

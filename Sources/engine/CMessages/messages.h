/* SPDX-License-Identifier: Apache-2.0
 *
 * messages.h: the tables that messages.py writes. */
#ifndef ASSAY_MESSAGES_TABLES_H
#define ASSAY_MESSAGES_TABLES_H 1

#include <stddef.h>

typedef struct assay_language {
    const char *tag;
    /* In the order of those in English; NULL: not translated. */
    const char *const *messages;
} assay_language;

extern const char *const assay_english[];
extern const size_t assay_english_count;
extern const assay_language assay_languages[];
extern const size_t assay_languages_count;

#endif

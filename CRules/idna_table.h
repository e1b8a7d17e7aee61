/* SPDX-License-Identifier: Apache-2.0
 *
 * idna_table.h: the code points that IDNA 2008 allows in labels (RFC 5892), with what the rules on
 * their context and direction ask about. */
#ifndef ASSAY_IDNA_TABLE_H
#define ASSAY_IDNA_TABLE_H
#include <stdint.h>

#define IDNA_MARK 0x001u         /* general category M */
#define IDNA_VIRAMA 0x002u       /* canonical combining class 9 */
#define IDNA_JOINS_AFTER 0x004u  /* joining type L or D */
#define IDNA_JOINS_BEFORE 0x008u /* joining type R or D */
#define IDNA_TRANSPARENT 0x010u  /* joining type T */
#define IDNA_GREEK 0x020u
#define IDNA_HEBREW 0x040u
#define IDNA_KANA_OR_HAN 0x080u
#define IDNA_DIRECTION(properties) ((properties) >> 8 & 7u) /* idna_direction */
#define IDNA_EVERY_SECOND 0x800u                            /* of a range: only first, first + 2, ... */

/* Bidi classes; NEUTRAL is any other. */
enum idna_direction { NEUTRAL, LEFT, RIGHT, ARABIC, ARABIC_NUMBER, EUROPEAN_NUMBER, NONSPACING };

typedef struct {
    uint32_t first, last, properties;
} idna_range;

/* Ascending. */
extern const idna_range assay_idna_ranges[];
extern const uint32_t assay_idna_range_count;

#endif

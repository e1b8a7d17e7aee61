/* SPDX-License-Identifier: Apache-2.0
 *
 * idna_table.h: the code points that labels may have, with what the rules on their context and direction
 * ask about; what a browser reads instead of other ones; and the pairs of normalization form C. All
 * ascending by the first member.
 */
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
#define IDNA_DIRECTION(properties)                                                                           \
    ((properties) >> 8 & 7u)        /* idna_direction                                                        \
                                     */
#define IDNA_EVERY_SECOND 0x800u    /* of a range: only first, first + 2, ... */
#define IDNA_PROTOCOL_VALID 0x1000u /* allowed by RFC 5892; others by UTS 46 alone */
#define IDNA_COMBINING_CLASS(properties) ((properties) >> 16)

/* Bidi classes; NEUTRAL is any other. */
enum idna_direction { NEUTRAL, LEFT, RIGHT, ARABIC, ARABIC_NUMBER, EUROPEAN_NUMBER, NONSPACING };

typedef struct {
    uint32_t first, last, properties;
} idna_range;

extern const idna_range assay_idna_ranges[];
extern const uint32_t assay_idna_ranges_count;

/* Code points with another in their place: with length 1 `target` instead of `first`, target + step
 * instead of first + step and so on; else `length` of assay_idna_sequences from `target`. */
typedef struct {
    uint32_t first, last, target;
    uint16_t length, step;
} idna_mapping;

extern const idna_mapping assay_idna_mappings[];
extern const uint32_t assay_idna_mappings_count;
extern const uint32_t assay_idna_sequences[];

typedef struct {
    uint32_t composed, first, second;
} idna_composition;

extern const idna_composition assay_idna_compositions[];
extern const uint32_t assay_idna_compositions_count;
/* Indices of assay_idna_compositions, ascending by `first` and then by `second`. */
extern const uint16_t assay_idna_compositions_by_pair[];

#endif

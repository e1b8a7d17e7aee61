/* SPDX-License-Identifier: Apache-2.0
 *
 * east_asian_width_table.h: the characters that are wide or narrow by themselves (UAX 11): wide and fullwidth
 * ones, narrow and halfwidth ones. east_asian_width_table.pl writes the table. */
#ifndef ASSAY_EAST_ASIAN_WIDTH_TABLE_H
#define ASSAY_EAST_ASIAN_WIDTH_TABLE_H
#include <stdbool.h>
#include <stdint.h>

typedef enum { WIDTH_WIDE, WIDTH_NARROW } assay_width;

typedef struct {
    uint32_t first, last;
    assay_width width;
} assay_width_range;

/* Ascending. */
extern const assay_width_range assay_width_ranges[];
extern const uint32_t assay_width_range_count;

/* Whether valid UTF-8 has a character of that width. O(length), no allocation; bytes that are no UTF-8
 * have no width. */
bool assay_has_width(const uint8_t *text, uint64_t length, assay_width width);

#endif

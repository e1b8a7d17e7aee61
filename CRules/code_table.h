/* SPDX-License-Identifier: Apache-2.0
 *
 * code_table.h: sets of short codes, as static text that is searched where it is. */
#ifndef ASSAY_CODE_TABLE_H
#define ASSAY_CODE_TABLE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `count` codes of `width` bytes each, ascending by their bytes; a shorter code is filled up with
 * spaces. */
typedef struct {
    const char *codes;
    uint32_t count;
    uint32_t width;
} assay_code_table;

/* The codes of a list that are current, and those that were withdrawn; no code is in both. */
typedef struct {
    assay_code_table current, withdrawn;
    /* When each withdrawn code was: the year times 16, and the month, 0 where only the year is known. */
    const uint16_t *dates;
} assay_code_list;

/* The index of a code in the table, the table's count where it is not in it; no code has a space.
 * O(log count), no allocation, any thread. */
uint32_t assay_code_index(const assay_code_table *table, const uint8_t *code, size_t length);

static inline bool assay_has_code(const assay_code_table *table, const uint8_t *code, size_t length) {
    return assay_code_index(table, code, length) < table->count;
}

#endif

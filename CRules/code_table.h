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

/* Whether the table has the code; no code has a space. O(log count), no allocation, any thread. */
bool assay_has_code(const assay_code_table *table, const uint8_t *code, size_t length);

#endif

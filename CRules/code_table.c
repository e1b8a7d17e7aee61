/* SPDX-License-Identifier: Apache-2.0 */
#include "code_table.h"

#include <string.h>

static int compare(const char *entry, uint32_t width, const uint8_t *code, size_t length) {
    int order = memcmp(entry, code, length);
    return order ? order : length < width && entry[length] != ' ';
}

uint32_t assay_code_index(const assay_code_table *table, const uint8_t *code, size_t length) {
    if (length == 0 || length > table->width || memchr(code, ' ', length))
        return table->count;
    uint32_t low = 0, high = table->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = compare(table->codes + (size_t)middle * table->width, table->width, code, length);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return table->count;
}

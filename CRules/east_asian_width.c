/* SPDX-License-Identifier: Apache-2.0 */
#include "east_asian_width_table.h"

static bool is_of_width(uint32_t point, assay_width width) {
    uint32_t low = 0, high = assay_width_range_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const assay_width_range *range = &assay_width_ranges[middle];
        if (point >= range->first && point <= range->last)
            return range->width == width;
        if (point > range->last)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

bool assay_has_width(const uint8_t *text, uint64_t length, assay_width width) {
    for (uint64_t i = 0; i < length; i++) {
        uint32_t lead = text[i], more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
        uint32_t point = more ? lead & (0x3Fu >> more) : lead;
        for (; more > 0 && i + 1 < length; more--)
            point = point << 6 | (text[++i] & 0x3Fu);
        if (is_of_width(point, width))
            return true;
    }
    return false;
}

// SPDX-License-Identifier: Apache-2.0
#include "csv_cells.hpp"
#include "record_locate.h"

uint32_t reader_locate_csv(const uint8_t *record, uint64_t length, const reader_csv_dialect *dialect,
                           uint32_t cell, reader_range *range) noexcept {
    reader::CsvCells cells(record, length, *dialect);
    for (uint32_t i = 0; cells.next(); i++) {
        if (i < cell)
            continue;
        *range = {static_cast<uint64_t>(cells.start() - record), cells.length()};
        return 1;
    }
    *range = {0, length};
    return 0;
}

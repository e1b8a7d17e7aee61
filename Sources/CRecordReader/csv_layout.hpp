// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "arena.hpp"
#include "record_reader.h"

namespace reader {

struct CsvName {
    assay_str text;
    uint32_t column; // or READER_NO_COLUMN
    bool is_duplicate;
};

} // namespace reader

struct reader_csv_layout {
    const reader_projection *projection = nullptr;
    uint8_t delimiter = ',';
    reader::Growable<uint8_t> header; // a copy with padding, which names point into
    reader::Arena arena;
    reader::Growable<reader::CsvName> names;
    reader::Growable<uint32_t> order;   // the cells by their names, those of one name from left to right
    reader::Growable<uint32_t> missing; // columns that no cell fills

    uint32_t cell_count() const { return static_cast<uint32_t>(names.count()); }
};

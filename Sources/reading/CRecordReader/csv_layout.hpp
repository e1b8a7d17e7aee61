// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "arena.hpp"
#include "record_reader.h"
#include <cstring>

namespace reader {

struct CsvName {
    assay_str text;
    uint32_t column; // or READER_NO_COLUMN
    bool is_duplicate;
};

} // namespace reader

struct reader_csv_layout {
    const reader_projection *projection = nullptr;
    reader_csv_dialect dialect{};
    reader::Growable<uint8_t> header; // a copy with padding, which names point into
    reader::Arena arena;
    reader::Growable<reader::CsvName> names;
    reader::Growable<uint32_t> order;   // the cells by their names, those of one name from left to right
    reader::Growable<uint32_t> missing; // columns that no cell fills
    reader::Growable<assay_str> nulls;  // texts that mean that there is no value

    uint32_t cell_count() const { return static_cast<uint32_t>(names.count()); }

    bool is_null(const assay_value &text) const {
        for (size_t i = 0; i < nulls.count(); i++)
            if (nulls[i].len == text.len && std::memcmp(nulls[i].ptr, text.as.ptr, text.len) == 0)
                return true;
        return false;
    }
};

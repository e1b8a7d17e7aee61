// SPDX-License-Identifier: Apache-2.0
#include "columns.hpp"

namespace reader {

namespace {

// The distance between columns: an odd multiple of the cache line, and far from a multiple of 4 KiB, since a
// record writes the same row of all columns and those lines must not compete for the same few places in the
// cache. Columns of few rows are many, and lie close together: a record writes to fewer pages.
size_t column_stride(size_t rows) {
    const size_t line = 64, lines_in_page = 64, offset = 5;
    size_t lines = (rows * sizeof(assay_value) + line - 1) / line;
    if (lines < lines_in_page - offset)
        return (lines | 1) * line;
    lines = (lines + lines_in_page - 1) / lines_in_page * lines_in_page + offset;
    return lines * line;
}

// Rows that columns have room for in so many bytes, but at least `fewest`.
size_t rows_in(size_t bytes, size_t columns, size_t fewest) {
    const size_t most = 1024;
    const size_t rows = columns ? bytes / (columns * sizeof(assay_value)) : most;
    return rows > most ? most : rows < fewest ? fewest : rows;
}

// Rows that columns have room for at first: few where the columns are many, since a single record touches all
// of that memory.
size_t first_rows(size_t columns) { return rows_in(size_t{1} << 20, columns, 8); }

// Rows that they have room for once there are more: the most that chunks have where the columns are many.
size_t usual_rows(size_t columns) { return rows_in(size_t{4} << 20, columns, 64); }

} // namespace

bool Columns::set_count(uint32_t count) {
    if (count == starts_.count())
        return true;
    std::free(block_);
    block_ = nullptr;
    block_size_ = 0;
    row_capacity_ = 0;
    return starts_.resize(count);
}

bool Columns::grow(uint32_t row) {
    size_t rows = size_t{row_capacity_} * 2;
    if (rows <= row)
        rows = size_t{row} + 1;
    const size_t fewest = row_capacity_ ? usual_rows(starts_.count()) : first_rows(starts_.count());
    if (rows < fewest)
        rows = fewest;
    if (rows > UINT32_MAX)
        return false;
    const size_t stride = column_stride(rows);
    const size_t size = stride * starts_.count() + 1;
    auto *block = static_cast<uint8_t *>(std::malloc(size));
    if (!block)
        return false;
    for (size_t c = 0; c < starts_.count(); c++) {
        auto *start = reinterpret_cast<assay_value *>(block + c * stride);
        if (row_capacity_)
            std::memcpy(start, starts_[c], row_capacity_ * sizeof(assay_value));
        starts_[c] = start;
    }
    std::free(block_);
    block_ = block;
    block_size_ = size;
    row_capacity_ = static_cast<uint32_t>(rows);
    return true;
}

} // namespace reader

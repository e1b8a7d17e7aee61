// SPDX-License-Identifier: Apache-2.0
#include "csv_layout.hpp"
#include "csv_dialect_scanner.hpp"
#include "csv_scanner.hpp"
#include "projection.hpp"
#include "structural_index.hpp"
#include "utf8.hpp"
#include <algorithm>
#include <memory>
#include <new>

namespace {

// The offset of the first byte that is not UTF-8, or the length.
uint64_t valid_utf8_prefix(const uint8_t *text, uint64_t length) {
    uint64_t i = 0;
    while (i < length) {
        const uint32_t step = reader::utf8_sequence(text + i, text + length);
        if (!step)
            return i;
        i += step;
    }
    return length;
}

bool add_name(reader_csv_layout &layout, const assay_value &text) {
    return layout.names.push({{text.as.ptr, text.len}, READER_NO_COLUMN, false});
}

int compare_names(const assay_str &a, const assay_str &b) {
    if (a.len != b.len)
        return a.len < b.len ? -1 : 1;
    return a.len ? std::memcmp(a.ptr, b.ptr, a.len) : 0;
}

// Sorted, so that a header of very many cells takes no quadratic time.
bool mark_duplicates(reader_csv_layout &layout) {
    reader::Growable<uint32_t> &order = layout.order;
    if (!order.resize(layout.cell_count()))
        return false;
    for (uint32_t i = 0; i < layout.cell_count(); i++)
        order[i] = i;
    reader::CsvName *names = layout.names.data();
    std::sort(order.data(), order.data() + order.count(), [names](uint32_t a, uint32_t b) {
        const int difference = compare_names(names[a].text, names[b].text);
        return difference ? difference < 0 : a < b;
    });
    for (size_t i = 1; i < order.count(); i++)
        names[order[i]].is_duplicate = compare_names(names[order[i - 1]].text, names[order[i]].text) == 0;
    return true;
}

// Gives cells their columns and notes the columns that get none.
bool connect(reader_csv_layout &layout) {
    reader::Growable<uint8_t> is_filled;
    if (!mark_duplicates(layout) || !is_filled.resize(layout.projection->keys.count()))
        return false;
    for (uint32_t i = 0; i < layout.cell_count(); i++) {
        reader::CsvName &name = layout.names[i];
        if (name.is_duplicate)
            continue;
        name.column = layout.projection->find(name.text.ptr, name.text.len);
        if (name.column != READER_NO_COLUMN)
            is_filled[name.column] = 1;
    }
    for (uint32_t column = 0; column < is_filled.count(); column++)
        if (!is_filled[column] && !layout.missing.push(column))
            return false;
    return true;
}

// What the header is, as a row. Fills the names.
template <class Scanner> bool read_header(reader_csv_layout &layout, uint64_t length, reader_row &row) {
    const uint8_t *data = layout.header.data();
    bool has_memory = true;
    Scanner scanner(data, length, layout.dialect);
    const auto record = scanner.record(0, [&](uint32_t, const reader::CsvCell &cell) {
        assay_value text{};
        has_memory = has_memory && scanner.text(cell, layout.arena, text) && add_name(layout, text);
    });
    row = {0, record.end, record.error_offset, 0, record.reason, 0, 0};
    const uint64_t valid = valid_utf8_prefix(data, record.end);
    if (valid < record.end && (!row.reason || valid < row.error_offset)) {
        row.reason = READER_INVALID_UTF8;
        row.error_offset = valid;
    }
    if (!row.reason && record.is_blank)
        row.reason = READER_EMPTY;
    return has_memory;
}

bool is_character(uint8_t c) { return c < 0x80 && c != 0 && c != '\r' && c != '\n'; }

// Whether all characters are such, and differ.
bool is_dialect(const reader_csv_dialect &dialect) {
    uint8_t all[4] = {dialect.delimiter, 0, dialect.escape, dialect.comment};
    if (!(dialect.flags & READER_CSV_NO_QUOTES))
        all[1] = dialect.quote ? dialect.quote : uint8_t{'"'};
    for (int i = 0; i < 4; i++) {
        if (!is_character(all[i]) && (i == 0 || all[i] != 0))
            return false;
        for (int j = 0; j < i; j++)
            if (all[i] == all[j] && all[i] != 0)
                return false;
    }
    return true;
}

} // namespace

int32_t reader_csv_layout_create(const reader_projection *projection, const uint8_t *data, uint64_t length,
                                 const reader_csv_dialect *dialect, reader_csv_layout **result,
                                 reader_row *row) noexcept {
    if (!projection || (!data && length) || !dialect || !result || !row || !is_dialect(*dialect))
        return READER_E_PARAM;
    *result = nullptr;
    std::unique_ptr<reader_csv_layout> layout(new (std::nothrow) reader_csv_layout);
    if (!layout || !layout->header.resize(length + READER_PADDING))
        return READER_E_NO_MEMORY;
    if (length)
        std::memcpy(layout->header.data(), data, length);
    layout->projection = projection;
    layout->dialect = *dialect;
    const bool has_memory = reader::is_plain(*dialect)
                                ? read_header<reader::CsvScanner>(*layout, length, *row)
                                : read_header<reader::DialectScanner>(*layout, length, *row);
    if (!has_memory)
        return READER_E_NO_MEMORY;
    if (row->reason != READER_OK)
        return 0;
    if (!connect(*layout))
        return READER_E_NO_MEMORY;
    *result = layout.release();
    return 0;
}

int32_t reader_csv_layout_set_nulls(reader_csv_layout *layout, const assay_str *texts,
                                    uint32_t count) noexcept {
    layout->nulls.clear();
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *copy = layout->arena.allocate(texts[i].len + 1);
        if (!copy || !layout->nulls.push({copy, texts[i].len}))
            return READER_E_NO_MEMORY;
        std::memcpy(copy, texts[i].ptr, texts[i].len);
    }
    return 0;
}

void reader_csv_layout_destroy(reader_csv_layout *layout) noexcept { delete layout; }

uint32_t reader_csv_cell_count(const reader_csv_layout *layout) noexcept { return layout->cell_count(); }

assay_str reader_csv_cell_name(const reader_csv_layout *layout, uint32_t cell) noexcept {
    return cell < layout->cell_count() ? layout->names[cell].text : assay_str{nullptr, 0};
}

uint32_t reader_csv_cell_column(const reader_csv_layout *layout, uint32_t cell) noexcept {
    return cell < layout->cell_count() ? layout->names[cell].column : READER_NO_COLUMN;
}

int32_t reader_csv_cell_is_duplicate(const reader_csv_layout *layout, uint32_t cell) noexcept {
    return cell < layout->cell_count() && layout->names[cell].is_duplicate;
}

uint32_t reader_csv_find_cell(const reader_csv_layout *layout, assay_str name) noexcept {
    const uint32_t *start = layout->order.data(), *end = start + layout->order.count();
    const uint32_t *found =
        std::lower_bound(start, end, name, [layout](uint32_t cell, const assay_str &text) {
            return compare_names(layout->names[cell].text, text) < 0;
        });
    if (found == end || compare_names(layout->names[*found].text, name) != 0)
        return READER_NO_CELL;
    return *found;
}

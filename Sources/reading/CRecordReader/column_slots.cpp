// SPDX-License-Identifier: Apache-2.0
#include "column_slots.hpp"

namespace reader {

namespace {

constexpr size_t quotes_and_colon = 3;
constexpr uint64_t matches_nothing = UINT64_MAX;
constexpr size_t space = 16; // lets whole words be loaded

ColumnSlot make_slot(const ProjectedKey &key, uint32_t column, uint8_t *token) {
    const auto length = static_cast<size_t>(key.length);
    token[0] = '"';
    std::memcpy(token + 1, key.text, length);
    token[1 + length] = '"';
    token[2 + length] = ':';
    const size_t whole = length + quotes_and_colon;
    ColumnSlot slot{};
    slot.first_mask = word_mask(whole);
    slot.second_mask = whole > 8 ? word_mask(whole - 8) : 0;
    slot.first = load_word(token) & slot.first_mask;
    slot.second = load_word(token + 8) & slot.second_mask;
    slot.token_length = key.is_plain ? length + 2 : matches_nothing;
    slot.rest = token + space;
    slot.rest_length = static_cast<uint32_t>(whole > space ? whole - space : 0);
    slot.column = column;
    return slot;
}

} // namespace

bool ColumnSlots::prepare(const reader_projection &projection, Columns &columns) {
    if (__builtin_expect(prepared_ == projection.serial, 1))
        return true;
    prepared_ = 0;
    if (!make(projection))
        return false;
    prepared_ = projection.serial;
    place(columns);
    return true;
}

bool ColumnSlots::make(const reader_projection &projection) {
    const auto count = static_cast<uint32_t>(projection.keys.count());
    size_t total = 0;
    for (uint32_t c = 0; c < count; c++)
        total += projection.keys[c].length + quotes_and_colon + space;
    tokens_.clear();
    slots_.clear();
    if (!tokens_.resize(total) || !slots_.resize(size_t{count} + 1))
        return false;
    uint8_t *token = tokens_.data();
    ColumnSlot *slots = slots_.data();
    for (uint32_t c = 0; c < count; c++) {
        slots[c] = make_slot(projection.keys[c], c, token);
        slots[c].successor = &slots[c + 1 < count ? c + 1 : 0];
        token += projection.keys[c].length + quotes_and_colon + space;
    }
    slots[count].successor = slots; // without columns: itself, which matches nothing
    slots[count].column = READER_NO_COLUMN;
    slots[count].token_length = matches_nothing;
    stamp_ = 0;
    return true;
}

} // namespace reader

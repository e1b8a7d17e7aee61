// SPDX-License-Identifier: Apache-2.0
#include "projection.hpp"
#include <atomic>
#include <new>

using reader::ProjectedKey;

namespace {

bool is_plain_in_json(const uint8_t *p, uint64_t length) {
    for (uint64_t i = 0; i < length; i++)
        if (p[i] < 0x20 || p[i] == '"' || p[i] == '\\')
            return false;
    return true;
}

// `text` has 16 readable bytes after the key.
ProjectedKey make_key(const uint8_t *text, uint64_t length) {
    ProjectedKey key{};
    key.text = text;
    key.length = length;
    key.first_mask = reader::word_mask(static_cast<size_t>(length));
    key.second_mask = length > 8 ? reader::word_mask(static_cast<size_t>(length - 8)) : 0;
    key.first = reader::load_word(text) & key.first_mask;
    key.second = reader::load_word(text + 8) & key.second_mask;
    key.is_plain = is_plain_in_json(text, length);
    return key;
}

} // namespace

uint64_t reader_projection::next_serial() {
    static std::atomic<uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

bool reader_projection::copy_keys(const assay_str *source, uint32_t count) {
    const size_t space = 16; // lets whole words be loaded after each key
    size_t total = 0;
    for (uint32_t i = 0; i < count; i++)
        total += source[i].len + space;
    if (!text.resize(total))
        return false;
    uint8_t *p = text.data();
    for (uint32_t i = 0; i < count; i++) {
        if (source[i].len)
            std::memcpy(p, source[i].ptr, source[i].len);
        if (!keys.push(make_key(p, source[i].len)))
            return false;
        p += source[i].len + space;
    }
    return true;
}

bool reader_projection::add_slot(uint32_t column) {
    const size_t mask = slots.count() - 1;
    const ProjectedKey &key = keys[column];
    if (find(key.text, key.length) != READER_NO_COLUMN)
        return false;
    size_t slot = hash(key.text, key.length) & mask;
    while (slots[slot])
        slot = (slot + 1) & mask;
    slots[slot] = column + 1;
    return true;
}

bool reader_projection::fill(const assay_str *source, uint32_t count) {
    size_t slot_count = 4;
    while (slot_count < size_t{count} * 2)
        slot_count *= 2;
    if (!copy_keys(source, count) || !slots.resize(slot_count))
        return false;
    for (uint32_t column = 0; column < count; column++)
        if (!add_slot(column))
            return false;
    return true;
}

reader_projection *reader_projection_create(const assay_str *keys, uint32_t count, uint32_t flags) noexcept {
    auto *projection = new (std::nothrow) reader_projection;
    if (!projection)
        return nullptr;
    projection->flags = flags;
    if (projection->fill(keys, count))
        return projection;
    delete projection;
    return nullptr;
}

void reader_projection_destroy(reader_projection *projection) noexcept { delete projection; }

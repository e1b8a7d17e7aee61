// SPDX-License-Identifier: Apache-2.0
#include "structural_index.hpp"
#include <memory>
#include <simdjson.h>

namespace reader {

using Implementation = simdjson::internal::dom_parser_implementation;

StructuralIndex::~StructuralIndex() { delete static_cast<Implementation *>(implementation_); }

bool StructuralIndex::make_room(size_t length) {
    const size_t needed = length + 64;
    if (needed <= capacity_)
        return true;
    // Somewhat more, since the next text may be a little longer.
    const size_t least = needed + needed / 8;
    size_t capacity = capacity_ * 2 < least ? least : capacity_ * 2;
    if (capacity > UINT32_MAX)
        capacity = UINT32_MAX;
    delete static_cast<Implementation *>(implementation_);
    implementation_ = nullptr;
    capacity_ = 0;
    std::unique_ptr<Implementation> made;
    if (simdjson::get_active_implementation()->create_dom_parser_implementation(capacity, 1, made))
        return false;
    capacity_ = capacity;
    implementation_ = made.release();
    return true;
}

StructuralIndex::Outcome StructuralIndex::build(const uint8_t *data, size_t length) {
    if (!make_room(length))
        return Outcome::no_memory;
    auto *implementation = static_cast<Implementation *>(implementation_);
    const auto error = implementation->stage1(data, length, simdjson::stage1_mode::regular);
    if (error && error != simdjson::EMPTY)
        return Outcome::malformed;
    uint32_t *offsets = implementation->structural_indexes.get();
    const size_t count = error ? 0 : implementation->n_structural_indexes;
    for (size_t i = 0; i < guard; i++)
        offsets[count + i] = static_cast<uint32_t>(length);
    offsets_ = offsets;
    return count ? Outcome::found : Outcome::nothing;
}

bool is_utf8(const uint8_t *data, size_t length) {
    return simdjson::validate_utf8(reinterpret_cast<const char *>(data), length);
}

} // namespace reader

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>

namespace reader {

// Finds the offsets where JSON tokens start: brackets, colons, commas, opening quotes and the first
// characters of other scalars. Checks that the text is UTF-8 and that strings are closed and free of control
// characters. A thin layer over simdjson's first stage, which keeps that large header out of all other files.
class StructuralIndex {
  public:
    enum class Outcome { found, nothing, malformed, no_memory };

    StructuralIndex() = default;
    StructuralIndex(const StructuralIndex &) = delete;
    StructuralIndex &operator=(const StructuralIndex &) = delete;
    ~StructuralIndex();

    // `length` is below 4 GiB - 1 KiB. After `found` and `nothing`, offsets() are valid: count() offsets and
    // then `guard` times `length`.
    Outcome build(const uint8_t *data, size_t length);
    const uint32_t *offsets() const { return offsets_; }
    // An offset for each byte of the longest text.
    size_t memory() const { return capacity_ * sizeof(uint32_t); }

    static constexpr size_t guard = 8;

  private:
    bool make_room(size_t length);

    void *implementation_ = nullptr;
    size_t capacity_ = 0;
    const uint32_t *offsets_ = nullptr;
};

// Whether all of the text is UTF-8.
bool is_utf8(const uint8_t *data, size_t length);

} // namespace reader

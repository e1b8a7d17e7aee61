// SPDX-License-Identifier: Apache-2.0
#include "record_locate.h"
#include <algorithm>
#include <cstring>

uint64_t reader_line_start(const uint8_t *bytes, uint64_t offset) noexcept {
    const void *found = memrchr(bytes, '\n', offset);
    return found ? static_cast<uint64_t>(static_cast<const uint8_t *>(found) - bytes) + 1 : 0;
}

uint64_t reader_count_line_breaks(const uint8_t *bytes, uint64_t length) noexcept {
    return static_cast<uint64_t>(std::count(bytes, bytes + length, '\n'));
}

uint64_t reader_count_code_points(const uint8_t *bytes, uint64_t length) noexcept {
    // All bytes but those that continue a code point.
    return static_cast<uint64_t>(
        std::count_if(bytes, bytes + length, [](uint8_t byte) { return (byte & 0xC0) != 0x80; }));
}

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace reader {

// The length of the UTF-8 sequence at `p` (RFC 3629: no surrogates, no overlong forms), or 0 when it is
// wrong.
inline uint32_t utf8_sequence(const uint8_t *p, const uint8_t *end) {
    const uint8_t c = *p;
    if (c < 0x80)
        return 1;
    const uint32_t length = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
    if (c < 0xC2 || c > 0xF4 || static_cast<uint64_t>(end - p) < length)
        return 0;
    for (uint32_t i = 1; i < length; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    const uint8_t second = p[1];
    const bool overlong = (c == 0xE0 && second < 0xA0) || (c == 0xF0 && second < 0x90);
    const bool beyond = (c == 0xED && second > 0x9F) || (c == 0xF4 && second > 0x8F);
    return overlong || beyond ? 0 : length;
}

} // namespace reader

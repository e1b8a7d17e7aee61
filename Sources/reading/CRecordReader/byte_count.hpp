// SPDX-License-Identifier: Apache-2.0
//
// Counts bytes of a kind, sixteen at a time where SSE2 is part of the baseline.
#pragma once
#include "byte_scan.hpp"
#include <algorithm>
#include <cstddef>

namespace reader {

struct LineFeed {
    static bool matches(uint8_t c) { return c == '\n'; }
#if defined(__SSE2__)
    static __m128i matches(__m128i v) { return _mm_cmpeq_epi8(v, _mm_set1_epi8('\n')); }
#endif
};

// A byte of UTF-8 that does not begin a code point: as a signed number less than -64.
struct Continuation {
    static bool matches(uint8_t c) { return (c & 0xC0) == 0x80; }
#if defined(__SSE2__)
    static __m128i matches(__m128i v) { return _mm_cmplt_epi8(v, _mm_set1_epi8(-64)); }
#endif
};

#if defined(__SSE2__)
using Lanes = uint8_t __attribute__((vector_size(16)));

inline uint64_t sum(Lanes lanes) {
    const __m128i sums = _mm_sad_epu8(reinterpret_cast<__m128i>(lanes), _mm_setzero_si128());
    return static_cast<uint64_t>(_mm_cvtsi128_si32(sums)) +
           static_cast<uint64_t>(_mm_cvtsi128_si32(_mm_srli_si128(sums, 8)));
}

// Which of the last sixteen bytes are among the last `count`: read at `tail_masks + count`.
alignas(32) inline constexpr uint8_t tail_masks[32] = {
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
};

inline Lanes load_lanes(const uint8_t *p) {
    return reinterpret_cast<Lanes>(_mm_loadu_si128(reinterpret_cast<const __m128i *>(p)));
}

template <class Kind> Lanes matches_of_16(const uint8_t *p) {
    return reinterpret_cast<Lanes>(Kind::matches(reinterpret_cast<__m128i>(load_lanes(p))));
}
#endif

template <class Kind> uint64_t count_bytes(const uint8_t *p, uint64_t length) {
    const uint8_t *const end = p + length;
    uint64_t count = 0;
#if defined(__SSE2__)
    while (end - p >= 16) {
        // A lane holds up to 255.
        const auto rounds = std::min<std::ptrdiff_t>((end - p) / 16, 255);
        Lanes lanes{};
        for (const uint8_t *const last = p + 16 * rounds; p < last; p += 16)
            lanes -= matches_of_16<Kind>(p);
        count += sum(lanes);
    }
    if (p < end && length >= 16)
        return count + sum(Lanes{} - (matches_of_16<Kind>(end - 16) & load_lanes(tail_masks + (end - p))));
#endif
    for (; p < end; p++)
        count += Kind::matches(*p);
    return count;
}

struct TwoCounts {
    uint64_t first = 0, second = 0;
};

// Counts bytes of two kinds in one pass, after which 16 bytes are readable. For short texts: there is one
// branch on their length, which is hard to predict.
template <class First, class Second> inline TwoCounts count_two(const uint8_t *p, uint64_t length) {
    TwoCounts counts;
#if defined(__SSE2__)
    const uint64_t most = 16 * 254; // and one more: a lane holds up to 255
    for (; length > most; p += most, length -= most) {
        counts.first += count_bytes<First>(p, most);
        counts.second += count_bytes<Second>(p, most);
    }
    Lanes first{}, second{};
    const uint8_t *const last = p + length / 16 * 16;
    for (; p < last; p += 16) {
        first -= matches_of_16<First>(p);
        second -= matches_of_16<Second>(p);
    }
    // Those of the first bytes are no tail.
    const Lanes inside = ~load_lanes(tail_masks + 16 - length % 16);
    first -= matches_of_16<First>(p) & inside;
    second -= matches_of_16<Second>(p) & inside;
    return {counts.first + sum(first), counts.second + sum(second)};
#else
    return {count_bytes<First>(p, length), count_bytes<Second>(p, length)};
#endif
}

} // namespace reader

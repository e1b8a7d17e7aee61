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
#endif

struct TwoCounts {
    uint64_t first = 0, second = 0;
};

// Counts bytes of two kinds in one pass.
template <class First, class Second> inline TwoCounts count_two(const uint8_t *p, uint64_t length) {
    const uint8_t *const end = p + length;
    TwoCounts counts;
#if defined(__SSE2__)
    while (end - p >= 16) {
        // A lane holds up to 255.
        const auto rounds = std::min<std::ptrdiff_t>((end - p) / 16, 255);
        Lanes first{}, second{};
        for (const uint8_t *const last = p + 16 * rounds; p < last; p += 16) {
            const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p));
            first -= reinterpret_cast<Lanes>(First::matches(bytes));
            second -= reinterpret_cast<Lanes>(Second::matches(bytes));
        }
        counts.first += sum(first);
        counts.second += sum(second);
    }
    if (p < end && length >= 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(end - 16));
        const __m128i mask = _mm_loadu_si128(reinterpret_cast<const __m128i *>(tail_masks + (end - p)));
        counts.first += sum(Lanes{} - reinterpret_cast<Lanes>(_mm_and_si128(First::matches(bytes), mask)));
        counts.second += sum(Lanes{} - reinterpret_cast<Lanes>(_mm_and_si128(Second::matches(bytes), mask)));
        return counts;
    }
#endif
    for (; p < end; p++) {
        counts.first += First::matches(*p);
        counts.second += Second::matches(*p);
    }
    return counts;
}

struct NoByte {
    static bool matches(uint8_t) { return false; }
#if defined(__SSE2__)
    static __m128i matches(__m128i) { return _mm_setzero_si128(); }
#endif
};

template <class Kind> uint64_t count_bytes(const uint8_t *p, uint64_t length) {
    return count_two<Kind, NoByte>(p, length).first;
}

} // namespace reader

// SPDX-License-Identifier: Apache-2.0
//
// Looks at many bytes at once: SSE2 where it is part of the baseline, else eight bytes in a word.
#pragma once
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words are compared in memory order");

namespace reader {

inline uint64_t load_word(const uint8_t *p) {
    uint64_t word;
    std::memcpy(&word, p, sizeof word);
    return word;
}

// The bytes of a word that belong to a text of `length` bytes.
inline uint64_t word_mask(size_t length) { return length >= 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * length)) - 1; }

constexpr uint64_t repeat_byte(uint8_t byte) { return 0x0101010101010101u * byte; }

// 0x80 in each byte of `word` that equals `byte`, exactly.
inline uint64_t bytes_equal(uint64_t word, uint8_t byte) {
    const uint64_t low = repeat_byte(0x7F), different = word ^ repeat_byte(byte);
    return ~(((different & low) + low) | different | low);
}

// What one pass over a text finds.
struct TextTraits {
    bool has_marker; // contains the byte that was asked for
    bool is_ascii;
};

// May read up to 15 bytes after the text.
inline TextTraits scan_text(const uint8_t *p, size_t length, uint8_t marker) {
#if defined(__SSE2__)
    const __m128i wanted = _mm_set1_epi8(static_cast<char>(marker));
    __m128i any = _mm_setzero_si128(), hits = _mm_setzero_si128();
    size_t i = 0;
    for (; i + 16 <= length; i += 16) {
        const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p + i));
        any = _mm_or_si128(any, v);
        hits = _mm_or_si128(hits, _mm_cmpeq_epi8(v, wanted));
    }
    const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p + i));
    const unsigned rest = (1u << (length - i)) - 1;
    const unsigned tail = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(v, wanted))) & rest;
    const unsigned high = static_cast<unsigned>(_mm_movemask_epi8(v)) & rest;
    return {(static_cast<unsigned>(_mm_movemask_epi8(hits)) | tail) != 0,
            (static_cast<unsigned>(_mm_movemask_epi8(any)) | high) == 0};
#else
    uint64_t any = 0, hits = 0;
    size_t i = 0;
    for (; i + 8 <= length; i += 8) {
        const uint64_t word = load_word(p + i);
        any |= word;
        hits |= bytes_equal(word, marker);
    }
    const uint64_t rest = word_mask(length - i), word = load_word(p + i);
    any |= word & rest;
    hits |= bytes_equal(word, marker) & rest;
    return {hits != 0, (any & repeat_byte(0x80)) == 0};
#endif
}

inline bool is_json_space(uint8_t c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

} // namespace reader

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
inline uint64_t word_mask(size_t length) {
    return length >= 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * length)) - 1;
}

constexpr uint64_t repeat_byte(uint8_t byte) { return 0x0101010101010101u * byte; }

// 0x80 in each byte of `word` that equals `byte`, exactly.
inline uint64_t bytes_equal(uint64_t word, uint8_t byte) {
    const uint64_t low = repeat_byte(0x7F), different = word ^ repeat_byte(byte);
    return ~(((different & low) + low) | different | low);
}

// What one pass over a text finds.
struct TextTraits {
    bool has_marker; // contains the byte that was asked for
    bool is_ascii;   // of a text without it
};

// A bit for each of 16 or 32 bytes.
struct TextBits {
    uint32_t marker;
    uint32_t high;
};

#if defined(__SSE2__)
inline TextBits bits_of_16(const uint8_t *p, uint8_t marker) {
    const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p));
    const __m128i hits = _mm_cmpeq_epi8(v, _mm_set1_epi8(static_cast<char>(marker)));
    return {static_cast<uint32_t>(_mm_movemask_epi8(hits)), static_cast<uint32_t>(_mm_movemask_epi8(v))};
}
#else
// The top bits of the eight bytes, gathered.
inline uint32_t gather_top_bits(uint64_t word) {
    return static_cast<uint32_t>(((word & repeat_byte(0x80)) * 0x0002040810204081u) >> 56);
}
inline TextBits bits_of_16(const uint8_t *p, uint8_t marker) {
    const uint64_t low = load_word(p), high = load_word(p + 8);
    return {gather_top_bits(bytes_equal(low, marker)) | gather_top_bits(bytes_equal(high, marker)) << 8,
            gather_top_bits(low) | gather_top_bits(high) << 8};
}
#endif

inline TextBits bits_of_32(const uint8_t *p, uint8_t marker) {
    const TextBits a = bits_of_16(p, marker), b = bits_of_16(p + 16, marker);
    return {a.marker | b.marker << 16, a.high | b.high << 16};
}

// For texts of any length; see scan_text.
inline TextTraits scan_long_text(const uint8_t *p, size_t length, uint8_t marker) {
    uint32_t high = 0;
    size_t i = 0;
    for (; i + 32 <= length; i += 32) {
        const TextBits bits = bits_of_32(p + i, marker);
        if (bits.marker)
            return {true, false};
        high |= bits.high;
    }
    const uint32_t rest = (uint32_t{1} << (length - i)) - 1;
    const TextBits bits = bits_of_32(p + i, marker);
    return {(bits.marker & rest) != 0, ((bits.high & rest) | high) == 0};
}

// May read up to 32 bytes after the text. Short texts take one path whatever their length, because a branch
// on the length of a string is rarely predicted.
inline TextTraits scan_text(const uint8_t *p, size_t length, uint8_t marker) {
    if (length > 32)
        return scan_long_text(p, length, marker);
    const uint32_t rest = static_cast<uint32_t>((uint64_t{1} << length) - 1);
    const TextBits bits = bits_of_32(p, marker);
    return {(bits.marker & rest) != 0, (bits.high & rest) == 0};
}

// Whether a text has at most 32 bytes, all ASCII and other than `marker`: the cheapest form of the question.
// May read up to 32 bytes after the text.
inline bool is_short_plain_ascii(const uint8_t *p, size_t length, uint8_t marker) {
#if defined(__SSE2__)
    const __m128i wanted = _mm_set1_epi8(static_cast<char>(marker));
    const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p));
    const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p + 16));
    const int low = _mm_movemask_epi8(_mm_or_si128(a, _mm_cmpeq_epi8(a, wanted)));
    const int high = _mm_movemask_epi8(_mm_or_si128(b, _mm_cmpeq_epi8(b, wanted)));
    const uint32_t bits = static_cast<uint32_t>(low) | static_cast<uint32_t>(high) << 16;
#else
    const TextBits found = bits_of_32(p, marker);
    const uint32_t bits = found.marker | found.high;
#endif
    return length <= 32 && (bits & static_cast<uint32_t>((uint64_t{1} << (length & 63)) - 1)) == 0;
}

inline bool is_json_space(uint8_t c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

} // namespace reader

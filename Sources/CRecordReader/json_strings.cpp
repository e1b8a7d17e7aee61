// SPDX-License-Identifier: Apache-2.0
#include "json_strings.hpp"
#include "byte_scan.hpp"

namespace reader {

namespace {

// The characters that a backslash and one letter stand for; 0: no such escape.
uint8_t simple_escape(uint8_t letter) {
    switch (letter) {
    case '"':
    case '\\':
    case '/':
        return letter;
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return 0;
    }
}

// The values of hex digits; all bits for what is none.
struct HexDigits {
    uint32_t values[256];
    constexpr HexDigits() : values() {
        for (uint32_t &value : values)
            value = UINT32_MAX;
        for (uint32_t i = 0; i < 10; i++)
            values['0' + i] = i;
        for (uint32_t i = 0; i < 6; i++)
            values['a' + i] = values['A' + i] = 10 + i;
    }
};
constexpr HexDigits hex_digits;

// Readable bytes that an unescaped text has after it.
constexpr size_t room = 32;

constexpr uint32_t no_unit = UINT32_MAX;
constexpr uint32_t unit_length = 6; // of `\uXXXX`

// The UTF-16 unit of `\uXXXX` at `p`, or no_unit.
inline uint32_t utf16_unit(const uint8_t *p, const uint8_t *end) {
    if (end - p < std::ptrdiff_t{unit_length} || p[0] != '\\' || p[1] != 'u')
        return no_unit;
    const uint32_t *digits = hex_digits.values;
    const uint32_t a = digits[p[2]], b = digits[p[3]], c = digits[p[4]], d = digits[p[5]];
    return (a | b | c | d) > 15 ? no_unit : a << 12 | b << 8 | c << 4 | d;
}

// Copies up to the next backslash, sixteen bytes at a time; source and target may be overrun by 15 bytes.
size_t copy_plain(const uint8_t *source, const uint8_t *end, uint8_t *target) {
    const uint8_t *start = source;
#if defined(__SSE2__)
    const __m128i backslash = _mm_set1_epi8('\\');
    for (; source < end; source += 16, target += 16) {
        const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i *>(source));
        _mm_storeu_si128(reinterpret_cast<__m128i *>(target), v);
        const int hits = _mm_movemask_epi8(_mm_cmpeq_epi8(v, backslash));
        if (!hits)
            continue;
        source += __builtin_ctz(static_cast<unsigned>(hits));
        break;
    }
    return static_cast<size_t>((source < end ? source : end) - start);
#else
    while (source < end && *source != '\\')
        *target++ = *source++;
    return static_cast<size_t>(source - start);
#endif
}

} // namespace

Escape read_escape(const uint8_t *p, const uint8_t *end) {
    if (end - p < 2)
        return {0, 0};
    if (p[1] != 'u') {
        const uint8_t character = simple_escape(p[1]);
        return {character, character ? 2u : 0u};
    }
    const uint32_t unit = utf16_unit(p, end);
    if (unit == no_unit || (unit & 0xFC00) == 0xDC00)
        return {0, 0};
    if ((unit & 0xFC00) != 0xD800)
        return {unit, unit_length};
    const uint32_t low = utf16_unit(p + unit_length, end);
    if (low == no_unit || (low & 0xFC00) != 0xDC00)
        return {0, 0};
    return {0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF), 2 * unit_length};
}

static inline uint32_t write(uint32_t c, uint8_t *out) {
    if (c < 0x80)
        return out[0] = static_cast<uint8_t>(c), 1;
    const auto tail = [c](int shift) { return static_cast<uint8_t>(0x80 | ((c >> shift) & 0x3F)); };
    if (c < 0x800)
        return out[0] = static_cast<uint8_t>(0xC0 | (c >> 6)), out[1] = tail(0), 2;
    if (c < 0x10000)
        return out[0] = static_cast<uint8_t>(0xE0 | (c >> 12)), out[1] = tail(6), out[2] = tail(0), 3;
    out[0] = static_cast<uint8_t>(0xF0 | (c >> 18));
    return out[1] = tail(12), out[2] = tail(6), out[3] = tail(0), 4;
}

uint32_t write_utf8(uint32_t code_point, uint8_t *out) { return write(code_point, out); }

Unescaped unescape(const uint8_t *text, uint64_t length, Arena &arena) {
    uint8_t *start = arena.allocate(length + room), *target = start;
    if (!start)
        return {Unescaped::Outcome::no_memory, nullptr, 0, false};
    const uint8_t *p = text, *end = text + length;
    while (p < end) {
        if (*p != '\\') {
            const size_t plain = copy_plain(p, end, target);
            p += plain;
            target += plain;
            continue;
        }
        // Most escapes are one unit, which is written without a call.
        const uint32_t unit = utf16_unit(p, end);
        if (__builtin_expect(unit < 0xD800, 1)) {
            target += write(unit, target);
            p += unit_length;
            continue;
        }
        const Escape escape = read_escape(p, end);
        if (!escape.length)
            return {Unescaped::Outcome::invalid, nullptr, 0, false};
        target += write_utf8(escape.code_point, target);
        p += escape.length;
    }
    const auto result_length = static_cast<size_t>(target - start);
    arena.shrink_last(start, result_length + room);
    return {Unescaped::Outcome::done, start, result_length, scan_text(start, result_length, 0).is_ascii};
}

} // namespace reader

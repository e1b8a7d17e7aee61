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

// Writes a code point of at most 16 bits, without a branch: which of the three forms it has is hard to
// predict. Four bytes are written, of which the first are its own; returns how many.
inline uint32_t write_unit(uint32_t c, uint8_t *out) {
    const uint32_t last = 0x80 | (c & 0x3F);
    const uint32_t two = 0xC0 | c >> 6 | last << 8;
    const uint32_t three = 0xE0 | c >> 12 | (0x80 | (c >> 6 & 0x3F)) << 8 | last << 16;
    const uint32_t bytes = c < 0x80 ? c : c < 0x800 ? two : three;
    std::memcpy(out, &bytes, sizeof bytes);
    return 1u + (c >= 0x80) + (c >= 0x800);
}

// The same of any code point.
uint32_t write(uint32_t c, uint8_t *out) {
    if (c < 0x10000)
        return write_unit(c, out);
    const auto tail = [c](int shift) { return static_cast<uint8_t>(0x80 | ((c >> shift) & 0x3F)); };
    out[0] = static_cast<uint8_t>(0xF0 | (c >> 18));
    return out[1] = tail(12), out[2] = tail(6), out[3] = tail(0), 4;
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

uint32_t write_utf8(uint32_t code_point, uint8_t *out) {
    uint8_t bytes[4];
    const uint32_t length = write(code_point, bytes);
    std::memcpy(out, bytes, length);
    return length;
}

Unescaped unescape(const uint8_t *text, uint64_t length, Arena &arena) {
    uint8_t *start = arena.allocate(length + room), *target = start;
    if (!start)
        return {Unescaped::Outcome::no_memory, nullptr, 0, false};
    const uint8_t *p = text, *const end = text + length;
    uint32_t high = 0;
    while (p < end) {
        // Up to the next backslash, sixteen bytes at a time; source and target may be overrun by 15 bytes.
        const TextBits bits = bits_of_16(p, '\\');
        std::memcpy(target, p, 16);
        const auto left = static_cast<size_t>(end - p);
        const auto found = static_cast<size_t>(__builtin_ctz(bits.marker | 1u << 16));
        const size_t plain = found < left ? found : left;
        high |= bits.high & ((1u << plain) - 1);
        p += plain;
        target += plain;
        while (p < end && *p == '\\') {
            // Most escapes are one unit, which is written without a call.
            const uint32_t unit = utf16_unit(p, end);
            if (__builtin_expect(unit < 0xD800, 1)) {
                high |= unit & ~0x7Fu;
                target += write_unit(unit, target);
                p += unit_length;
                continue;
            }
            const Escape escape = read_escape(p, end);
            if (!escape.length)
                return {Unescaped::Outcome::invalid, nullptr, 0, false};
            high |= escape.code_point & ~0x7Fu;
            target += write(escape.code_point, target);
            p += escape.length;
        }
    }
    const auto result_length = static_cast<size_t>(target - start);
    arena.shrink_last(start, result_length + room);
    return {Unescaped::Outcome::done, start, result_length, high == 0};
}

} // namespace reader

// SPDX-License-Identifier: Apache-2.0
//
// Finds what is not written as it is.

#include "assay_texts.h"

#include <stdbool.h>
#include <string.h>

enum { WIDTH = 16 };

typedef uint8_t lanes __attribute__((vector_size(WIDTH)));
typedef uint64_t words __attribute__((vector_size(WIDTH)));

// Whether one of the bytes may begin what is escaped, by itself alone.
static bool needs_look(lanes v) {
    const lanes found = (lanes)(v < 0x20) | (lanes)(v == '"') | (lanes)(v == '\\') | (lanes)(v == '#') |
                        (lanes)(v == 0x7F) | (lanes)(v == 0xC2) | (lanes)(v == 0xD8) | (lanes)(v == 0xE1) |
                        (lanes)(v == 0xE2) | (lanes)(v == 0xEF) | (lanes)(v == 0xF0) | (lanes)(v == 0xF3);
    const words both = (words)found;
    return (both[0] | both[1]) != 0;
}

// Whether a byte may begin what is escaped, by itself and the next one.
static bool may_begin(uint8_t byte, uint8_t next) {
    switch (byte) {
    case '"':
    case '\\':
    case 0x7F:
        return true;
    case '#':
        return next == '#'; // a command of a build system
    case 0xC2:
        return next < 0xA0 || next == 0xAD; // C1 and the soft hyphen
    case 0xD8:
        return next == 0x9C; // U+061C
    case 0xE1:
        return next == 0xA0; // U+180E
    case 0xE2:
        return next == 0x80 || next == 0x81; // U+200B to U+206F
    case 0xEF:
        return next >= 0xBB; // U+FEFF, U+FFF9 to U+FFFB
    case 0xF0:
        return next == 0x9B || next == 0x9D; // U+1BCA0 and U+1D173 and after them
    case 0xF3:
        return next == 0xA0; // U+E0000 to U+E0FFF
    default:
        return byte < 0x20;
    }
}

uint64_t assay_text_plain_count(const uint8_t *text, uint64_t count) {
    for (uint64_t start = 0; start < count; start += WIDTH) {
        lanes v = {0};
        const uint64_t rest = count - start < WIDTH ? count - start : WIDTH;
        if (rest == WIDTH) {
            memcpy(&v, text + start, WIDTH);
        } else {
            v = v + 'a';
            memcpy(&v, text + start, rest);
        }
        if (!needs_look(v))
            continue;
        for (uint64_t i = start; i < start + rest; i++) {
            if (may_begin(text[i], i + 1 < count ? text[i + 1] : 0))
                return i;
        }
    }
    return count;
}

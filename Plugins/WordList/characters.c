/* SPDX-License-Identifier: Apache-2.0
 *
 * Characters beyond ASCII, by the C library's tables of the locale C.UTF-8, whatever the locale of the
 * process is. */
#define _GNU_SOURCE
#include "word_list.h"

#include <locale.h>
#include <wchar.h>
#include <wctype.h>

static locale_t tables;

bool characters_start(void) {
    tables = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    return tables != (locale_t)0;
}

void characters_stop(void) { freelocale(tables); }

static unsigned bytes_of_lead(uint8_t lead) {
    return lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
}

uint32_t next_character(assay_str text, uint64_t *position) {
    static const uint32_t lowest[] = {0, 0, 0x80, 0x800, 0x10000};
    const uint8_t *bytes = text.ptr + *position;
    unsigned count = bytes_of_lead(bytes[0]);
    if (count == 0 || count > text.len - *position)
        return NOT_UTF8;
    uint32_t character = count == 1 ? bytes[0] : bytes[0] & (0x7Fu >> count);
    for (unsigned i = 1; i < count; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return NOT_UTF8;
        character = character << 6 | (bytes[i] & 0x3F);
    }
    if (character < lowest[count] || character > 0x10FFFF || (character >= 0xD800 && character < 0xE000))
        return NOT_UTF8;
    *position += count;
    return character;
}

/* Accents that follow their letter are marks, and none of the library's letters. */
bool belongs_to_word(uint32_t character) {
    if (character < 0x80) {
        uint32_t lower = character | 0x20;
        return (lower >= 'a' && lower <= 'z') || (character >= '0' && character <= '9');
    }
    return (character >= 0x300 && character <= 0x36F) || iswalnum_l((wint_t)character, tables);
}

/* The way through the upper case makes one of letters with two lower cases: Σ, σ and ς. */
static uint32_t fold_character(uint32_t character) {
    if (character < 0x80)
        return character >= 'A' && character <= 'Z' ? character | 0x20 : character;
    return (uint32_t)towlower_l(towupper_l((wint_t)character, tables), tables);
}

static unsigned encode(uint32_t character, uint8_t bytes[4]) {
    unsigned count = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    if (count == 1) {
        bytes[0] = (uint8_t)character;
        return 1;
    }
    for (unsigned i = count - 1; i > 0; i--, character >>= 6)
        bytes[i] = (uint8_t)(0x80 | (character & 0x3F));
    bytes[0] = (uint8_t)((0xF00 >> count & 0xFF) | character);
    return count;
}

size_t fold(assay_str text, uint8_t *folded, size_t capacity) {
    size_t length = 0;
    for (uint64_t position = 0; position < text.len;) {
        uint8_t bytes[4];
        uint32_t character = next_character(text, &position);
        if (character == NOT_UTF8)
            return SIZE_MAX;
        unsigned count = encode(fold_character(character), bytes);
        if (count > capacity - length)
            return SIZE_MAX;
        for (unsigned i = 0; i < count; i++)
            folded[length++] = bytes[i];
    }
    return length;
}

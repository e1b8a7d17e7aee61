/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "clusters.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#define NARROW_FIRST 0x100000
#define NARROW_COUNT 0xFFFE
#define WIDE_FIRST 0x30000
#define WIDE_COUNT 0x1300 /* as many as have a width */
#define REPLACEMENT 0xFFFD

static void free_list(cluster_list *list) {
    for (size_t index = 0; index < list->count; index++)
        free(list->texts[index]);
    free(list->texts);
}

void clusters_free(clusters *all) {
    free_list(&all->narrow);
    free_list(&all->wide);
}

int clusters_is_mark(wchar_t character) { return character >= 0x300 && wcwidth(character) == 0; }

static int is_code(wchar_t character) {
    const uint32_t number = (uint32_t)character;
    return (number >= NARROW_FIRST && number < NARROW_FIRST + NARROW_COUNT) ||
           (number >= WIDE_FIRST && number < WIDE_FIRST + WIDE_COUNT);
}

const char *clusters_text(const clusters *all, wchar_t code) {
    const uint32_t number = (uint32_t)code;
    if (number >= NARROW_FIRST && number - NARROW_FIRST < all->narrow.count)
        return all->narrow.texts[number - NARROW_FIRST];
    if (number >= WIDE_FIRST && number - WIDE_FIRST < all->wide.count)
        return all->wide.texts[number - WIDE_FIRST];
    return NULL;
}

static int grow(cluster_list *list) {
    if (list->count < list->capacity)
        return 1;
    const size_t capacity = list->capacity == 0 ? 16 : 2 * list->capacity;
    char **texts = realloc(list->texts, capacity * sizeof *texts);
    if (texts == NULL)
        return 0;
    list->texts = texts;
    list->capacity = capacity;
    return 1;
}

/* The code of a text, a new one if it has none; U+FFFD when there are no more. */
static wchar_t intern(clusters *all, const char *text, int width) {
    cluster_list *list = width == 2 ? &all->wide : &all->narrow;
    const wchar_t first = width == 2 ? WIDE_FIRST : NARROW_FIRST;
    const size_t most = width == 2 ? WIDE_COUNT : NARROW_COUNT;
    for (size_t index = 0; index < list->count; index++)
        if (strcmp(list->texts[index], text) == 0)
            return first + (wchar_t)index;
    char *copy = list->count < most && grow(list) ? strdup(text) : NULL;
    if (copy == NULL)
        return REPLACEMENT;
    list->texts[list->count] = copy;
    list->count++;
    return first + (wchar_t)list->count - 1;
}

/* The bytes of a code and a zero; a base without marks has at most four. */
static const char *text_of(const clusters *all, wchar_t code, char buffer[5]) {
    const char *text = clusters_text(all, code);
    if (text != NULL)
        return text;
    buffer[clusters_write_utf8(code, buffer)] = '\0';
    return buffer;
}

wchar_t clusters_code(clusters *all, wchar_t character) {
    char text[5];
    if (!is_code(character))
        return character;
    text[clusters_write_utf8(character, text)] = '\0';
    return intern(all, text, wcwidth(character));
}

wchar_t clusters_join(clusters *all, wchar_t code, wchar_t mark) {
    char base[5];
    char end[5];
    const char *before = code == 0 ? "" : text_of(all, code, base);
    end[clusters_write_utf8(mark, end)] = '\0';
    const size_t length = strlen(before);
    char *text = malloc(length + sizeof end);
    if (text == NULL)
        return REPLACEMENT;
    memcpy(text, before, length + 1);
    memcpy(text + length, end, strlen(end) + 1);
    const wchar_t joined = intern(all, text, code == 0 ? 1 : wcwidth(code));
    free(text);
    return joined;
}

wchar_t *clusters_encode(clusters *all, const char *text) {
    size_t left = strlen(text);
    wchar_t *codes = calloc(left + 1, sizeof *codes);
    if (codes == NULL)
        return NULL;
    size_t count = 0;
    while (left > 0) {
        wchar_t character;
        size_t used = clusters_read_utf8(text, left, &character);
        if (used == 0) { /* cut off */
            character = REPLACEMENT;
            used = left;
        }
        const int joins = clusters_is_mark(character);
        if (joins && count > 0 && codes[count - 1] != L'\n')
            codes[count - 1] = clusters_join(all, codes[count - 1], character);
        else
            codes[count++] = joins ? clusters_join(all, 0, character) : clusters_code(all, character);
        text += used;
        left -= used;
    }
    return codes;
}

char *clusters_decode(const clusters *all, const wchar_t *codes, size_t count) {
    size_t length = 1;
    char buffer[5];
    for (size_t index = 0; index < count; index++)
        length += strlen(text_of(all, codes[index], buffer));
    char *text = malloc(length);
    if (text == NULL)
        return NULL;
    char *end = text;
    for (size_t index = 0; index < count; index++) {
        const char *part = text_of(all, codes[index], buffer);
        const size_t size = strlen(part);
        memcpy(end, part, size);
        end += size;
    }
    *end = '\0';
    return text;
}

size_t clusters_read_utf8(const char *bytes, size_t count, wchar_t *character) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const uint8_t first = (uint8_t)bytes[0];
    *character = REPLACEMENT;
    const size_t length = first < 0x80   ? 1
                          : first < 0xC2 ? 0
                          : first < 0xE0 ? 2
                          : first < 0xF0 ? 3
                          : first < 0xF5 ? 4
                                         : 0;
    if (length == 0)
        return 1;
    uint32_t number = length == 1 ? first : first & (0xFFU >> (length + 1));
    for (size_t index = 1; index < length; index++) {
        if (index >= count)
            return 0;
        const uint8_t byte = (uint8_t)bytes[index];
        if ((byte & 0xC0) != 0x80)
            return index;
        number = number << 6 | (byte & 0x3FU);
    }
    if (number >= least[length] && number <= 0x10FFFF && (number < 0xD800 || number > 0xDFFF))
        *character = (wchar_t)number;
    return length;
}

size_t clusters_write_utf8(wchar_t character, char bytes[4]) {
    const uint32_t number = (uint32_t)character;
    if (number < 0x80) {
        bytes[0] = (char)number;
        return 1;
    }
    const size_t length = number < 0x800 ? 2 : number < 0x10000 ? 3 : 4;
    for (size_t index = length; index-- > 1;)
        bytes[index] = (char)(0x80 | ((number >> (6 * (length - 1 - index))) & 0x3F));
    bytes[0] = (char)((0xF00U >> length) | (number >> (6 * (length - 1))));
    return length;
}

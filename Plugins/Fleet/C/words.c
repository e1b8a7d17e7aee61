/* SPDX-License-Identifier: Apache-2.0
 *
 * The words of the settings, which are read once, when the plugin is loaded. */
#include "fleet.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_BYTES = 1 << 20, MESSAGE_BYTES = 8192 };

static assay_rc reject(const assay_call *call, const char *path, const char *found) {
    char text[MESSAGE_BYTES];
    (void)snprintf(text, sizeof text, "file '%s' %s", path, found);
    return assay_reject(call, ASSAY_E_CONFIG, (assay_str){(const uint8_t *)text, strlen(text)});
}

/* ---- the file --------------------------------------------------------------------------------- */

static assay_rc reject_size(const assay_call *call, const char *path, long long size) {
    char found[64];
    (void)snprintf(found, sizeof found, "has %lld bytes, expected at most %d", size, FILE_BYTES);
    return reject(call, path, found);
}

static assay_rc read_file(const assay_call *call, const char *path, uint8_t *bytes, uint64_t *count) {
    struct stat status;
    if (stat(path, &status) != 0)
        return reject(call, path, errno == ENOENT ? "does not exist" : "cannot be read");
    if (!S_ISREG(status.st_mode))
        return reject(call, path, "is not a regular file");
    if (status.st_size > FILE_BYTES)
        return reject_size(call, path, (long long)status.st_size);
    FILE *file = fopen(path, "rbe");
    if (!file)
        return reject(call, path, "cannot be read");
    *count = fread(bytes, 1, FILE_BYTES, file);
    bool is_read = !ferror(file);
    (void)fclose(file);
    return is_read ? ASSAY_OK : reject(call, path, "cannot be read");
}

/* The number of bytes of the character at the beginning (RFC 3629, 4), or 0 if there is none. */
static uint64_t character_bytes(const uint8_t *text, uint64_t count) {
    static const uint32_t lowest[] = {0, 0, 0x80, 0x800, 0x10000};
    uint64_t length = text[0] < 0x80 ? 1 : text[0] < 0xC2 ? 0 : text[0] < 0xE0 ? 2 : text[0] < 0xF0 ? 3 : 4;
    uint32_t character = length < 2 ? text[0] : text[0] & (0x7Fu >> length);
    if (length > count || text[0] > 0xF4)
        return 0;
    for (uint64_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        character = character << 6 | (text[i] & 0x3F);
    }
    bool is_surrogate = character >= 0xD800 && character < 0xE000;
    return character < lowest[length] || is_surrogate || character > 0x10FFFF ? 0 : length;
}

static assay_rc check_utf8(const assay_call *call, const char *path, const uint8_t *text, uint64_t count) {
    uint64_t line = 1, length = 0;
    for (uint64_t i = 0; i < count; i += length) {
        length = character_bytes(text + i, count - i);
        if (length == 0) {
            char found[64];
            (void)snprintf(found, sizeof found, "has bytes that are not UTF-8 in line %llu",
                           (unsigned long long)line);
            return reject(call, path, found);
        }
        line += text[i] == '\n';
    }
    return ASSAY_OK;
}

/* ---- the words -------------------------------------------------------------------------------- */

static bool is_blank(uint8_t byte) { return byte == ' ' || byte == '\t' || byte == '\r'; }

static int compare(const void *left, const void *right) {
    const assay_str *a = left, *b = right;
    if (a->len != b->len)
        return a->len < b->len ? -1 : 1;
    return a->len > 0 ? memcmp(a->ptr, b->ptr, a->len) : 0;
}

static uint8_t folded(uint8_t byte) { return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte; }

/* The same order for a word that is not folded and one of the list. */
static int compare_folded(const void *word, const void *listed) {
    const assay_str *a = word, *b = listed;
    if (a->len != b->len)
        return a->len < b->len ? -1 : 1;
    for (uint64_t i = 0; i < a->len; i++)
        if (folded(a->ptr[i]) != b->ptr[i])
            return folded(a->ptr[i]) < b->ptr[i] ? -1 : 1;
    return 0;
}

/* Splits the text at `separator`; words that appear twice count once. */
static assay_rc take_words(words *words, uint64_t count, uint8_t separator) {
    words->list = malloc((count + 1) * sizeof *words->list);
    if (!words->list)
        return ASSAY_E_NOMEM;
    for (uint64_t i = 0; i < count && !words->is_case_sensitive; i++)
        words->text[i] = folded(words->text[i]);
    for (uint64_t start = 0, end = 0; start < count; start = end + 1) {
        for (end = start; end < count && words->text[end] != separator;)
            end++;
        uint64_t last = end;
        while (start < last && is_blank(words->text[start]))
            start++;
        while (start < last && is_blank(words->text[last - 1]))
            last--;
        if (start < last && words->text[start] != '#')
            words->list[words->count++] = (assay_str){words->text + start, last - start};
    }
    qsort(words->list, words->count, sizeof *words->list, compare);
    uint64_t kept = 0;
    for (uint64_t i = 0; i < words->count; i++)
        if (i == 0 || compare(&words->list[i - 1], &words->list[i]) != 0)
            words->list[kept++] = words->list[i];
    words->count = kept;
    return ASSAY_OK;
}

bool words_have(const words *words, assay_str word) {
    return bsearch(&word, words->list, words->count, sizeof word,
                   words->is_case_sensitive ? compare : compare_folded) != 0;
}

/* ---- the settings ----------------------------------------------------------------------------- */

static assay_rc take_file(words *words, const assay_call *call, const char *path) {
    uint64_t count = 0;
    words->text = malloc(FILE_BYTES);
    if (!words->text)
        return ASSAY_E_NOMEM;
    assay_rc result = read_file(call, path, words->text, &count);
    if (result == ASSAY_OK)
        result = check_utf8(call, path, words->text, count);
    if (result != ASSAY_OK)
        return result;
    if (count >= 3 && memcmp(words->text, "\xEF\xBB\xBF", 3) == 0)
        memset(words->text, ' ', 3); /* a byte order mark */
    result = take_words(words, count, '\n');
    return result != ASSAY_OK || words->count > 0
               ? result
               : reject(call, path, "has no words, expected one on each line");
}

static assay_rc take_path(words *words, const assay_call *call, const assay_value *file) {
    if (file->len > 0 && memchr(file->as.ptr, 0, file->len))
        return assay_reject(call, ASSAY_E_CONFIG, ASSAY_TEXT("file: the path has a NUL"));
    char *path = calloc(file->len + 1, 1);
    if (!path)
        return ASSAY_E_NOMEM;
    if (file->len > 0)
        memcpy(path, file->as.ptr, file->len);
    assay_rc result = take_file(words, call, path);
    free(path);
    return result;
}

static assay_rc take_inline(words *words, const assay_call *call, const assay_value *given) {
    words->text = malloc(given->len + 1);
    if (!words->text)
        return ASSAY_E_NOMEM;
    if (given->len > 0)
        memcpy(words->text, given->as.ptr, given->len);
    assay_rc result = take_words(words, given->len, ' ');
    return result != ASSAY_OK || words->count > 0
               ? result
               : assay_reject(call, ASSAY_E_CONFIG, ASSAY_TEXT("words: expected words and spaces"));
}

void words_stop(void *state) {
    words *words = state;
    free(words->text);
    free(words->list);
    free(words);
}

assay_rc words_start(const assay_host *host, const assay_call *call, const assay_value *config,
                     void **state) {
    (void)host;
    const assay_value *file = &config->as.members[0].value, *inlined = &config->as.members[1].value;
    words *words = calloc(1, sizeof *words);
    if (!words)
        return ASSAY_E_NOMEM;
    words->is_case_sensitive = config->as.members[2].value.as.i64 != 0;
    assay_rc result = assay_is_given(file) ? take_path(words, call, file) : take_inline(words, call, inlined);
    if (result != ASSAY_OK)
        words_stop(words);
    else
        *state = words;
    return result;
}

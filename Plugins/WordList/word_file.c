/* SPDX-License-Identifier: Apache-2.0
 *
 * The file with the words: UTF-8, one word a line, spaces and tabs around it do not count. `#` at the
 * beginning of a line or after a space or tab begins a comment, so that `C#` is a word. Empty lines
 * are skipped; a byte order mark and line ends of Windows are accepted. A word may have spaces.
 *
 * Rejected: what is not a regular file or longer than 64 MiB, bytes that are not UTF-8, NUL, lines of more
 * than 1,024 bytes, and a file without any word. */
#define _GNU_SOURCE
#include "word_list.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_BYTES ((size_t)64 << 20)

typedef struct reader {
    const assay_call *call;
    char path[4096];
    uint8_t *bytes;
    size_t length;
} reader;

/* Hosts cut long messages: the end of a long path is left out rather than the reason. */
__attribute__((format(printf, 2, 3))) static assay_rc reject(const reader *reader, const char *format, ...) {
    char what[256], text[1024];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    (void)snprintf(text, sizeof text, "file '%.700s'%s", reader->path, what);
    return assay_reject(reader->call, ASSAY_E_CONFIG, (assay_str){(const uint8_t *)text, strlen(text)});
}

static assay_rc reject_with_errno(const reader *reader, const char *what) {
    char words[128];
    return reject(reader, " %s: %s", what, strerror_r(errno, words, sizeof words));
}

/* ---- bytes ------------------------------------------------------------------------------------ */

static assay_rc read_open(reader *reader, int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0)
        return reject_with_errno(reader, "cannot be read");
    if (!S_ISREG(status.st_mode))
        return reject(reader, " is not a regular file");
    if ((uint64_t)status.st_size > FILE_BYTES)
        return reject(reader, " has %lld bytes, expected at most %zu", (long long)status.st_size, FILE_BYTES);
    reader->bytes = malloc((size_t)status.st_size + 1);
    if (!reader->bytes)
        return ASSAY_E_NOMEM;
    while (reader->length < (size_t)status.st_size) {
        ssize_t count =
            read(descriptor, reader->bytes + reader->length, (size_t)status.st_size - reader->length);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return reject_with_errno(reader, "cannot be read");
        if (count == 0)
            break;
        reader->length += (size_t)count;
    }
    return ASSAY_OK;
}

/* Opening does not wait for the other end of a pipe. */
static assay_rc read_bytes(reader *reader) {
    int descriptor = open(reader->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return reject_with_errno(reader, "cannot be opened");
    assay_rc result = read_open(reader, descriptor);
    close(descriptor);
    return result;
}

static assay_rc take_path(reader *reader, assay_str file) {
    if (file.len >= sizeof reader->path)
        return assay_reject(reader->call, ASSAY_E_CONFIG, ASSAY_TEXT("file: the path is too long"));
    if (file.len > 0 && memchr(file.ptr, 0, file.len))
        return assay_reject(reader->call, ASSAY_E_CONFIG, ASSAY_TEXT("file: the path has a NUL"));
    for (uint64_t i = 0; i < file.len; i++)
        reader->path[i] = (char)file.ptr[i];
    return ASSAY_OK;
}

/* ---- lines -------------------------------------------------------------------------------------- */

static bool is_space(uint8_t byte) { return byte == ' ' || byte == '\t' || byte == '\r'; }

/* The word of a line; empty if there is none. */
static assay_str word_of(assay_str line) {
    for (uint64_t i = 0; i < line.len; i++)
        if (line.ptr[i] == '#' && (i == 0 || is_space(line.ptr[i - 1])))
            line.len = i;
    while (line.len > 0 && is_space(line.ptr[0]))
        line.ptr++, line.len--;
    while (line.len > 0 && is_space(line.ptr[line.len - 1]))
        line.len--;
    return line;
}

static assay_rc check_line(const reader *reader, assay_str line, size_t number) {
    if (line.len > WORD_BYTES)
        return reject(reader, ", line %zu: found %llu bytes, expected at most %d", number,
                      (unsigned long long)line.len, WORD_BYTES);
    for (uint64_t position = 0; position < line.len;) {
        uint32_t character = next_character(line, &position);
        if (character == NOT_UTF8)
            return reject(reader, ", line %zu: found bytes that are not UTF-8 after byte %llu", number,
                          (unsigned long long)position);
        if (character == 0)
            return reject(reader, ", line %zu: found a NUL, expected text", number);
    }
    return ASSAY_OK;
}

/* Folded words follow each other at `*folded_end`. */
static assay_rc take_word(word_list *list, assay_str word, uint8_t **folded_end) {
    assay_str folded = {*folded_end, fold(word, *folded_end, FOLDED_BYTES)};
    *folded_end += folded.len;
    bool is_taken = word_set_add(&list->exact, word) && word_set_add(&list->folded, folded);
    return is_taken ? ASSAY_OK : ASSAY_E_NOMEM;
}

static assay_rc take_words(const reader *reader, word_list *list) {
    uint8_t *folded_end = list->folded_text;
    size_t start = reader->length >= 3 && memcmp(reader->bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    for (size_t number = 1; start < reader->length; number++) {
        const uint8_t *from = reader->bytes + start;
        const uint8_t *end = memchr(from, '\n', reader->length - start);
        assay_str line = {from, end ? (uint64_t)(end - from) : reader->length - start};
        start += line.len + 1;
        assay_rc result = check_line(reader, line, number);
        assay_str word = word_of(line);
        if (result == ASSAY_OK && word.len > 0)
            result = take_word(list, word, &folded_end);
        if (result != ASSAY_OK)
            return result;
    }
    return list->exact.count > 0 ? ASSAY_OK : reject(reader, " has no words, expected one word a line");
}

static assay_rc fill(word_list *list, reader *reader) {
    list->text = reader->bytes;
    list->folded_text = malloc(2 * reader->length + FOLDED_BYTES);
    return list->folded_text ? take_words(reader, list) : ASSAY_E_NOMEM;
}

assay_rc word_list_read(word_list *list, assay_str file, const assay_call *call) {
    reader reader = {.call = call};
    assay_rc result = take_path(&reader, file);
    if (result == ASSAY_OK)
        result = read_bytes(&reader);
    if (result == ASSAY_OK)
        return fill(list, &reader);
    free(reader.bytes);
    return result;
}

void word_list_free(word_list *list) {
    word_set_free(&list->exact);
    word_set_free(&list->folded);
    free(list->text);
    free(list->folded_text);
}

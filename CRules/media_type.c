/* SPDX-License-Identifier: Apache-2.0 */
#include "media_type.h"

#include "characters.h"

#include <string.h>

enum { LONGEST_NAME = 127 };

static bool is_one_of(uint8_t byte, const char *characters) {
    return byte != 0 && byte < 0x80 && strchr(characters, byte) != NULL;
}

/* restricted-name */
static size_t read_name(const uint8_t *text, size_t length, size_t at) {
    size_t end = at;
    while (end < length && end - at <= LONGEST_NAME &&
           (is_class(text[end], CLASS_ALPHANUMERIC) || (end > at && is_one_of(text[end], "!#$&-^_.+"))))
        end++;
    return end > at && end - at <= LONGEST_NAME ? end : SIZE_MAX;
}

size_t assay_read_media_type(const uint8_t *text, size_t length) {
    size_t end = read_name(text, length, 0);
    if (end == SIZE_MAX || end == length || text[end] != '/')
        return SIZE_MAX;
    return read_name(text, length, end + 1);
}

size_t assay_read_token(const uint8_t *text, size_t length, size_t at) {
    size_t end = at;
    while (end < length &&
           (is_class(text[end], CLASS_ALPHANUMERIC) || is_one_of(text[end], "!#$%&'*+-.^_`|~")))
        end++;
    return end > at ? end : SIZE_MAX;
}

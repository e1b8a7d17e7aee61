/* SPDX-License-Identifier: Apache-2.0
 *
 * json_pointer.h: the grammar of RFC 6901 section 3.
 *
 *     pointer = *( "/" *( unescaped / "~0" / "~1" ) )      unescaped: any character but "/" and "~"
 */
#ifndef ASSAY_JSON_POINTER_H
#define ASSAY_JSON_POINTER_H
#include <stdbool.h>
#include <stdint.h>

static inline bool starts_as_pointer(const uint8_t *text, uint64_t length) {
    return length == 0 || text[0] == '/';
}

static inline bool escapes_are_right(const uint8_t *text, uint64_t length) {
    for (uint64_t i = 0; i < length; i++)
        if (text[i] == '~' && (i + 1 == length || (text[i + 1] != '0' && text[i + 1] != '1')))
            return false;
    return true;
}

#endif

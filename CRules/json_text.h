/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ASSAY_JSON_TEXT_H
#define ASSAY_JSON_TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_DEEPEST = 1024, JSON_KEY_BYTES = 8 };

typedef enum { JSON_GOOD, JSON_BAD, JSON_TOO_DEEP } assay_json_state;

/* Checks a text by the grammar of RFC 8259 a byte at a time, in constant memory. All zeros at the start.
 * What is after `depth` is the scanner's own. */
typedef struct {
    assay_json_state state;
    uint8_t first; /* of the text's value: '{', '[', '"', a digit, ... */
    uint8_t value; /* set for one byte: it begins the value of a member of the outermost object */
    uint8_t key[JSON_KEY_BYTES]; /* of that member, as far as it fits */
    uint8_t key_length;          /* JSON_KEY_BYTES + 1 for a longer key or one with an escape */
    uint32_t depth;
    uint8_t expects, rest, hex;
    const char *word;
    uint8_t objects[JSON_DEEPEST / 8];
} assay_json;

void assay_json_take(assay_json *json, uint8_t byte);

/* After the last byte: whether the text was one whole value. */
bool assay_json_ends(assay_json *json);

#endif

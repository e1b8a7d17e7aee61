/* SPDX-License-Identifier: Apache-2.0
 *
 * characters.h: classes of single bytes, by ASCII alone and whatever the locale. */
#ifndef ASSAY_CHARACTERS_H
#define ASSAY_CHARACTERS_H
#include <stdbool.h>
#include <stdint.h>

/* Bits of character_class[byte]. */
#define CLASS_DIGIT 1u
#define CLASS_HEX_LOWER 2u   /* a-f */
#define CLASS_HEX_UPPER 4u   /* A-F */
#define CLASS_LOWER 8u       /* a-z */
#define CLASS_UPPER 16u      /* A-Z */
#define CLASS_BASE64 32u     /* "+" and "/" */
#define CLASS_BASE64_URL 64u /* "-" and "_" */
#define CLASS_HEX (CLASS_DIGIT | CLASS_HEX_LOWER | CLASS_HEX_UPPER)
#define CLASS_ALPHA (CLASS_LOWER | CLASS_UPPER)
#define CLASS_ALPHANUMERIC (CLASS_DIGIT | CLASS_ALPHA)

extern const uint8_t assay_character_class[256];

static inline bool is_class(uint8_t byte, unsigned classes) {
    return (assay_character_class[byte] & classes) != 0;
}

static inline bool is_digit(uint8_t byte) { return (uint8_t)(byte - '0') < 10; }
static inline bool is_upper(uint8_t byte) { return (uint8_t)(byte - 'A') < 26; }

/* '0'...'9' are 0...9 and 'A'...'Z' are 10...35, as in ISO 7064 and ISO 13616; NOT_BASE36 otherwise. */
#define NOT_BASE36 0x40u
extern const uint8_t assay_base36[256];

#endif

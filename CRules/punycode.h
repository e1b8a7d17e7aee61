/* SPDX-License-Identifier: Apache-2.0
 *
 * punycode.h: RFC 3492, for one label. */
#ifndef ASSAY_PUNYCODE_H
#define ASSAY_PUNYCODE_H
#include <stddef.h>
#include <stdint.h>

/* The code points of a label: not more than characters of the label. */
#define PUNYCODE_CAPACITY 63

/* Decodes `text`, at most PUNYCODE_CAPACITY bytes, without its "xn--"; basic letters come out in lower
 * case. Returns the number of code points, or 0 if the text is not Punycode of at least one code point
 * beyond ASCII. */
size_t assay_decode_punycode(const uint8_t *text, size_t length, uint32_t points[PUNYCODE_CAPACITY]);

/* Encodes code points, without "xn--"; `text` has room for PUNYCODE_CAPACITY bytes. Returns the length, or
 * 0 if they take more. */
size_t assay_encode_punycode(const uint32_t *points, size_t count, uint8_t text[PUNYCODE_CAPACITY]);

#endif

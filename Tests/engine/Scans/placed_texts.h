// SPDX-License-Identifier: Apache-2.0
//
// Texts where reading too far shows: each in a page of its own, after which comes one that cannot be read. On
// ARM processors that check tags of memory (MTE) half of the texts have a tag, which what is around them does
// not have.

#ifndef ASSAY_SCANS_PLACED_TEXTS_H
#define ASSAY_SCANS_PLACED_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// So many texts are there at once.
enum { PLACED_TEXTS = 256 };

// Maps the pages; ends the program where that fails. Tells whether texts have tags.
bool map_pages(void);

// Copies a text to a page, mostly near its end, among random bytes. An empty one may be where nothing can be
// read.
const uint8_t *place_text(const uint8_t *text, size_t length);

#endif

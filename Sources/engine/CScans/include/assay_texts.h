// SPDX-License-Identifier: Apache-2.0
//
// Looks over texts that are written, many bytes at a time.
#ifndef ASSAY_TEXTS_H
#define ASSAY_TEXTS_H

#include <stdint.h>

// The bytes of a text before the first one that may begin what JSON escapes: a quote, a backslash, a
// character of `DisruptiveScalar` or a command of `BuildCommand`, of which the first two bytes are looked at.
// `count` if there is none.
uint64_t assay_text_plain_count(const uint8_t *text, uint64_t count);

#endif

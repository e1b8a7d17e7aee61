/* SPDX-License-Identifier: Apache-2.0
 *
 * idna.h: whether the part of an LDH label after "xn--" is the Punycode of a valid U-label. */
#ifndef ASSAY_IDNA_H
#define ASSAY_IDNA_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `text` is ASCII: letters, digits and hyphens, at most 59 of them, in either case. */
bool assay_is_a_label(const uint8_t *text, size_t length);

#endif

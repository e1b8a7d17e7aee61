/* SPDX-License-Identifier: Apache-2.0
 *
 * idna.h: labels of internationalized domain names, as U-labels and as A-labels (RFC 5890).
 */
#ifndef ASSAY_IDNA_H
#define ASSAY_IDNA_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which code points a label may have. */
typedef enum {
    IDNA_PROTOCOL, /* those of IDNA 2008 (RFC 5892), and no hyphens as third and fourth character */
    IDNA_BROWSER,  /* those of UTS 46 without transitional processing: symbols too */
} idna_profile;

/* What a label brings into its name (RFC 5893 section 2). */
typedef struct {
    bool right_to_left; /* it makes the name a Bidi domain name */
    bool no_left_label; /* in such a name it is not allowed */
} idna_label;

/* The text after "xn--" is the Punycode of a valid U-label. It is ASCII: letters, digits and hyphens, at
 * most 59 of them, in either case. `about` may be NULL. */
bool assay_is_a_label(const uint8_t *text, size_t length, idna_profile profile, idna_label *about);

/* The code points are a valid U-label in normalization form C, or a label of ASCII characters that may be
 * in one. At most 63. */
bool assay_is_u_label(const uint32_t *points, size_t count, idna_profile profile);

/* What a browser reads instead of the code point (UTS 46, without transitional processing). Returns how
 * many code points *mapped then has, which is 0 for one that is left out; `single` is memory for one. */
size_t assay_idna_map(uint32_t point, const uint32_t **mapped, uint32_t *single);

/* Writes the normalization form C of code points to `composed`, which has room for 4 * count. Returns how
 * many it has: more than `count` where marks of a composed character come in another order than its own.
 * Cost: the square of the longest run of marks, besides. */
size_t assay_idna_compose(const uint32_t *points, size_t count, uint32_t *composed);

#endif

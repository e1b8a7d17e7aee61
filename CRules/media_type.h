/* SPDX-License-Identifier: Apache-2.0
 *
 * media_type.h: the names of media types (RFC 6838 section 4.2) and their parameters.
 */
#ifndef ASSAY_MEDIA_TYPE_H
#define ASSAY_MEDIA_TYPE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each returns where what it reads ends, or SIZE_MAX. */

/* type "/" subtype: 1 to 127 characters each. */
size_t assay_read_media_type(const uint8_t *text, size_t length);

/* A token of RFC 9110 section 5.6.2 from `at`. */
size_t assay_read_token(const uint8_t *text, size_t length, size_t at);

#endif

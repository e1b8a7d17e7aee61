/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ASSAY_COORDINATE_H
#define ASSAY_COORDINATE_H
#include "assay_plugin_c.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { COORDINATE_RIGHT, COORDINATE_FORMAT, COORDINATE_RANGE } assay_coordinate;

/* Longer texts are none. */
enum { COORDINATE_LONGEST = 64 };

/* Degrees as a decimal: a sign or none, digits, and perhaps a point and digits; at most `limit`, 90 or 180,
 * exactly. O(length). */
assay_coordinate assay_check_degrees(const uint8_t *text, size_t length, unsigned limit);

/* The codes of a rule that takes degrees as numbers or as text. */
enum { DEGREES_FORMAT, DEGREES_RANGE };

/* A number or a text of degrees: passes, or fails with one of these codes. O(length). */
assay_verdict assay_check_degrees_value(const assay_value *value, unsigned limit);

/* Degrees, minutes and seconds: 40° 26′ 46.5″ N, also with ' and " and without spaces; the letter, in either
 * case, is one of two. O(length). */
assay_coordinate assay_check_dms(const uint8_t *text, size_t length, unsigned limit, const char *letters);

#endif

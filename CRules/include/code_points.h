/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ASSAY_CODE_POINTS_H
#define ASSAY_CODE_POINTS_H
#include <stdint.h>

/* The number of code points of valid UTF-8. `text` may be NULL when `length` is 0. O(length), no allocation,
 * any thread. */
uint64_t assay_code_points(const uint8_t *text, uint64_t length);

#endif

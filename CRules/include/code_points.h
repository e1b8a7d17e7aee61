/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ASSAY_CODE_POINTS_H
#define ASSAY_CODE_POINTS_H
#include <stdint.h>

/* The number of code points of valid UTF-8. `text` may be NULL when `length` is 0. O(length), no allocation,
 * any thread. */
uint64_t assay_code_points(const uint8_t *text, uint64_t length);

/* Where the number of code points of valid UTF-8 lies: -1 below `least`, 1 above `most`, else 0. Counts only
 * as far as that is open. `least` is at most `most`. */
int assay_compare_code_points(const uint8_t *text, uint64_t length, uint64_t least, uint64_t most);

#endif

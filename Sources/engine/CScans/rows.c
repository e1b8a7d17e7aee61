// SPDX-License-Identifier: Apache-2.0
//
// Rows that a test has found.

#include "assay_value_tests.h"

size_t assay_select_rows(const uint32_t *rows, const uint8_t *outcomes, size_t count, uint32_t wanted,
                         uint32_t *selected) {
    // Without a branch: which rows fail how is hard to predict.
    size_t found = 0;
    for (size_t index = 0; index < count; index++) {
        selected[found] = rows[index];
        found += wanted >> outcomes[index] & 1;
    }
    return found;
}

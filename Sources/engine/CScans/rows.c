// SPDX-License-Identifier: Apache-2.0
//
// Rows that a test has found.

#include "assay_value_tests.h"

_Static_assert(ASSAY_TEST_OUTCOMES <= 32, "the outcomes of a test are bits of 32");
_Static_assert(ASSAY_TEST_PASSED == 0, "a row that passes has the outcome 0");
_Static_assert(ASSAY_TEST_LONG < ASSAY_TEST_NO_MATCH && ASSAY_TEST_NO_MATCH < ASSAY_TEST_CHECK,
               "the conditions of a text are in the order in which they are looked at");
_Static_assert(ASSAY_OBJECT < 32, "the kinds of values are bits of 32");

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

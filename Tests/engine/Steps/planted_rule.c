/* SPDX-License-Identifier: Apache-2.0
 *
 * Compares all pairs of every thousandth character.
 */
#include "planted_rule.h"

#include <stddef.h>

enum { STRIDE = 1000 };

static assay_rc evaluate(const void *inst, const assay_call *call, const assay_batch *batch,
                         assay_verdict *verdicts) {
    const assay_value *value = &batch->columns[0][0];
    uint32_t equal = 0;
    (void)inst;
    (void)call;
    for (size_t i = 0; i < value->len; i += STRIDE)
        for (size_t k = 0; k < value->len; k += STRIDE)
            equal += value->as.ptr[i] == value->as.ptr[k];
    verdicts[0].status = equal == 1 ? ASSAY_FAIL : ASSAY_PASS;
    return ASSAY_OK;
}

const assay_rule planted_rule = {
    .struct_size = sizeof planted_rule,
    .id = ASSAY_STR_LITERAL("planted"),
    .evaluate = evaluate,
};

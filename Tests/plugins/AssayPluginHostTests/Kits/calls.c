/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin `calls` in C: `KitCallTests.swift` says what its rule does with what a call offers. */
#include "assay_plugin_c.h"

static assay_rc evaluate(const void *inst, const assay_call *call, const assay_batch *batch,
                         assay_verdict *out) {
    (void)inst;
    for (uint32_t row = 0; row < batch->count; row++) {
        if (assay_is_cancelled(call))
            return ASSAY_E_CANCELLED;
        ASSAY_LOG(call, ASSAY_LOG_INFO, "working");
        uint64_t bytes = (uint64_t)batch->columns[0][row].as.i64;
        const assay_row place = {inst, call, batch, row};
        out[row] =
            call->scratch(call, bytes) ? assay_pass() : assay_undecided(&place, ASSAY_TEXT("no memory"));
    }
    return ASSAY_OK;
}

ASSAY_DEFINE_RULE(work, .summary = ASSAY_STR_LITERAL("Works"), .kinds = ASSAY_KIND_BIT(ASSAY_I64),
                  .evaluate = evaluate, ASSAY_DEPRECATED("the rule play"),
                  ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_FIELD, "other", "not used", ASSAY_OPTIONAL)),
                  ASSAY_CODES(ASSAY_CODE_WITH("work.none", "must work", ASSAY_DEPRECATED("play.none"))),
                  ASSAY_EXAMPLES(ASSAY_VALID_WITH("1", "work(there)", ASSAY_FIELDS("{\"there\": 2}"),
                                                  ASSAY_SETTINGS("{\"hours\": 3}"))));

ASSAY_PLUGIN("calls", "1.0.0", ASSAY_RULES(&assay_rule_work), ASSAY_VENDOR("The Company"),
             ASSAY_URL("https://company.example"), ASSAY_LICENSE("MIT"), ASSAY_MINIMUM_HOST("0.1.0"),
             ASSAY_CONFIGURATION(ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "hours", "not used",
                                                 ASSAY_DEFAULT_INTEGER(8))));

/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin NAME with the rule `NAME.digitSum`: the sum of a number's digits. */
#include "assay_plugin_c.h"
#include "digit_sum.h"

/* Makes an instance for one use of the rule; the parameter's number is all there is to keep. */
static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state, (void)call;
    *inst = (void *)(uintptr_t)params[0].as.u64;
    return ASSAY_OK;
}

/* In the order of the codes below. */
enum { FORMAT, WRONG };

/* Runs on strings only. */
static assay_verdict check(const assay_value *value, const assay_row *row) {
    int64_t sum = digit_sum(value->as.ptr, value->len), divisor = (int64_t)(uintptr_t)row->inst;
    return sum < 0 ? assay_fail(FORMAT) : assay_pass_if(sum % divisor == 0, WRONG);
}

#define GERMAN(message) ASSAY_TRANSLATIONS({ASSAY_STR_LITERAL("de"), ASSAY_STR_LITERAL(message)})

/* May run on several threads at once, as ASSAY_ROW_RULE says: `check` changes nothing. */
ASSAY_ROW_RULE(
    digitSum, "Digits whose sum is a multiple of a number", ASSAY_KIND_BIT(ASSAY_STR), check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "multipleOf", "divides the sum",
                                     ASSAY_BETWEEN(2, 100), ASSAY_DEFAULT_INTEGER(10))),
    ASSAY_CODES(ASSAY_CODE_WITH("digitSum.format", "must be digits", GERMAN("muss aus Ziffern bestehen")),
                ASSAY_CODE_WITH("digitSum.wrong", "must have a digit sum that {multipleOf} divides",
                                GERMAN("muss eine durch {multipleOf} teilbare Quersumme haben"))),
    ASSAY_EXAMPLES(ASSAY_VALID("\"19\"", "digitSum"), ASSAY_VALID("\"18\"", "digitSum(9)"),
                   ASSAY_INVALID(FORMAT, "\"1x\"", "digitSum"), ASSAY_INVALID(WRONG, "\"18\"", "digitSum")),
    .create = create);

ASSAY_PLUGIN("NAME", "0.1.0", ASSAY_RULES(&assay_rule_digitSum));

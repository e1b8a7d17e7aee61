/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin NAME with one rule: the sum of a number's digits. */
#include "assay_plugin_c.h"

/* The rule's name, and the only place that has it. */
#define RULE "digitSum"

/* Makes an instance for one use of the rule; the parameter's number is all there is to keep. */
ASSAY_CREATE_OPTIONS(create, params[0].as.u64)

/* In the order of the codes below. */
enum { FORMAT, WRONG };

/* Runs on strings only: `text` is not terminated, and may have any bytes of UTF-8. */
static assay_verdict check(assay_str text, const void *inst) {
    uint64_t sum = 0;
    if (text.len == 0)
        return assay_fail(FORMAT);
    for (uint64_t index = 0; index < text.len; index++) {
        if (text.ptr[index] < '0' || text.ptr[index] > '9')
            return assay_fail(FORMAT);
        sum += (uint64_t)(text.ptr[index] - '0');
    }
    return assay_pass_if(sum % assay_options(inst) == 0, WRONG);
}

ASSAY_EVALUATE_TEXTS(evaluate, check)

#define GERMAN(message) ASSAY_TRANSLATIONS({ASSAY_STR_LITERAL("de"), ASSAY_STR_LITERAL(message)})

/* `check` depends on its arguments alone and changes nothing, as the flags say. */
static const assay_rule rule = {
    .struct_size = sizeof(assay_rule),
    .id = ASSAY_STR_LITERAL(RULE),
    .summary = ASSAY_STR_LITERAL("Digits whose sum is a multiple of a number"),
    .flags = ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE,
    .kinds = ASSAY_KIND_BIT(ASSAY_STR),
    .create = create,
    .evaluate = evaluate,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "multipleOf", "divides the sum",
                                     ASSAY_BETWEEN(2, 100), ASSAY_DEFAULT_INTEGER(10))),
    ASSAY_CODES(ASSAY_CODE_WITH(RULE ".format", "must be digits", GERMAN("muss aus Ziffern bestehen")),
                ASSAY_CODE_WITH(RULE ".wrong", "must have a digit sum that {multipleOf} divides",
                                GERMAN("muss eine durch {multipleOf} teilbare Quersumme haben"))),
    ASSAY_EXAMPLES(ASSAY_VALID("\"19\"", RULE), ASSAY_VALID("\"18\"", RULE "(9)"),
                   ASSAY_INVALID(FORMAT, "\"1x\"", RULE), ASSAY_INVALID(WRONG, "\"18\"", RULE)),
};

ASSAY_PLUGIN("NAME", "0.1.0", ASSAY_RULES(&rule));

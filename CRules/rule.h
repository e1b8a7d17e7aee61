/* SPDX-License-Identifier: Apache-2.0
 *
 * rule.h: what a file of CRules needs to be a rule.
 *
 * A rule's file defines `parameters` (if it has any), `codes`, `examples` and a function
 *
 *     static assay_verdict judge(const void *inst, assay_str text)
 *
 * then says EVALUATE_EACH(judge) and ends with PLAIN_RULE, OPTION_RULE or INSTANCE_RULE. The rule is
 * asked about strings only; `text` may contain NUL, is not terminated, and has a NULL ptr only when
 * its len is 0. `judge` allocates nothing. `rules.def` names the rule, and that is all.
 */
#ifndef ASSAY_RULE_H
#define ASSAY_RULE_H
#include "assay_plugin.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* ---- verdicts ---- */

static inline assay_verdict pass(void) { return (assay_verdict){.status = ASSAY_PASS}; }

static inline assay_verdict fail(uint32_t code) {
    return (assay_verdict){.status = ASSAY_FAIL, .code = code};
}

static inline assay_verdict pass_if(bool condition, uint32_t otherwise) {
    return condition ? pass() : fail(otherwise);
}

/* The host asks about strings alone. Should it ask about another kind all the same, the answer is
 * never a pass. */
static inline assay_verdict not_text(uint32_t kind) {
    bool nothing = kind == ASSAY_ABSENT || kind == ASSAY_NULL;
    return (assay_verdict){.status = nothing ? ASSAY_SKIP : ASSAY_UNDECIDED};
}

/* Makes `evaluate` from a function that judges one string. */
#define EVALUATE_EACH(judge)                                                                                 \
    static assay_rc evaluate(const void *inst, const assay_call *call, const assay_batch *batch,             \
                             assay_verdict *out) {                                                           \
        (void)call;                                                                                          \
        const assay_value *column = batch->columns[0];                                                       \
        for (uint32_t row = 0; row < batch->count; row++) {                                                  \
            const assay_value *value = &column[row];                                                         \
            out[row] = value->kind == ASSAY_STR ? judge(inst, (assay_str){value->as.ptr, value->len})        \
                                                : not_text(value->kind);                                     \
        }                                                                                                    \
        return ASSAY_OK;                                                                                     \
    }

/* ---- instances: options that fit into the pointer itself, or memory that INSTANCE_RULE frees ---- */

static inline uintptr_t options_of(const void *inst) { return (uintptr_t)inst; }

/* Makes `create` from an expression over `params` that cannot be wrong. */
#define CREATE_OPTIONS(expression)                                                                           \
    static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {    \
        (void)state, (void)call;                                                                             \
        *inst = (void *)(uintptr_t)(expression);                                                             \
        return ASSAY_OK;                                                                                     \
    }

static inline bool is_given(const assay_value *parameter) { return parameter->kind != ASSAY_ABSENT; }

static inline assay_rc refuse_str(const assay_call *call, assay_str message) {
    if (call && call->error)
        call->error(call, ASSAY_E_PARAM, message);
    return ASSAY_E_PARAM;
}
#define REFUSE(call, message) refuse_str(call, (assay_str)ASSAY_STR_LITERAL(message))

/* ---- descriptions ---- */

#define COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))
#define STR(text) ASSAY_STR_LITERAL(text)

#define CODE(id_, message_)                                                                                  \
    &(const assay_code) { .struct_size = sizeof(assay_code), .id = STR(id_), .message = STR(message_) }

#define VALID(value_, expression_)                                                                           \
    &(const assay_example) {                                                                                 \
        .struct_size = sizeof(assay_example), .status = ASSAY_PASS, .value = STR(value_),                    \
        .expression = STR(expression_)                                                                       \
    }
#define INVALID(code_, value_, expression_)                                                                  \
    &(const assay_example) {                                                                                 \
        .struct_size = sizeof(assay_example), .status = ASSAY_FAIL, .code = (code_), .value = STR(value_),   \
        .expression = STR(expression_)                                                                       \
    }

#define PARAMETER(type_, name_, summary_, ...)                                                               \
    &(const assay_parameter) {                                                                               \
        .struct_size = sizeof(assay_parameter), .type = (type_), .name = STR(name_),                         \
        .summary = STR(summary_), __VA_ARGS__                                                                \
    }
#define BOOLEAN(name, standard, summary)                                                                     \
    PARAMETER(ASSAY_PARAM_BOOLEAN, name, summary, .default_value = {.kind = ASSAY_BOOL, .as.i64 = (standard)})
#define LIST(name, summary) PARAMETER(ASSAY_PARAM_LIST, name, summary, .flags = 0)
#define INTEGER(name, lowest, highest, summary)                                                              \
    PARAMETER(ASSAY_PARAM_INTEGER, name, summary, .minimum = (lowest), .maximum = (highest))
/* `names` is an array of assay_str, `standard` a literal with one of them. */
#define CHOICE(name, names, standard, summary)                                                               \
    PARAMETER(ASSAY_PARAM_CHOICE, name, summary, .choices = (names), .choice_count = COUNT_OF(names),        \
              .default_value = {.kind = ASSAY_STR,                                                           \
                                .flags = ASSAY_FLAG_ASCII,                                                   \
                                .as.ptr = (const uint8_t *)(standard),                                       \
                                .len = sizeof(standard) - 1})

#define RULE_HEAD(name, summary_)                                                                            \
    .struct_size = sizeof(assay_rule), .flags = ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE, .id = STR(#name),   \
    .summary = STR(summary_), .kinds = ASSAY_KIND_BIT(ASSAY_STR), .code_count = COUNT_OF(codes),             \
    .example_count = COUNT_OF(examples), .codes = codes, .examples = examples, .evaluate = evaluate
#define RULE_WITH(...) .parameter_count = COUNT_OF(parameters), .parameters = parameters, __VA_ARGS__
#define DEFINE_RULE(name, ...)                                                                               \
    extern const assay_rule assay_rule_##name;                                                               \
    const assay_rule assay_rule_##name = {__VA_ARGS__}

/* A rule without parameters. */
#define PLAIN_RULE(name, summary) DEFINE_RULE(name, RULE_HEAD(name, summary))
/* A rule with `parameters` and `create`, whose options fit into the instance's pointer. */
#define OPTION_RULE(name, summary) DEFINE_RULE(name, RULE_HEAD(name, summary), RULE_WITH(.create = create))
/* A rule with `parameters` and `create`, whose instance comes from malloc. */
#define INSTANCE_RULE(name, summary)                                                                         \
    DEFINE_RULE(name, RULE_HEAD(name, summary), RULE_WITH(.create = create, .destroy = free))

#endif

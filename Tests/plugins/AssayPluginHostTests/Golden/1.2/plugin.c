/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin `golden`: a plugin that was written for version 1.2 of the contract. It and the header
 * beside it, which is a copy, are never changed again: every later host has to load what they make.
 * The two rules use every part of that version, and the plugin all that 1.1 and 1.2 added. */
#include "assay_plugin.h"

#include <stdlib.h>

#define STR(text) ASSAY_STR_LITERAL(text)
#define COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

static const assay_str unit_names[] = {STR("units"), STR("dozens")};
static const assay_parameter at_most = {
    .struct_size = sizeof at_most,
    .type = ASSAY_PARAM_FIELD,
    .flags = ASSAY_PARAM_REQUIRED,
    .name = STR("atMost"),
    .summary = STR("the field with the largest amount"),
};
static const assay_parameter step = {
    .struct_size = sizeof step,
    .type = ASSAY_PARAM_INTEGER,
    .name = STR("step"),
    .summary = STR("the amount is a multiple of it"),
    .default_value = {.kind = ASSAY_I64, .as.i64 = 1},
    .minimum = 1,
    .maximum = 1000,
};
static const assay_parameter unit = {
    .struct_size = sizeof unit,
    .type = ASSAY_PARAM_CHOICE,
    .choice_count = COUNT_OF(unit_names),
    .name = STR("unit"),
    .summary = STR("what the step counts"),
    .default_value = {.kind = ASSAY_STR,
                      .flags = ASSAY_FLAG_ASCII,
                      .as.ptr = (const uint8_t *)"units",
                      .len = 5},
    .choices = unit_names,
};
static const assay_parameter *const amount_parameters[] = {&at_most, &step, &unit};

enum { STEP, TOO_LARGE };
static const assay_str excess_name[] = {STR("excess")};
static const assay_code step_code = {.struct_size = sizeof step_code,
                                     .id = STR("amount.step"),
                                     .message = STR("must be a multiple of {step} {unit}"),
                                     .deprecation = STR("the rule multipleOf")};
static const assay_code large_code = {
    .struct_size = sizeof large_code,
    .argument_count = 1,
    .id = STR("amount.tooLarge"),
    .message = STR("must be less by {excess}"),
    .argument_names = excess_name,
};
static const assay_code *const amount_codes[] = {&step_code, &large_code};
#define EXAMPLE .struct_size = sizeof(assay_example), .status
static const assay_example twelve = {EXAMPLE = ASSAY_PASS, .value = STR("12"),
                                     .expression = STR("amount(most, unit=dozens)")};
static const assay_example seven = {EXAMPLE = ASSAY_FAIL, .code = STEP, .value = STR("7"),
                                    .expression = STR("amount(most, 2)")};
static const assay_example nine = {EXAMPLE = ASSAY_FAIL, .code = TOO_LARGE, .value = STR("9"),
                                   .expression = STR("amount(most)"), .fields = STR("{\"most\": 3}")};
static const assay_example eleven = {EXAMPLE = ASSAY_PASS, .value = STR("11"),
                                     .expression = STR("amount(most)"), .fields = STR("{\"most\": 10}"),
                                     .settings = STR("{\"bonus\": 1}")};
static const assay_example *const amount_examples[] = {&twelve, &seven, &nine, &eleven};

typedef struct {
    int64_t column, step, bonus;
} amount;

static assay_rc amount_create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    amount *made = malloc(sizeof *made);
    if (!made)
        return ASSAY_E_NOMEM;
    *made = (amount){params[0].as.i64, params[1].as.i64 * (params[2].as.i64 == 1 ? 12 : 1),
                     *(const int64_t *)state};
    if (made->step > 1000) {
        assay_str message = STR("the step is above 1000 units");
        call->error(call, ASSAY_E_PARAM, message);
        free(made);
        return ASSAY_E_PARAM;
    }
    *inst = made;
    return ASSAY_OK;
}

static assay_verdict judge(const amount *rule, const assay_call *call, const assay_batch *batch,
                           uint32_t row) {
    assay_value value = batch->columns[0][row], most = batch->columns[rule->column][row];
    if (value.as.i64 % rule->step != 0)
        return (assay_verdict){.status = ASSAY_FAIL, .code = STEP};
    if (most.kind == ASSAY_ABSENT)
        return (assay_verdict){.status = ASSAY_SKIP};
    if (most.kind != ASSAY_I64) {
        assay_str message = STR("the largest amount is no integer");
        if (call->error_at(call, row, ASSAY_E_INTERNAL, message) != ASSAY_OK)
            return (assay_verdict){.status = ASSAY_UNSET};
        return (assay_verdict){.status = ASSAY_UNDECIDED};
    }
    assay_value excess = {.kind = ASSAY_I64, .as.i64 = value.as.i64 - most.as.i64 - rule->bonus};
    if (excess.as.i64 <= 0)
        return (assay_verdict){.status = ASSAY_PASS};
    assay_str here = {0, 0};
    call->args(call, row, here, &excess, 1);
    return (assay_verdict){.status = ASSAY_FAIL, .code = TOO_LARGE};
}

static assay_rc amount_evaluate(const void *inst, const assay_call *call, const assay_batch *batch,
                                assay_verdict *out) {
    if (call->cancelled && __atomic_load_n(call->cancelled, __ATOMIC_RELAXED))
        return ASSAY_E_CANCELLED;
    for (uint32_t row = 0; row < batch->count; row++)
        out[row] = judge(inst, call, batch, row);
    return ASSAY_OK;
}

static const assay_rule amount_rule = {
    .struct_size = sizeof amount_rule,
    .flags = ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE,
    .id = STR("amount"),
    .summary = STR("An amount up to that of another field"),
    .kinds = ASSAY_KIND_BIT(ASSAY_I64),
    .parameter_count = COUNT_OF(amount_parameters),
    .parameters = amount_parameters,
    .code_count = COUNT_OF(amount_codes),
    .example_count = COUNT_OF(amount_examples),
    .codes = amount_codes,
    .examples = amount_examples,
    .create = amount_create,
    .evaluate = amount_evaluate,
    .destroy = free,
};

static const assay_code missing = {
    .struct_size = sizeof missing, .id = STR("present.missing"), .message = STR("must be there")};
static const assay_code *const present_codes[] = {&missing};

/* Needs memory of the call, and no more than that. */
static assay_rc present_evaluate(const void *inst, const assay_call *call, const assay_batch *batch,
                                 assay_verdict *out) {
    (void)inst;
    uint32_t *statuses = call->scratch(call, batch->count * sizeof *statuses);
    if (!statuses)
        return ASSAY_E_NOMEM;
    for (uint32_t row = 0; row < batch->count; row++)
        statuses[row] = batch->columns[0][row].kind == ASSAY_ABSENT ? ASSAY_FAIL : ASSAY_PASS;
    for (uint32_t row = 0; row < batch->count; row++)
        out[row].status = statuses[row];
    return ASSAY_OK;
}

static const assay_rule present_rule = {
    .struct_size = sizeof present_rule,
    .flags = ASSAY_RULE_ACCEPTS_MISSING,
    .id = STR("present"),
    .summary = STR("A field that is there"),
    .code_count = COUNT_OF(present_codes),
    .codes = present_codes,
    .evaluate = present_evaluate,
    .deprecation = STR("the rule required"),
};

static const assay_rule *const rules[] = {&amount_rule, &present_rule};
static int64_t bonus;

static assay_rc start(const assay_host *host, const assay_call *call, const assay_value *config,
                      void **state) {
    if (host->abi_major != ASSAY_ABI_MAJOR || host->extension(host, "golden.none"))
        return ASSAY_E_INTERNAL;
    if (config->kind != ASSAY_OBJECT || config->len != 1)
        return ASSAY_E_CONFIG;
    bonus = config->as.members[0].value.as.i64;
    assay_str message = STR("started");
    call->log(call, 2, message);
    *state = &bonus;
    return ASSAY_OK;
}

static void stop(void *state) { *(int64_t *)state = 0; }

static const void *extension(const char *id) { return (void)id, (const void *)0; }

static const assay_parameter bonus_setting = {
    .struct_size = sizeof bonus_setting,
    .type = ASSAY_PARAM_INTEGER,
    .name = STR("bonus"),
    .summary = STR("How much more than said is allowed"),
    .default_value = {.kind = ASSAY_I64},
    .minimum = 0,
    .maximum = 1000,
};
static const assay_parameter *const settings[] = {&bonus_setting};

static const assay_plugin plugin = {
    .magic = ASSAY_MAGIC,
    .struct_size = sizeof plugin,
    .abi_major = ASSAY_ABI_MAJOR,
    .abi_minor = ASSAY_ABI_MINOR,
    .rule_count = COUNT_OF(rules),
    .id = STR("golden"),
    .version = STR("1.0.0"),
    .rules = rules,
    .init = start,
    .shutdown = stop,
    .extension = extension,
    .configuration_count = COUNT_OF(settings),
    .configuration = settings,
    .vendor = STR("The Golden Company"),
    .url = STR("https://golden.example/plugin"),
    .license = STR("Apache-2.0 OR MIT"),
    .minimum_host = STR("0.1.0"),
};

const assay_plugin *assay_plugin_entry_v1(const assay_host *host) { return host ? &plugin : 0; }

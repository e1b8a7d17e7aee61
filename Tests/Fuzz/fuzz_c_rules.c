/* SPDX-License-Identifier: Apache-2.0
 *
 * Feeds bytes to the rules in C: the first picks the rule, the second its arguments, the rest is the
 * value. Each value lies in memory of exactly its size, so that the address sanitizer sees a read of
 * one byte too many; the verdict has to be a pass, or a failure with a declared code, twice the same.
 *
 *     clang -g -O1 -fuse-ld=lld -fsanitize=fuzzer,address,undefined -I Plugins/ABI/include -I CRules/include
 * \ Tests/Fuzz/fuzz_c_rules.c CRules/[a-z]*.c -o fuzz_c_rules && ./fuzz_c_rules -max_total_time=10
 */
#include "assay_c_rules.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static assay_value index_of_choice(const assay_parameter *parameter) {
    assay_value value = {.kind = ASSAY_ABSENT};
    for (uint32_t i = 0; parameter->default_value.kind == ASSAY_STR && i < parameter->choice_count; i++)
        if (parameter->choices[i].len == parameter->default_value.len &&
            memcmp(parameter->choices[i].ptr, parameter->default_value.as.ptr, parameter->choices[i].len) ==
                0)
            value = (assay_value){.kind = ASSAY_I64, .as.i64 = i};
    return value;
}

/* A text that parameters without a default take: the code of a country. */
static assay_value country_for(uint32_t seed) {
    static const char countries[] = "DEGBUSFRESIENLCHNOITLVCZSKBGCAARVI";
    size_t count = (sizeof countries - 1) / 2;
    return (assay_value){
        .kind = ASSAY_STR, .as.ptr = (const uint8_t *)countries + seed % count * 2, .len = 2};
}

/* The default, or something else that the host may pass: decided by the bits of `seed`. */
static assay_value argument_for(const assay_parameter *parameter, uint32_t seed) {
    int64_t span = parameter->maximum - parameter->minimum + 1;
    switch (parameter->type) {
    case ASSAY_PARAM_BOOLEAN:
        return (assay_value){.kind = ASSAY_BOOL, .as.i64 = seed & 1};
    case ASSAY_PARAM_CHOICE:
        if (seed % 4 == 0 && !(parameter->flags & ASSAY_PARAM_REQUIRED))
            return index_of_choice(parameter);
        return (assay_value){.kind = ASSAY_I64, .as.i64 = seed % parameter->choice_count};
    case ASSAY_PARAM_INTEGER:
        if (seed % 2)
            return (assay_value){.kind = ASSAY_I64, .as.i64 = parameter->minimum + seed % span};
        return parameter->default_value;
    case ASSAY_PARAM_STRING:
        if (parameter->default_value.kind == ASSAY_ABSENT &&
            (seed % 2 || (parameter->flags & ASSAY_PARAM_REQUIRED)))
            return country_for(seed / 2);
        return parameter->default_value;
    default:
        return parameter->default_value;
    }
}

/* Takes the arguments of a message, of which nothing is kept. */
static assay_rc take_arguments(const assay_call *call, uint32_t row, assay_str path, const assay_value *args,
                               uint32_t nargs) {
    (void)call, (void)row, (void)path, (void)args, (void)nargs;
    return ASSAY_OK;
}

static const assay_call call = {.struct_size = sizeof(assay_call), .args = take_arguments};

static void evaluate(const assay_rule *rule, const void *inst, const assay_value *value,
                     assay_verdict *verdict) {
    const assay_value *columns[] = {value};
    const assay_batch batch = {
        .struct_size = sizeof batch, .count = 1, .column_count = 1, .columns = columns};
    memset(verdict, 0, sizeof *verdict);
    if (rule->evaluate(inst, &call, &batch, verdict) != ASSAY_OK)
        abort();
    if (verdict->status != ASSAY_PASS && (verdict->status != ASSAY_FAIL || verdict->code >= rule->code_count))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2)
        return 0;
    const assay_plugin *plugin = assay_c_rules_v1(NULL);
    const assay_rule *rule = plugin->rules[data[0] % plugin->rule_count];
    assay_value arguments[16];
    for (uint32_t i = 0; i < rule->parameter_count; i++)
        arguments[i] = argument_for(rule->parameters[i], (uint32_t)data[1] >> i);
    void *inst = NULL;
    if (rule->create && rule->create(NULL, NULL, arguments, &inst) != ASSAY_OK)
        return 0;
    uint8_t *bytes = size > 2 ? malloc(size - 2) : NULL;
    if (bytes)
        memcpy(bytes, data + 2, size - 2);
    assay_value value = {.kind = ASSAY_STR, .as.ptr = bytes, .len = bytes ? size - 2 : 0};
    assay_verdict first, second;
    evaluate(rule, inst, &value, &first);
    evaluate(rule, inst, &value, &second);
    if (memcmp(&first, &second, sizeof first) != 0)
        abort();
    free(bytes);
    if (rule->destroy)
        rule->destroy(inst);
    return 0;
}

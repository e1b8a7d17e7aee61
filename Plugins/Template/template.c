/* SPDX-License-Identifier: Apache-2.0
 *
 * The smallest plugin: one rule, `template.even`, for integers. Copy this file and change it. Build:
 *     clang -O2 -fPIC -shared -I Plugins/ABI/include template.c -o template.so
 */
#include "assay_plugin.h"

#define STR(text) ASSAY_STR_LITERAL(text)

static const assay_code odd = {
    .struct_size = sizeof odd, .id = STR("even.odd"), .message = STR("must be even")};
static const assay_example two = {sizeof two, ASSAY_PASS, 0, 0, STR("2"), STR("even")};
static const assay_example three = {sizeof three, ASSAY_FAIL, 0, 0, STR("-3"), STR("even")};
static const assay_code *const codes[] = {&odd};
static const assay_example *const examples[] = {&two, &three};

static assay_rc evaluate(const void *inst, const assay_call *call, const assay_batch *batch,
                         assay_verdict *out) {
    (void)inst, (void)call;
    for (uint32_t row = 0; row < batch->count; row++) /* `kinds` below: every value is an I64 */
        out[row].status = batch->columns[0][row].as.i64 % 2 == 0 ? ASSAY_PASS : ASSAY_FAIL;
    return ASSAY_OK; /* out[row].code is 0, the first of `codes`, from the start */
}

/* clang-format off */
static const assay_rule even = {
    .struct_size = sizeof even, .flags = ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE, .id = STR("even"),
    .summary = STR("An even integer"), .kinds = ASSAY_KIND_BIT(ASSAY_I64), .codes = codes, .code_count = 1,
    .examples = examples, .example_count = 2, .evaluate = evaluate};
static const assay_rule *const rules[] = {&even};

static const assay_plugin plugin = {
    .magic = ASSAY_MAGIC, .struct_size = sizeof plugin, .abi_major = ASSAY_ABI_MAJOR, .rule_count = 1,
    .rules = rules, .id = STR("template"), .version = STR("1.0.0")};
/* clang-format on */

const assay_plugin *assay_plugin_entry_v1(const assay_host *host) { return host ? &plugin : 0; }

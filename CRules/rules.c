/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of the built-in rules in C, made from rules.def. */
#include "assay_c_rules.h"
#include "assay_plugin_c.h"

#define RULE(name) ASSAY_DECLARE_RULE(name);
#include "rules.def"
#undef RULE

#define RULE(name) &assay_rule_##name,
static const assay_rule *const rules[] = {
#include "rules.def"
};
#undef RULE

static const assay_plugin table = {
    .magic = ASSAY_MAGIC,
    .struct_size = sizeof(assay_plugin),
    .abi_major = ASSAY_ABI_MAJOR,
    .abi_minor = ASSAY_ABI_MINOR,
    .rule_count = sizeof rules / sizeof rules[0],
    .version = ASSAY_STR_LITERAL("1.0.0"),
    .rules = rules,
};

const assay_plugin *assay_c_rules_v1(const assay_host *host) {
    (void)host;
    return &table;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of the built-in rules in C, made from rules.def. */
#include "assay_c_rules.h"
#include "text_check.h"

#define RULE(name) ASSAY_DECLARE_RULE(name);
#define TEXT_RULE(name) RULE(name) ASSAY_DECLARE_TEXT_CHECK(name)
#include "rules.def"
#undef RULE
#undef TEXT_RULE

#define RULE(name) &assay_rule_##name,
#define TEXT_RULE(name) RULE(name)
static const assay_rule *const rules[] = {
#include "rules.def"
};
#undef RULE
#undef TEXT_RULE

#define RULE(name) NULL,
#define TEXT_RULE(name) assay_text_failure_##name,
static const assay_c_text_check text_checks[] = {
#include "rules.def"
};

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

const assay_c_text_check *assay_c_text_checks(void) { return text_checks; }

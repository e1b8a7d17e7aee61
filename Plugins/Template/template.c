/* SPDX-License-Identifier: Apache-2.0
 *
 * The smallest plugin: one rule, `template.even`, for integers. Copy this file and change it. Build:
 *     clang -O2 -fPIC -shared -I Plugins/ABI/include template.c -o template.so
 */
#include "assay_plugin_c.h"

enum { ODD };

/* `kinds` below lets nothing but an I64 through. */
static assay_verdict check(const assay_value *value) { return assay_pass_if(value->as.i64 % 2 == 0, ODD); }

ASSAY_RULE(even, "An even integer", ASSAY_KIND_BIT(ASSAY_I64), check,
           ASSAY_CODES(ASSAY_CODE("even.odd", "must be even")),
           ASSAY_EXAMPLES(ASSAY_VALID("2", "even"), ASSAY_INVALID(ODD, "-3", "even")));

ASSAY_PLUGIN("template", "1.0.0", ASSAY_RULES(&assay_rule_even));

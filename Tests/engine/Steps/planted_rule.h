/* SPDX-License-Identifier: Apache-2.0
 *
 * planted_rule.h: a rule whose cost is the square of a text's length, which the count of steps has to find.
 */
#ifndef ASSAY_PLANTED_RULE_H
#define ASSAY_PLANTED_RULE_H
#include "assay_plugin.h"

extern const assay_rule planted_rule;

#endif

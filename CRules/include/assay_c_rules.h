/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ASSAY_C_RULES_H
#define ASSAY_C_RULES_H
#include "assay_plugin.h"
#include "code_points.h"
#include "hosts.h"

#include <stdbool.h>
#include <stddef.h>

/* The rules in C as the table of a plugin whose id is empty: linked, not loaded. Its rules have no
 * prefix. Any thread; the table lives as long as the process. */
const assay_plugin *assay_c_rules_v1(const assay_host *host);

/* What a rule with this instance says of a text, whose address is not NULL: what its `evaluate` says of a
 * batch of this text, without a batch. 0: it passes; else the number of the code that it fails with, from 1.
 */
typedef uint32_t (*assay_c_text_check)(const void *inst, const uint8_t *text, size_t length);

/* The check of each rule of the table, in its order; NULL: the rule has none. */
const assay_c_text_check *assay_c_text_checks(void);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ASSAY_C_RULES_H
#define ASSAY_C_RULES_H
#include "assay_plugin.h"
#include "code_points.h"
#include "hosts.h"

/* The rules in C as the table of a plugin whose id is empty: linked, not loaded. Its rules have no
 * prefix. Any thread; the table lives as long as the process. */
const assay_plugin *assay_c_rules_v1(const assay_host *host);

#endif
